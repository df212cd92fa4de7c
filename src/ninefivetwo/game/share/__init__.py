"""Share codes for web addresses: a deal, match, position, hand or problem as a short string of letters and digits."""

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
