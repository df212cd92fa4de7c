"""Results as words, rows, JSON and pages."""
