"""How what is decided, found and scored is told: in words, in rows, in JSON, as a page."""
