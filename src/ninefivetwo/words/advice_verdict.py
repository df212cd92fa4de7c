"""The verdict of advice: the recommended choice, its value, and the confidence that no other choice is better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ninefivetwo.cards import Card, Trump
from ninefivetwo.evaluation import HAIR, Estimate, chance_text, difference_text
from ninefivetwo.game import Action, Call, Discard, Give, Play, YesNo
from ninefivetwo.game.events import known_cards
from ninefivetwo.think.advise import AnyAdvice, CardDetails, DealEvaluation, FirstLook, Utility
from ninefivetwo.think.advise.advice import FEWEST_WORLDS, LEVEL_LEAD
from ninefivetwo.words.figures import chance_amount, count, counted, number_word, plural, tricks_words
from ninefivetwo.words.speaker import BY_SEAT, YES_NO_WORDS, Speaker, answer_words, choice_words
from ninefivetwo.words.template import Amount, CardWords, Template, called, cards_text, say, the_cards

# What to do.

PLAY = Template("Play {card}.")

# The value of the recommended choice.

WINS_AND_MAKES = Template("You win {tricks} on average and make {goal} in {chance} of deals.")
WINS_MATCH = Template("Your chance of winning the match is {chance}.")

# The confidence that no other choice is better.

ONLY_CARD = Template("No other card is legal.")
ONLY_CHOICE = Template("There is no other choice.")
OTHERS_EQUAL = Template("Every other choice is worth the same.")
ALL_EQUAL_FOR_AIM = Template("All choices are equally good for your aim.")
ALL_EQUAL_BY_TRICKS = Template("All choices are equally good for your aim, and are listed by tricks.")
SAME = Template("Worth the same: {choices}.")
SAME_BY_TRICKS = Template("Equally good for your aim, and listed by tricks: {choices}.")
ABOUT_AS_GOOD_LESS = Template("About as good, at a cost of {amount}: {choices}.")
CLEARLY = Template("Clearly best, by {amount} over {choice}.")
NARROWLY = Template("Narrowly best, by {amount} over {choice}.")
PROBABLY = Template("Probably best, by {amount} over {choice}.")

# Warnings about the number of deals played out.

ROUGH = Template("This is a rough estimate from {deals}.")
ROUGH_STOPPED = Template("This is a rough estimate from {deals}, because the analysis was stopped early.")

# The choice that the user asked about, and a choice that is better for another aim.

YOURS_IS_IT = Template("Your choice, {choice}, agrees with the advice.")
YOURS_IS_EQUAL = Template("Your choice, {choice}, is as good as the advised choice.")
YOURS_IS_FREE = Template("Your choice, {choice}, costs nothing.")
YOURS_BY_TRICKS = Template("Your choice, {choice}, costs nothing for your aim, but may win fewer tricks.")
YOURS_COSTS = Template("Your choice, {choice}, costs {amount}.")
YOURS_COSTS_LITTLE = Template("Your choice, {choice}, costs {amount}, too little to matter.")
YOURS_TOO_CLOSE = Template("Your choice, {choice}, costs {amount} (too close to call).")
OTHER_MAKES = Template("The choices are listed by tricks, but {choice} would make {goal} in more deals ({chance}).")
OTHER_WINS = Template("The choices are listed by tricks, but {choice} would win the match more often ({chance}).")


def contract_of(advice: AnyAdvice) -> int:
    return advice.view.rules.contracts[advice.view.due_turn.seat]


def advised_words(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """Return a choice as a recommendation: "Call spades.", "Play the jack of clubs."."""
    choice = choice_words(action, speaker)
    match action:
        case Play():
            return PLAY(card=choice)
        case Call():
            return say("Call {trump}.", trump=choice)
        case Discard():
            return say("Discard {cards}.", cards=choice)
        case Give():
            return say("Give {gifts}.", gifts=choice)
        case YesNo():
            return answer_words(action).advised


def play_words(action: Play, equal: Sequence[Card]) -> str:
    """Return a card as a recommendation, together with equal cards: "Play the 8 or 7 of diamonds."."""
    return PLAY(card=the_cards({action.card, *equal}, "or"))


def first_look_words(look: FirstLook, speaker: Speaker = BY_SEAT) -> str:
    """Return a club player's choice as a quick answer, with the reason if no comparison is needed."""
    action = look.action
    words = play_words(action, look.cards) if isinstance(action, Play) else advised_words(action, speaker)
    if not look.decided:
        return f"Quick answer: {words}"
    if isinstance(action, YesNo):
        return f"{words} {YES_NO_WORDS[type(action)].free}"
    if len(look.cards) > 1:
        return f"{words} {OTHERS_EQUAL()}"
    return f"{words} {ONLY_CARD() if isinstance(action, Play) else ONLY_CHOICE()}"


