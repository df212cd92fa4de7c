"""How soon a hint comes: `python -m benchmarks hint_speed [--moments N] [--seed S] [--threads N] [--reviews]`.

Moments of deals as club players play them, before the play and in it, at all seats.  For each: seconds, and processor
seconds of this process, until the first look, until an answer that is sharp, and until the last word; and whether the
first look is what the last word recommends, or as good as that.  With --reviews each hint is asked for twice, by itself
and while reviews are made in the background as the server makes them; the ratio of the two is what matters.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import mean, median

from ninefivetwo.advise import AnyAdvice, FirstLook, Limits, advise_gradually, settled
from ninefivetwo.advise.learned import learned_action
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import DealView, LookTurn, Play, UndealtMatch
from ninefivetwo.library import Library
from ninefivetwo.record import File, record_of
from ninefivetwo.rules import parse_rules
from ninefivetwo.web.hints import SHARP
from ninefivetwo.web.lanes import Lane, Lanes
from ninefivetwo.web.reviewing import Reviewing

EVERY = 4  # of the choices of a deal, one is looked at
REVIEWED = 6  # deals in the background's queue: more than are done while hints are asked for


def club_moments(seed: int) -> Iterator[DealView]:
    """Views of those who choose, in matches of club players."""
    rules, number = parse_rules("wikipedia"), 0
    match = UndealtMatch(rules, ("one", "two", "three"))
    for layout in random_deals(seed):
        dealt = match.dealt(layout)
        while not dealt.deal.over:
            view = dealt.deal.seen_by(dealt.deal.due_turn.seat)
            number += 1
            if number % EVERY == 0 and not isinstance(view.turn, LookTurn):
                yield view
            dealt = dealt.after(learned_action(view))
        match = UndealtMatch(rules, match.names) if dealt.over else dealt.following()


def asked(view: DealView, threads: int | None) -> tuple[list[tuple[float, float]], bool]:
    """Seconds and processor seconds until the first look, a sharp answer, the last word; and was the first right?"""
    times: dict[str, tuple[float, float]] = {}
    began, used = time.perf_counter(), time.process_time()
    first: list[FirstLook] = []

    def now() -> tuple[float, float]:
        return time.perf_counter() - began, time.process_time() - used

    def told(found: FirstLook | AnyAdvice) -> None:
        if isinstance(found, FirstLook):
            times["first"] = now()
            first.append(found)
        elif found.effective >= SHARP or settled(found):
            times.setdefault("sharp", now())

    last = advise_gradually(view, told, Limits(threads=threads))
    end = now()
    right = isinstance(last, FirstLook) or is_as_good(first[0], last)
    return [times.get("first", end), times.get("sharp", end), end], right


def is_as_good(look: FirstLook, advice: AnyAdvice) -> bool:
    """Is what a club player would do what is recommended, or level with it?"""
    best = [advice.recommended, *advice.level]
    return any(each.action == look.action or each.action in _same(look) for each in best)


def _same(look: FirstLook) -> list[Play]:
    return [Play(look.action.seat, card) for card in look.cards]


def line(name: str, figures: Sequence[float]) -> str:
    """Median, nine in ten, worst."""
    ordered = sorted(figures)
    return f"| {name} | {median(ordered):.3f} | {ordered[len(ordered) * 9 // 10]:.3f} | {ordered[-1]:.3f} |"


def alone(views: Sequence[DealView], threads: int | None) -> None:
    """Print the table of hints by themselves."""
    found = [asked(view, threads) for view in views]
    print(f"{len(views)} moments\n\n| until | median | nine in ten | worst |\n|---|---|---|---|")
    for place, name in enumerate(("first look", "sharp", "last word")):
        for unit, words in enumerate(("s", "processor s")):
            print(line(f"{name}, {words}", [times[place][unit] for times, _ in found]))
    print(f"\nthe first look is the last word, or level with it: {mean(right for _, right in found):.0%}")


def beside_reviews(views: Sequence[DealView], threads: int | None, seed: int) -> None:
    """Print how much longer hints take while reviews are made."""
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder) / "library.sqlite") as library:
        lanes = Lanes()
        reviews = Reviewing(library, lanes, 500)
        ids = [id for text in played_deals(seed) for id, _ in library.add_records(text, "benchmark")]
        rows = []
        for view in views:
            one = lanes.submit(Lane.QUICK, lambda view=view: asked(view, threads)[0][2][0]).result()  # type: ignore[misc]
            reviews.ask(ids)
            while reviews.left(ids).part is None:
                time.sleep(0.001)
            time.sleep(0.3)  # in the midst of it
            two = lanes.submit(Lane.QUICK, lambda view=view: asked(view, threads)[0][2][0]).result()  # type: ignore[misc]
            reviews.stop(ids)
            while reviews._now is not None:
                time.sleep(0.001)
            rows.append((one, two))
        lanes.close()
    print("| a hint, s | median | nine in ten | worst |\n|---|---|---|---|")
    print(line("alone", [one for one, _ in rows]))
    print(line("beside reviews", [two for _, two in rows]))
    print(f"\ntogether {sum(two for _, two in rows) / sum(one for one, _ in rows):.2f} times as long")


def played_deals(seed: int) -> Iterator[str]:
    """Records of deals that club players played."""
    match = UndealtMatch(parse_rules("wikipedia"), ("one", "two", "three"))
    for layout in islice(random_deals(seed), REVIEWED):
        dealt = match.dealt(layout)
        while not dealt.deal.over:
            dealt = dealt.after(learned_action(dealt.deal.seen_by(dealt.deal.due_turn.seat)))
        yield str(File.of([record_of(dealt)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moments", type=int, default=60)
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--threads", type=int, help="of a hint (default: one per core)")
    parser.add_argument("--reviews", action="store_true", help="beside reviews in the background")
    args = parser.parse_args()
    views = list(islice(club_moments(args.seed), args.moments))
    if args.reviews:
        beside_reviews(views, args.threads, args.seed)
    else:
        alone(views, args.threads)


if __name__ == "__main__":
    main()
