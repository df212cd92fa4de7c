"""A match of a person against computer players."""
