"""Policies by name, and the file that holds the weights of a learned one.

The file is JSON: the policy's name, the version of the form, the engine's features (names and numbers of values), the
sizes of the two layers, the scale of the weights; then the weights themselves, as `Policy.learned` takes them, 16-bit
little-endian whole numbers packed by zlib and written in base64, with the SHA-256 sum of those numbers.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Card
from ninefivetwo.errors import PolicyError, quoted
from ninefivetwo.files import read_bytes, write_text
from ninefivetwo.game import DealView
from ninefivetwo.sets import Floats
from ninefivetwo.think.playouts.views import view_of
from ninefivetwo_solver.playout import FEATURES, ROWS, SCALE, SCORE_TRICKS, Policy, choose, probabilities

VERSION = 1  # of the file's form
LEAST_CHANCE = 1e-12  # of a card: smaller ones would be no number
#: The temper of the learned policy's probabilities in usual play.  Such play is weaker than its best cards by 0.02 to
#: 0.05 tricks a deal, and yet not always the same.
TEMPER = 8.0
LEARNED = Path(__file__).with_name("learned.json")
Int16s = npt.NDArray[np.int16]


@cache
def policy(name: str) -> Policy:
    """The policy of this name: `plain`, the plain rules, `learned`, or `usual`, the learned one as usual play has it.

    Raises PolicyError for another name, or where the weights cannot be read.
    """
    if name == "plain":
        return Policy.plain()
    if name == "learned":
        return read_weights(LEARNED).policy
    if name == "usual":
        return policy("learned").sampled(TEMPER)
    raise PolicyError(f"no policy: {quoted(name)} (expected plain, learned or usual)")


@cache
def any_policy(text: str) -> Policy:
    """The policy of this name, or that of the weights in the file of this name, which ends in `.json`.

    Raises PolicyError.
    """
    return read_weights(text).policy if text.endswith(".json") else policy(text)


@cache
def weights_sum(text: str) -> str:
    """SHA-256 of the weights of a policy (`any_policy`), as its file has it; empty for `plain`, which has none.

    Raises PolicyError.
    """
    any_policy(text)
    path = text if text.endswith(".json") else LEARNED
    return "" if text == "plain" else _sum(read_weights(path).values.astype("<i2").tobytes())


def choose_card(policy: Policy, view: DealView, seed: int = 0) -> Card:
    """The card that a policy plays from what a seat sees whose turn it is.

    seed: of the random numbers, which only policies by rollouts draw.  Raises GameError as `view_of` does.
    """
    return Card.at(int(choose(policy, view_of(view), seed % 2**64)[0]))


def opinion(policy: Policy, view: DealView, cards: Sequence[Card]) -> Floats:
    """What a learned policy thinks that legal cards are worth, in tricks, up to a constant; from its chances of them.

    The policy was fitted to chances that grow with exp(tricks / SCORE_TRICKS).  Raises GameError as `view_of` does.
    """
    chances = probabilities(policy, view_of(view))[0, [card.index for card in cards]]
    found: Floats = SCORE_TRICKS * np.log(np.maximum(chances, LEAST_CHANCE))
    return found


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of a learned policy: its name, the sizes of its two layers, all weights in a row.

    Raises PolicyError where the engine refuses them: another number of weights, or sums that could overflow.
    """

    name: str
    hidden: int
    second: int
    values: Int16s

    def __post_init__(self) -> None:
        _ = self.policy

    @property
    def policy(self) -> Policy:
        """The policy that plays by them."""
        try:
            return Policy.learned(self.hidden, self.second, self.values)
        except ValueError as error:
            raise PolicyError(f"no weights of a policy: {error}") from error


class _PolicyFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file's form."""

    name: str
    version: int
    features: dict[str, int]
    hidden: int
    second: int
    scale: int
    sha256: str
    weights: str


def write_weights(path: str | Path, weights: Weights) -> None:
    """Write the file of a policy, whole or not at all.  Raises FileError where it cannot be, and OSError."""
    numbers = weights.values.astype("<i2").tobytes()
    file = _PolicyFile(
        name=weights.name,
        version=VERSION,
        features=dict(FEATURES),
        hidden=weights.hidden,
        second=weights.second,
        scale=SCALE,
        sha256=_sum(numbers),
        weights=b64encode(zlib.compress(numbers, 9)).decode(),
    )
    write_text(str(path), msgspec.json.format(msgspec.json.encode(file)).decode() + "\n", force=True)


def read_weights(path: str | Path) -> Weights:
    """The weights that `write_weights` wrote.

    Raises PolicyError, and names the file, where it cannot be read, is damaged, or was made for other features;
    FileError where it is too large.
    """
    try:
        return _weights(read_bytes(str(path)))
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror} (expected the weights of a policy)") from error
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def _weights(content: bytes) -> Weights:
    """The weights of a file's content.  Raises PolicyError."""
    try:
        file = msgspec.json.decode(content, type=_PolicyFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PolicyError(f"not the weights of a policy: {error}") from error
    if file.version != VERSION:
        raise PolicyError(f"version {file.version} of the form (expected {VERSION})")
    if tuple(file.features.items()) != FEATURES or file.scale != SCALE:
        raise PolicyError("made for other features (expected those of this version's engine; learn it anew)")
    numbers = _unpacked(file.weights, 2 * (ROWS * file.hidden + file.second * file.hidden + 2 * file.second))
    if _sum(numbers) != file.sha256:
        raise PolicyError("damaged: the sum of the weights is not the one written (expected the file as it was made)")
    return Weights(file.name, file.hidden, file.second, np.frombuffer(numbers, dtype="<i2").astype(np.int16))


def _sum(numbers: bytes) -> str:
    return sha256(numbers).hexdigest()


def _unpacked(packed: str, length: int) -> bytes:
    """The weights' bytes, so many.  Raises PolicyError."""
    try:
        numbers = zlib.decompressobj().decompress(b64decode(packed, validate=True), max(length, 0) + 1)
    except (ValueError, zlib.error) as error:
        raise PolicyError(f"damaged: the weights cannot be unpacked ({error})") from error
    if len(numbers) != length:
        raise PolicyError(f"damaged: {len(numbers)} or more bytes of weights (expected {length})")
    return numbers
