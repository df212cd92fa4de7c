"""Deals played out to their end by policies, each seat acting on what it can see: the face of the engine's playouts."""
