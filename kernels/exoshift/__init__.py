"""Exoshift: the rules of every version as shared steps; a version is a setting of their parameters."""
