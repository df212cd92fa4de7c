"""Training: the player's own library, problems posed and repeated, matches against the computer; no screens."""
