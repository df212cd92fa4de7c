"""Find the reason for an avoidable mistake by tests in playouts.

This package must not depend on `words`. Begin with `card_play.py` for cards, and with `before_play.py` for calls,
discards and gifts. Both modules count events in playouts, and `evidence.py` tests whether a count explains the mistake.
"""
