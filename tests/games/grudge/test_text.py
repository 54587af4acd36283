"""Tests of position text and of event sentences."""

from __future__ import annotations

import pytest

from generator.engine.events import Event, JsonValue
from generator.games.grudge.display.event_text import SENTENCES
from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import camp

PICTURE = """\
8  .  .  .  .  .  .  . TR
7  .  .  .  .  .  .  .  .
6  .  .  . TT TT  .  .  .
5  .  .  . TT TT  .  .  .
4  . ##  .  .  .  .  .  .
3  . ##  .  .  .  . pg  .
2 BO  .  .  . tt  .  .  .
1 WA  .  . ** ~~  .  .  .
   a  b  c  d  e  f  g  h"""


def test_the_board_is_drawn(game: Grudge) -> None:
    elements = [
        {"element": "big-tent", "squares": ["d5", "e5", "d6", "e6"]},
        {"element": "fence", "squares": ["b3", "b4"]},
        {"element": "tent", "squares": ["e2"]},
        {"element": "campfire", "squares": ["d1"]},
        {"element": "pig", "squares": ["g3"]},
    ]
    state = camp(
        game,
        elements=elements,
        clouds=[{"square": "e1", "value": 7}],
        monsters={
            "troll": {"at": "h8", "immune": "axe"},
            "goblin-bow": {"at": "a2", "loaded": True, "conditions": ["prone"]},
        },
        fallen=[{"of": "boss", "square": "c3", "weapon": "flail"}],
    )
    text = state.text()
    assert "\n".join(f"    {line}" for line in PICTURE.splitlines()) in text
    assert "Goblin with Bow: Health 1, Defence 1, Bow (Loaded), Prone" in text
    assert "Troll: Health 3, Defence 5, Hammer, immune to Axe" in text
    assert "cards: Main Action 6♣, Reaction 8♣, Interrupt 4♣; Initiative 6♦" in text
    assert "to loot: Flail on c3" in text


def test_before_the_first_challenge_there_is_no_board(game: Grudge) -> None:
    state, _ = game.start(seed=1)
    assert state.text() == "    The Warrior gets ready."


