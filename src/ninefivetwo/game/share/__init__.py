"""Codes for addresses: a deal, a match, a layout, a hand or a problem in a few dozen letters and digits."""

from ninefivetwo.game.share.codes import (
    Shared,
    SharedDeal,
    SharedHand,
    SharedMatch,
    SharedPosition,
    SharedProblem,
    share_code,
    shared,
)

__all__ = [
    "Shared",
    "SharedDeal",
    "SharedHand",
    "SharedMatch",
    "SharedPosition",
    "SharedProblem",
    "share_code",
    "shared",
]
