"""The page on which people play, drill, analyse and review (the extra `web`)."""