TOLD = [
    (
        Event("strike", "strike", None, {"who": "boss", "target": "warrior", "value": 9}),
        "The Goblin Boss Strikes at the Warrior: 9.",
    ),
    (
        Event("strike", "bow-range", 0, {"who": "warrior", "target": "goblin-bow", "value": 9}),
        "The Warrior shoots at the Goblin with Bow: 9.",
    ),
    (
        Event("place", "element-placement", None, {"element": "fence", "squares": ["c2", "c3"]}),
        "Fence on c2 and c3.",
    ),
    (
        Event("cloud", "spell-cloud", None, {"who": "boss", "value": 9, "stunned": False}),
        "The Goblin Boss is not overcome by the Stinking Cloud.",
    ),
    (
        Event("cloud", "spell-cloud", None, {"who": "boss", "value": 9, "stunned": True}),
        "The Goblin Boss is overcome by the Stinking Cloud.",
    ),
    (
        Event(
            "damage", "piercing", 0, {"who": "warrior", "amount": 1, "by": "campfire", "health": 2}
        ),
        "The Warrior takes 1 Piercing Damage from the Campfire; Health left: 2.",
    ),
    (
        Event("find", "pig-table", 0, {"who": "warrior", "find": "two-runestones"}),
        "The Warrior finds: Two Runestones.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[event.kind for event, _ in TOLD])
def test_an_event_is_one_sentence(game: Grudge, event: Event, sentence: str) -> None:
    assert game.describe(event) == sentence


STRIKE = {"who": "boss", "target": "warrior", "slot": "main"}
RUNS: list[tuple[list[tuple[str, str, dict[str, JsonValue]]], str]] = [
    (
        [("strike", "strike", {**STRIKE, "value": 9})],
        "The Goblin Boss Strikes at the Warrior: 6 + 3 for Spades = 9.",
    ),
    (
        [
            ("main", "monster-main-order", {"who": "boss", "plan": "strike"}),
            ("strike", "strike", {**STRIKE, "value": 9}),
            ("upper-hand", "ganging-up", {"who": "boss"}),
            ("favour", "favour", {"who": "boss", "value": 9}),
            ("miss", "strike", {"who": "boss", "target": "warrior", "value": 9, "against": 9}),
        ],
        "The Monsters gang up. The Goblin Boss Strikes at the Warrior: "
        "3 + 3 for Spades + 3 for favour = 9, against 9 a tie, which misses here.",
    ),
    (
        [
            (
                "roughhouse",
                "goblin-drag-down",
                {"who": "goblin-blade", "target": "warrior", "value": 7},
            ),
            ("upper-hand", "ganging-up", {"who": "goblin-blade"}),
            ("favour", "favour", {"who": "goblin-blade", "value": 7}),
        ],
        "The Monsters gang up. The Goblin with Blade Roughhouses the Warrior: 4 + 3 for favour = 7.",
    ),
    (
        [
            ("main", "main-any-suit", {"who": "warrior", "card": "5C", "move": "avoid a2"}),
            ("avoid", "avoid", {"who": "warrior", "value": 8}),
        ],
        "The Warrior Avoids: 5 + 3 for Clubs = 8.",
    ),
    (
        [
            ("aid", "aid", {"who": "boss", "value": 4}),
            ("hit", "strike", {"who": "boss", "target": "warrior", "value": 13, "against": 11}),
        ],
        "The Goblin Boss gives Aid: 9 + 4 for Aid = 13, above 11, so it hits.",
    ),
    (
        [
            ("aid", "aid-shield", {"who": "warrior", "value": 8}),
            ("miss", "strike", {"who": "boss", "target": "warrior", "value": 9, "against": 13}),
        ],
        "The Warrior raises the Shield: Initiative 5 + 8 for Aid = 13. 9 is below 13: a miss.",
    ),
]


@pytest.mark.parametrize(("run", "sentence"), RUNS, ids=[run[0][0] for run, _ in RUNS])
def test_events_are_narrated_together(
    game: Grudge, run: list[tuple[str, str, dict[str, JsonValue]]], sentence: str
) -> None:
    sentences = game.narrate([Event(kind, rule, None, facts) for kind, rule, facts in run])
    assert [each.text for each in sentences] == [sentence]
    assert sentences[0].rules == tuple(dict.fromkeys(rule for _, rule, _ in run))


def test_a_reaction_is_told_before_the_player_picks_the_square(game: Grudge) -> None:
    facts: dict[str, JsonValue] = {"who": "goblin-bow", "plan": "dash", "card": "KC"}
    dash = [
        Event("dash", "monster-paths", None, {"who": "goblin-bow", "value": 13, "steps": 4}),
        Event("step", "dash", None, {"who": "goblin-bow", "square": "f3"}),
    ]
    reaction = Event("reaction", "monster-reaction-clubs", None, facts)
    (before,), (after,) = (game.narrate(each) for each in ([reaction], dash))
    assert before.text == "The Goblin with Bow reacts."
    assert after.text == "The Goblin with Bow Dashes, and stops on f3."
    (whole,) = game.narrate([reaction, *dash])
    assert whole.text == "The Goblin with Bow uses a Reaction to Dash, and stops on f3."


def test_singular_and_plural_differ(game: Grudge) -> None:
    dash = Event("dash", "monster-paths", None, {"who": "troll", "value": 9, "steps": 1})
    spend = Event("spend", "luckstone", 0, {"what": "room", "spent": 1, "number": 7})
    assert game.describe(dash) == "The Troll Dashes, 1 square."
    assert game.describe(spend) == "With 1 Luckstone it is 7."


def test_every_sentence_ends_with_punctuation() -> None:
    assert all(sentence.endswith(".") for sentence in SENTENCES.events.values())
