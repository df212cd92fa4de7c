"""The engine of ninefivetwo: guarantees of positions given as card sets.  See engine.pyx, its one door."""
