"""Share codes for addresses: a deal, match, layout, hand or problem in a few dozen letters and digits."""

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
