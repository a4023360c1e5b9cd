"""Xenocide: shooting, saves, tests and close assault as steps; every number of the rules is a parameter."""
