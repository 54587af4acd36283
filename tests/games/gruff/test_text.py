"""Tests of event and position text: every event has a sentence, and a position shows the table."""

from __future__ import annotations

import pytest

from generator.engine.bots import bot_named
from generator.engine.events import Event, JsonValue
from generator.engine.playthrough import play, transcript
from generator.games.gruff.card_text.vocabulary import FLAGS, TRIGGERS
from generator.games.gruff.game import GruffGame
from tests.games.gruff.conftest import position
from tests.games.gruff.reading import vocabulary


def test_a_position_shows_lines_sliders_and_cards(game: GruffGame) -> None:
    red, other, _, blue, *_ = [gruff.id for gruff in game.content.gruffs[:6]]
    on = next(card for card in game.content.cards if card.pool == 0 and card.type == 2)
    state = position(
        game,
        dead=[blue],
        exhausted=[other],
        attacking=[red],
        marks={red: 2},
        cards={red: [on.id]},
        stats={red: {"mean": 3, "weird": 4, "fat": 5}},
    )
    lines = state.text().splitlines()
    assert lines[0] == "Turn 5 of game 1"
    (first,) = (line for line in lines if line.startswith("   A1"))
    assert "M3 W4 F5" in first
    assert "attacking 2 marks" in first
    assert first.endswith(f"[{on.name}]")
    (second,) = (line for line in lines if line.startswith("   A2"))
    assert second.endswith("exhausted")
    (third,) = (line for line in lines if line.startswith("   B1"))
    assert third.endswith("dead")


def test_events_are_narrated_as_sentences(game: GruffGame) -> None:
    gruff, shepherd = game.content.gruffs[0], game.content.shepherds[0]
    cases: list[tuple[str, dict[str, JsonValue], str]] = [
        ("death", {"gruff": gruff.id}, f"{gruff.name} dies."),
        (
            "life",
            {"shepherd": shepherd.id, "lost": 2, "life": 8},
            f"{shepherd.name} of Red loses 2 Life and has 8 left.",
        ),
        ("crazy", {"by": -2, "now": 3}, "Red's Crazy falls by 2, to 3."),
        ("crazy", {"by": 0, "now": 30}, "Red's Crazy stays at 30."),
        (
            "slide",
            {"gruff": gruff.id, "stat": "fat", "by": 0, "now": 10},
            f"{gruff.name}'s Fat stays at 10.",
        ),
        (
            "damage",
            {"gruff": gruff.id, "damage": 1, "marks": 1},
            f"{gruff.name} takes 1 damage and has 1 mark.",
        ),
        (
            "heal",
            {"shepherd": shepherd.id, "gained": 0, "life": 16},
            f"{shepherd.name} regains no Life and has 16.",
        ),
        ("shrug-off", {"gruffs": [gruff.id]}, f"{gruff.name} shrugs off all damage."),
        (
            "boost",
            {"gruff": gruff.id, "until": "turn-end", "mods": {"fat": 2}},
            f"{gruff.name} has +2 Fat until the turn ends.",
        ),
        ("draft", {"gruff": gruff.id}, f"Red takes the gruff {gruff.name}."),
        ("ready", {"gruff": gruff.id, "ready": False}, f"{gruff.name} is exhausted."),
    ]
    for kind, facts, says in cases:
        assert game.describe(Event(kind, "text-wins", 0, facts)) == says


def test_an_attack_is_narrated_as_one_sentence_with_its_sum(game: GruffGame) -> None:
    attacker, defender = game.content.gruffs[0], game.content.gruffs[9]
    shepherd = game.content.shepherds[1]
    hit: list[tuple[str, str, dict[str, JsonValue]]] = [
        ("strike", "attack-resolves", {"gruff": attacker.id, "target": defender.id}),
        ("aim", "attack-target", {"column": 2}),
        ("force", "attack-damage", {"damage": 7, "mean": 5}),
        ("guard", "attack-defense", {"defense": 3, "fat": 4}),
        ("damage", "damage-marks", {"gruff": defender.id, "damage": 7, "marks": 7}),
        ("death", "attack-kills", {"gruff": defender.id}),
    ]
    lost: dict[str, JsonValue] = {"shepherd": shepherd.id, "lost": 4, "life": 6}
    events = [Event(kind, rule, 0, facts) for kind, rule, facts in hit]
    (sentences,) = game.narrate([*events, Event("life", "excess-damage", 1, lost)])
    assert sentences.text == (
        f"{attacker.name} strikes in column 2 with Damage 5 + 2 = 7. {defender.name}'s Defense is "
        f"4 − 1 = 3: {defender.name} dies. What is left over, 7 − 3 = 4, hits {shepherd.name}, who "
        "has 6 Life left."
    )
    assert sentences.rules[-1] == "excess-damage"
    last: dict[str, JsonValue] = {"shepherd": shepherd.id, "lost": 2, "life": 0}
    (short,) = game.narrate([*events, Event("life", "excess-damage", 1, last)])
    assert "What is left over, 2, hits" in short.text
    (lost_attack,) = game.narrate(
        [*events, Event("attack-lost", "attacker-dead", 1, {"gruff": defender.id})]
    )
    assert lost_attack.text.endswith("dies. Its own attack comes to nothing.")


