"""Data: <family>/rules.toml defines constants and rulings once; <family>/<version>/ holds a version's values."""
