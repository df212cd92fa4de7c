"""Problems: found, posed, judged, explained and repeated."""