def test_damage_to_several_is_not_told_of_the_one_that_dies(game: GruffGame) -> None:
    thin, fat = game.content.gruffs[:2]
    hit = [
        Event("damage", "damage-marks", 0, {"gruff": each.id, "damage": 2, "marks": 2})
        for each in (thin, fat)
    ]
    death = Event("death", "death-check", 0, {"gruff": thin.id})
    assert [sentence.text for sentence in game.narrate([*hit, death])] == [
        f"{thin.name} takes 2 damage and has 2 marks.",
        f"{fat.name} takes 2 damage and has 2 marks.",
        f"{thin.name} dies.",
    ]
    (alone,) = game.narrate([hit[0], death])
    assert alone.text == f"{thin.name} takes 2 damage, has 2 marks and dies."


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_no_sentence_has_the_slug_of_a_trigger(game: GruffGame, trigger: str) -> None:
    facts: dict[str, JsonValue] = {"source": game.content.gruffs[0].id, "trigger": trigger}
    text = game.describe(Event("trigger", "trigger-order", 0, facts))
    assert game.content.gruffs[0].name in text
    assert "-" not in text


@pytest.mark.parametrize("flag", FLAGS)
def test_a_boost_describes_a_flag_as_cards_do(game: GruffGame, flag: str) -> None:
    gruff = game.content.gruffs[0]
    facts: dict[str, JsonValue] = {
        "gruff": gruff.id,
        "until": "clean-up",
        "mods": {"fat": -1, flag: 0},
    }
    text = game.describe(Event("boost", "text-wins", 0, facts))
    assert text.startswith(f"{gruff.name} has −1 Fat and ")
    assert vocabulary().flags[flag] in text


def test_a_whole_tournament_can_be_narrated(game: GruffGame) -> None:
    story = play(game, [bot_named("random")], 2, None, {"tournament": True})
    lines = list(transcript(game, story))
    (end,) = (line for line in lines if "The tournament is over" in line)
    assert "1. " in end
    assert "points" in end
    assert any("Games so far:" in line for line in lines for line in line.splitlines())


def test_crazy_is_a_limit_and_not_a_cost(game: GruffGame) -> None:
    facts: dict[str, JsonValue] = {"card": "cold-stone", "cost": 2, "left": 1}
    text = game.describe(Event("play", "type-condition", 0, facts))
    assert text == "Red plays Cold Stone, which costs 2 and leaves room for 1."


def test_a_card_that_was_not_offered_is_refused_with_a_reason(game: GruffGame) -> None:
    team = {"red": ["fizzlewick", "thricely", "mossmother"]}
    beyond = position(
        game,
        teams=team,
        active="thricely",
        crazy={"red": 0},
        hands={"red": ["spit-a-spark"]},
        pending=["tactic red"],
    )
    play_it, other = game.read_move("play spit-a-spark"), game.read_move("play cold-stone")
    assert beyond.explain_illegal(play_it)[0] == "cost-limit"
    assert beyond.explain_illegal(other)[0] == "tactical-one"
    stopped = position(
        game,
        teams=team,
        active="thricely",
        crazy={"red": 9},
        hands={"red": ["spit-a-spark"]},
        pending=["tactic red"],
    )
    assert stopped.explain_illegal(play_it)[0] == "tactical-one"


def test_effects_that_wear_off_are_named(game: GruffGame) -> None:
    one, other = (
        Event("lapse", "end-order", 0, {"gruff": gruff.id, "mods": mods})
        for gruff, mods in zip(
            game.content.gruffs, ({"fat": -1, "hidden": 0}, {"mean": 2}), strict=False
        )
    )
    first, second = (gruff.name for gruff in game.content.gruffs[:2])
    assert game.describe(other) == f"{second}'s +2 Mean wears off."
    (both,) = game.narrate([one, other])
    assert both.text == (
        f"{first}'s −1 Fat and “cannot be chosen by the enemy” and {second}'s +2 Mean wear off."
    )
