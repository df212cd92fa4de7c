"""The player's own SQLite file: records, reviews, problems and answers."""
