"""Programs that work on the project's own files."""
