"""Pictures of deals: sound XML, everything told in words too, nothing of what is not seen, nothing loaded or run."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from table import dealt_matches

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.game import Play
from ninefivetwo.game.rules import NAMED
from ninefivetwo.layout import Layout, Position
from ninefivetwo.words.picture import deal_picture, position_picture, svg
from ninefivetwo.words.template import cards_text

SVG = "{http://www.w3.org/2000/svg}"


def words(text):
    """The words of a picture, its title and what it says of itself to who does not see it."""
    root = ElementTree.fromstring(text)
    drawn = [" ".join(part.itertext()) for part in root.iter(f"{SVG}text")]
    return "\n".join(drawn), root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text


def states(name="wikipedia", deals=2):
    return list(dealt_matches(NAMED[name].rules, 952, deals))


@pytest.mark.parametrize("name", NAMED)
def test_every_moment_and_every_view_of_it_is_sound(name):
    for match in states(name)[::5]:
        for seen in (match, *(replace(match, deal=match.deal.seen_by(seat)) for seat in Seat)):
            drawn, title, said = words(svg(deal_picture(seen)))
            assert title.startswith(f"Deal {match.number}") and "Ann" in said
            assert drawn.count("(hidden)") == (0 if seen is match else 2)


def test_a_view_shows_no_hidden_card():
    match = next(match for match in states() if match.deal.trump is not None and sum(match.deal.won) == 0)
    text = svg(deal_picture(replace(match, deal=match.deal.seen_by(Seat.LEFT))))
    drawn, _, said = words(text)
    assert cards_text(match.deal.hands[Seat.LEFT]) in said
    assert cards_text(match.deal.hands[Seat.RIGHT]) not in said and drawn.count("(hidden)") == 2


def test_the_next_player_is_told_with_the_tricks_already_played():
    playing = [match for match in states() if match.deal.due and match.deal.due.kind is Play]
    for match in playing:
        drawn, _, _ = words(svg(deal_picture(match)))
        number = sum(match.deal.won)
        after = f", after {number} trick{'s' * (number > 1)}" if number else ""
        assert drawn.splitlines()[-1] == f"{match.names[match.deal.due.seat]} to play{after}"
    assert {sum(match.deal.won) for match in playing} == {*range(16)}


def test_names_are_inert_and_cut():
    match = replace(states()[0], names=("<script>alert(1)</script>" + "x" * 300, '"&\x07', "\u202ecy"))
    text = svg(deal_picture(match))
    root = ElementTree.fromstring(text)
    assert root.find(f".//{SVG}script") is None and len(text) < 6000
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "\u202e" not in text


def test_a_position_has_its_trick_and_tens_apart():
    position = Position(Layout.parse("D:AT92... K8.A.2. Q3.5.3. K:4..."), Seat.LEFT)
    after = position.after(Card.parse("SK"), Trump.NO_TRUMP)
    drawn, _, said = words(svg(position_picture(after, Trump.NO_TRUMP)))
    assert "A\u200910\u20099\u20092" in drawn and "no-trump" in drawn
    assert "king of spades by left" in said and "right to play, 4 tricks left" in said