def verdict_words(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> str:
    """Return short sentences on the recommended choice, its value, and the confidence in this choice."""
    worth, sure = list(_worth(advice)), list(_how_sure(advice, speaker))
    said = worth + sure if advice.evaluations[1:] else sure + worth
    return " ".join([advised_sentence(advice, speaker), *said, *_few(advice)])


def worth_words(advice: AnyAdvice) -> str:
    """Return sentences on the value of the recommended choice."""
    return " ".join(_worth(advice))


def sure_words(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> str:
    """Return sentences on the confidence that no other choice is better, which name the choices about as good.

    A warning follows if few deals were played out.
    """
    return " ".join([*_how_sure(advice, speaker), *_few(advice)])


def rival_named(advice: AnyAdvice) -> Action | None:
    """Return the second-best choice if the verdict gives its cost in tricks, otherwise None."""
    if advice.objective.in_chances or not advice.evaluations[1:] or all_the_same(advice):
        return None
    return advice.evaluations[1].action if advice.clear or not advice.level else None


def advised_sentence(advice: AnyAdvice, speaker: Speaker) -> str:
    """Return the recommended choice as a sentence; for a discard, the sentence also names the trump."""
    action, details, trump = advice.recommended.action, advice.recommended.details, advice.view.trump
    if isinstance(action, Play) and isinstance(details, CardDetails):
        return play_words(action, details.cards)
    if isinstance(action, Discard) and trump is not None:
        cards = cards_text(known_cards(action.cards))
        if trump is Trump.NO_TRUMP:
            return say("At no-trump, discard {cards}.", cards=cards)
        return say("With {trump} as trump, discard {cards}.", trump=called(trump), cards=cards)
    return advised_words(action, speaker)


def _worth(advice: AnyAdvice) -> Iterator[str]:
    """Yield the value of the recommended choice; if the aim is the match, the chance of winning it comes first."""
    match = advice.recommended.details.match
    said = [_tricks_and_contract(advice), *([] if match is None else [WINS_MATCH(chance=chance_amount(match))])]
    yield from reversed(said) if advice.objective.utility is Utility.SCORE else said


def _tricks_and_contract(advice: AnyAdvice) -> str:
    """Return a sentence with the expected tricks and the chance of making the contract."""
    view, details, contract = advice.view, advice.recommended.details, contract_of(advice)
    if (exactly := fixed_tricks(advice)) is not None:
        return say("You win exactly {tricks}.", tricks=count(exactly))
    placed = {"tricks": tricks_words(details.tricks), "goal": Amount(number_word(contract))}
    if view.trump is not None and view.won[view.due_turn.seat] >= contract:
        return say("You win {tricks} on average; you have already made {goal}.", **placed)
    if details.make.certain:
        return say("You win {tricks} on average and always make {goal}.", **placed)
    if not (details.make.mean or details.make.standard_error):
        return say("You win {tricks} on average and never make {goal}.", **placed)
    return WINS_AND_MAKES(**placed, chance=chance_amount(details.make))


def fixed_tricks(advice: AnyAdvice) -> int | None:
    """Return the number of tricks that the recommended choice wins in every deal; None if the number varies."""
    proved = advice.recommended.details.proved
    return proved.at_least if proved.at_least == proved.at_most else None


def _how_sure(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    rivals = advice.evaluations[1:]
    if not rivals:
        yield _without_rivals(advice)
    elif advice.objective.in_chances and all(map(advice.tied, rivals)):
        if len(rivals) == 1:
            yield _same(advice, rivals, speaker)
        else:
            yield (ALL_EQUAL_BY_TRICKS if any(map(regretted, rivals)) else ALL_EQUAL_FOR_AIM)()
    elif all_the_same(advice):
        yield "All choices are worth the same." if len(rivals) > 1 else _same(advice, rivals, speaker)
    elif advice.clear or not advice.level:
        little = rivals[0].regret.mean <= LEVEL_LEAD[advice.objective.in_chances]
        sure = PROBABLY if not advice.clear else NARROWLY if little else CLEARLY
        yield sure(amount=lost(advice, rivals[0].regret), choice=choice_words(rivals[0].action, speaker))
    else:
        yield from _level(advice, speaker)


def _level(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    sure = tuple(choice for choice in advice.level if _surely_level(advice, choice))
    unsure = tuple(choice for choice in advice.level if choice not in sure)
    if not sure:
        yield say("Too close to call: {choices}.", choices=_named(unsure, speaker))
        return
    nearest = advice.evaluations[1]
    if advice.objective.in_chances and all(map(advice.tied, sure)):
        yield _same(advice, sure, speaker)
    elif nearest in sure and nearest.regret.mean > HAIR:
        yield ABOUT_AS_GOOD_LESS(choices=_named(sure, speaker), amount=lost(advice, nearest.regret))
    else:
        yield say("About as good: {choices}.", choices=_named(sure, speaker))
    if unsure:
        yield say("{number} {number:is|are} too close to call.", number=counted(len(unsure), "more choice"))


def _same(advice: AnyAdvice, others: Sequence[DealEvaluation], speaker: Speaker) -> str:
    by_tricks = advice.objective.in_chances and any(map(regretted, others))
    return (SAME_BY_TRICKS if by_tricks else SAME)(choices=_named(others, speaker))


def _surely_level(advice: AnyAdvice, choice: DealEvaluation) -> bool:
    """Return whether the cost of a choice is too small to matter even if it is two standard errors larger."""
    return choice.regret.mean + 2 * choice.regret.standard_error <= 2 * LEVEL_LEAD[advice.objective.in_chances]


def _without_rivals(advice: AnyAdvice) -> str:
    details = advice.recommended.details
    if advice.others or (isinstance(details, CardDetails) and len(details.cards) > 1):
        return OTHERS_EQUAL()
    return ONLY_CARD() if isinstance(details, CardDetails) else ONLY_CHOICE()


def _named(others: Sequence[DealEvaluation], speaker: Speaker) -> CardWords:
    """Return the first choice and the number of further choices: "clubs", "♥8 2 ♦5 3 and two more"."""
    first, more = choice_words(others[0].action, speaker), len(others) - 1
    return CardWords(f"{first} and {number_word(more)} more" if more else first)


def lost(advice: AnyAdvice, regret: Estimate) -> Amount:
    """Return the cost of a choice in the unit of the aim; a negative estimate counts as 0."""
    regret = replace(regret, mean=max(regret.mean, 0.0))
    return Amount(difference_text(regret)) if advice.objective.in_chances else tricks_words(regret)


def all_the_same(advice: AnyAdvice) -> bool:
    """Return whether all choices are equally good in every deal."""
    return all(abs(rival.regret.mean) < HAIR and not rival.regret.standard_error for rival in advice.evaluations[1:])


def regretted(choice: DealEvaluation) -> bool:
    return bool(choice.regret.mean or choice.regret.standard_error)


def _few(advice: AnyAdvice) -> Iterator[str]:
    """Yield a warning if the figures are rough or the analysis was stopped early."""
    deals = plural(advice.worlds, "deal")
    certain = fixed_tricks(advice) is not None and all_the_same(advice)
    if advice.exact or advice.effective >= FEWEST_WORLDS or certain:
        if advice.stopped:
            yield say("The analysis was stopped early, after {deals}.", deals=deals)
    elif advice.worlds >= FEWEST_WORLDS:
        yield say("This is a rough estimate: most of the {deals} are unlikely.", deals=deals)
    else:
        yield (ROUGH_STOPPED if advice.stopped else ROUGH)(deals=deals)


def own_choice(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """Yield a sentence on the cost of the choice that the user asked about."""
    own = advice.own
    if own is None or advice.compared is None:
        return
    choice = choice_words(advice.compared, speaker)
    if own is advice.recommended:
        yield (YOURS_IS_IT if advice.compared == own.action else YOURS_IS_EQUAL)(choice=choice)
    elif advice.tied(own) or not regretted(own):
        yield (YOURS_BY_TRICKS if regretted(own) else YOURS_IS_FREE)(choice=choice)
    else:
        little = YOURS_COSTS_LITTLE if _surely_level(advice, own) else YOURS_TOO_CLOSE
        yield (little if own in advice.level else YOURS_COSTS)(choice=choice, amount=lost(advice, own.regret))


def other_aim(advice: AnyAdvice, speaker: Speaker, rows: int) -> Iterator[str]:
    """If the aim is tricks, yield sentences on choices with a better chance to make the contract or win the match."""
    if advice.objective.in_chances:
        return
    shown = advice.evaluations[:rows]
    goal = Amount(number_word(contract_of(advice)))
    if rival := _likelier([choice.details.make for choice in shown]):
        choice = choice_words(shown[rival].action, speaker)
        yield OTHER_MAKES(choice=choice, goal=goal, chance=chance_amount(shown[rival].details.make))
    matches = [choice.details.match for choice in shown]
    if None not in matches and (rival := _likelier([each for each in matches if each])):
        choice = choice_words(shown[rival].action, speaker)
        yield OTHER_WINS(choice=choice, chance=chance_amount(matches[rival] or Estimate(0.0, 0.0, 0)))


def _likelier(chances: Sequence[Estimate]) -> int | None:
    """Return the index of the highest chance, or None if its lead over the first chance may be due to sampling."""
    most = max(range(len(chances)), key=lambda index: chances[index].mean)
    error = max(chances[most].standard_error, chances[0].standard_error)
    higher = chances[most].mean - chances[0].mean > error and chance_text(chances[most]) != chance_text(chances[0])
    return most if higher else None
