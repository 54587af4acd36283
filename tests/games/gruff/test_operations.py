"""Tests of each operation, trigger, flag and duration by itself, on cards made for the purpose.

Red plays; A1, A2 and A3 are Red's gruffs r1, r2 and r3, and B1, B2 and B3 are Blue's.
"""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.formats.yaml import parse_yaml
from generator.games.gruff.game import GruffGame
from generator.games.gruff.state import GruffState
from tests.games.gruff.conftest import Content, changed

RED, BLUE = (0, 1, 2), (3, 4, 5)
QUIET = [{"when": ["swapped", "enemy"], "do": [{"op": "recover"}]}]
"""An ability that nothing in these tests triggers, unless a gruff is swapped."""


def made_up(
    game: GruffGame, kind: str, clauses: str, host: str = "active", ability: str = ""
) -> GruffGame:
    """The game with these clauses on the first card of the type, and with abilities that do
    nothing.  `ability` replaces the ability of the first gruff.
    """

    def change(content: Content) -> None:
        for row in content["gruffs"]:
            row["clauses"] = QUIET
        if ability:
            content["gruffs"][0]["clauses"] = parse_yaml(ability, "ability").data
        for row in content["shepherds"]:
            row["clauses"] = [{"when": ["below-threshold"], "do": [{"op": "recover"}]}]
        card = next(row for row in content["cards"] if row["type"] == kind)
        card.update(clauses=parse_yaml(clauses, "clauses").data, cost=1)
        if kind != "action":
            card["host"] = parse_yaml(host, "clauses").data

    return GruffGame(game.records._replace(tables=changed(change)))


def card_of(game: GruffGame, kind: str) -> str:
    return next(card.id for card in game.content.cards if card.name and _kind(card.type) == kind)


def _kind(type: int) -> str:
    return ("action", "condition", "mutation")[type]


def names(game: GruffGame) -> list[str]:
    """The gruffs of Red and Blue."""
    return [gruff.id for gruff in game.content.gruffs[:6]]


def at_table(game: GruffGame, kind: str, **data: Any) -> GruffState:
    """Red's step for playing cards, with the made-up card in hand and A1 active; stats are 5."""
    stats = {name: {"mean": 5, "weird": 5, "fat": 5} for name in names(game)}
    known: dict[str, Any] = {
        "active": names(game)[0],
        "exhausted": [names(game)[0]],
        "stats": stats,
        "crazy": {"red": 10, "blue": 10},
        "life": {"red": 10, "blue": 9},
        "hands": {"red": [card_of(game, kind)]},
        "pending": ["play red"],
    }
    return game.load({**known, **data})


def play(state: GruffState, game: GruffGame, kind: str, *moves: str) -> GruffState:
    for move in (f"play {card_of(game, kind)}", *moves):
        state.apply(game.read_move(move))
    return state


def after(game: GruffGame, clauses: str, *moves: str, **data: Any) -> GruffState:
    """The state after an Action with these clauses has been played."""
    variant = made_up(game, "action", clauses)
    return play(at_table(variant, "action", **data), variant, "action", *moves)


def do(op: str) -> str:
    return f"[{{do: [{op}]}}]"


def test_damage_to_a_chosen_gruff(game: GruffGame) -> None:
    state = after(game, do("{op: damage, to: {choose: enemy}, n: 3}"), "choose B2")
    assert state.marks == [0, 0, 0, 0, 3, 0]


def test_damage_to_each_excludes_one(game: GruffGame) -> None:
    state = after(game, do("{op: damage, to: {each: mine, except: active}, n: 2}"))
    assert state.marks == [0, 2, 2, 0, 0, 0]


def test_damage_to_a_shepherd(game: GruffGame) -> None:
    state = after(game, do("{op: damage, to: enemy-shepherd, n: {half: {stat: mean, of: active}}}"))
    assert state.life == [10, 7]


def test_several_die_at_once_and_their_shepherds_pay(game: GruffGame) -> None:
    state = after(game, do("{op: damage, to: {each: enemy, state: ready}, n: 6}"), exhausted=[])
    assert state.outcome is not None
    assert state.outcome.facts["reason"] == "gruffs"
    assert state.life == [10, 6]


def test_heal_stops_at_the_maximum(game: GruffGame) -> None:
    state = after(game, do("{op: heal, who: my-shepherd, n: 30}"))
    assert state.life[0] == game.content.shepherds[0].life


@pytest.mark.parametrize(("n", "now"), [(3, 8), (9, 10), (-2, 3), (-7, 0)])
def test_sliders_stop_at_their_ends(game: GruffGame, n: int, now: int) -> None:
    state = after(game, do(f"{{op: stat, who: active, stat: weird, n: {n}}}"))
    assert state.sliders[:3] == [5, now, 5]


def test_losing_fat_kills_only_a_gruff_with_marks(game: GruffGame) -> None:
    clauses = do("{op: stat, who: {each: enemy}, stat: fat, n: -3}")
    marks = {names(game)[3]: 2}
    state = after(game, clauses, marks=marks)
    assert state.alive == [True, True, True, False, True, True]
    state = after(game, do("{op: stat, who: {each: enemy}, stat: fat, n: -9}"))
    assert state.alive == [True] * 6


@pytest.mark.parametrize(("n", "crazy"), [(4, 14), (25, 30), (-4, 6), (-20, 0)])
def test_crazy_stops_at_its_ends(game: GruffGame, n: int, crazy: int) -> None:
    assert after(game, do(f"{{op: crazy, who: enemy, n: {n}}}")).crazy == [10, crazy]


def test_draw_takes_the_cards_available(game: GruffGame) -> None:
    state = after(game, do("{op: draw, who: enemy, n: 3}"), decks={"blue": 2})
    assert (len(state.hands[1]), len(state.decks[1])) == (2, 0)


def hand(game: GruffGame, gruff: int, number: int) -> list[str]:
    cards = [game.content.cards[card] for card in game.content.gruffs[gruff].pool]
    return [card.id for card in cards if not card.ultimate][:number]


def test_discarding_several_is_decided_one_by_one(game: GruffGame) -> None:
    cards = hand(game, 3, 4)
    variant = made_up(game, "action", do("{op: discard, who: enemy, n: 2}"))
    hands = {"red": [card_of(variant, "action")], "blue": cards}
    state = play(at_table(variant, "action", hands=hands), variant, "action")
    assert state.to_act == 1
    state.apply(variant.read_move(f"discard {cards[2]}"))
    assert state.to_act == 1
    state.apply(variant.read_move(f"discard {cards[0]}"))
    assert variant.content.card_ids(state.hands[1]) == [cards[1], cards[3]]
    assert state.to_act == 0


def test_discarding_the_whole_hand_needs_no_decision(game: GruffGame) -> None:
    variant = made_up(game, "action", do("{op: discard, who: enemy, n: 3}"))
    hands = {"red": [card_of(variant, "action")], "blue": hand(game, 3, 2)}
    state = play(at_table(variant, "action", hands=hands), variant, "action")
    assert (state.hands[1], len(state.discards[1])) == ((), 2)


def test_discarding_at_random_takes_any_card(game: GruffGame) -> None:
    variant = made_up(game, "action", do("{op: discard, who: enemy, n: 1, random: true}"))
    gone = set()
    for rng in range(20):
        hands = {"red": [card_of(variant, "action")], "blue": hand(game, 3, 3)}
        state = at_table(variant, "action", hands=hands, chance=rng)
        gone.add(play(state, variant, "action").discards[1])
    assert len(gone) == 3


def test_swap_at_any_distance(game: GruffGame) -> None:
    clauses = do("{op: swap, a: {choose: enemy}, b: {choose: enemy, except: chosen}}")
    state = after(game, clauses, "choose B1", "choose B3")
    assert state.line == [0, 1, 2, 5, 4, 3]


def test_two_dead_gruffs_cannot_be_swapped(game: GruffGame) -> None:
    variant = made_up(
        game,
        "action",
        do("{op: swap, a: {choose: enemy, state: dead}, b: {choose: enemy, state: either}}"),
    )
    state = at_table(variant, "action", dead=names(variant)[3:5])
    play(state, variant, "action", "choose B2")
    assert state.line == [0, 1, 2, 3, 5, 4]


def test_kill_has_no_excess_damage(game: GruffGame) -> None:
    marks = {names(game)[4]: 4}
    state = after(game, do("{op: kill, who: {choose: enemy}}"), "choose B2", marks=marks)
    assert (state.alive[4], state.marks[4], state.life) == (False, 0, [10, 9])


def test_resurrect_exhausts_and_keeps_stats(game: GruffGame) -> None:
    state = after(
        game, do("{op: resurrect, who: {each: mine, state: dead}}"), dead=names(game)[1:3]
    )
    assert state.alive == [True] * 6
    assert state.ready[:3] == [False, False, False]
    assert state.sliders[3:6] == [5, 5, 5]


def test_ready_and_exhaust(game: GruffGame) -> None:
    state = after(
        game, do("{op: ready, who: active}, {op: exhaust, who: {each: enemy, state: ready}}")
    )
    assert state.ready == [True, True, True, False, False, False]


def test_cancel(game: GruffGame) -> None:
    state = after(game, do("{op: cancel, who: {each: enemy}}"), attacking=names(game)[3:4])
    assert state.attackers == [-1, -1]


def lasting(game: GruffGame, gruff: int, kind: int, number: int) -> list[str]:
    cards = [game.content.cards[card] for card in game.content.gruffs[gruff].pool]
    return [card.id for card in cards if card.type == kind and not card.ultimate][:number]


def test_strip_from_each_is_decided_for_each(game: GruffGame) -> None:
    clauses = do("{op: strip, kind: mutation, from: {each: enemy, state: either}}")
    first, second = lasting(game, 3, 2, 2)
    other = lasting(game, 4, 2, 1)
    cards = {names(game)[3]: [first, second], names(game)[4]: other}
    state = after(game, clauses, f"discard {second}", cards=cards, dead=names(game)[4:5])
    assert game.content.card_ids(state.cards_on[3]) == [first]
    assert state.cards_on[4] == ()
    assert len(state.discards[1]) == 2


def test_recover_by_type_never_brings_back_the_card_itself(game: GruffGame) -> None:
    condition = lasting(game, 0, 1, 1)[0]
    discards = {"red": [condition, lasting(game, 0, 2, 1)[0]]}
    state = after(game, do("{op: recover, type: condition}"), discards=discards)
    assert game.content.card_ids(state.hands[0]) == [condition]
    variant = made_up(game, "action", do("{op: recover, type: action}"))
    assert str(at_table(variant, "action").legal_moves()[0]) == "stop"


def test_boosts_end_as_stated(game: GruffGame) -> None:
    clauses = do(
        "{op: boost, who: active, mods: [{mod: damage, n: 2}, {flag: no-swap}], until: turn-end}, "
        "{op: boost, who: {each: mine}, mods: [{mod: fat, n: 1}], until: clean-up}"
    )
    variant = made_up(game, "action", clauses)
    state = play(at_table(variant, "action", decks={"blue": 0}), variant, "action")
    assert len(state.boosts) == 5
    assert "move 2" not in map(str, state.legal_moves())
    state.apply(variant.read_move("grow fat"))
    assert [boost.until for boost in state.boosts] == ["clean-up"] * 3
    state.apply(variant.read_move("activate 1"))
    state.apply(variant.read_move("grow fat"))
    assert not state.boosts


def test_an_amount_is_evaluated_when_its_operation_starts(game: GruffGame) -> None:
    clauses = do(
        "{op: boost, who: active, until: clean-up, "
        "mods: [{mod: damage, n: {count: {each: enemy}}}]}, {op: kill, who: {choose: enemy}}"
    )
    state = after(game, clauses, "choose B1")
    assert state.boosts[0].n == 3


def test_an_operation_without_a_target_is_skipped(game: GruffGame) -> None:
    clauses = do("{op: kill, who: opposite}, {op: draw, who: mine, n: 1}")
    state = after(game, clauses, dead=names(game)[3:4], decks={"red": 1})
    assert len(state.hands[0]) == 1


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ("{is: living, who: opposite}", True),
        ("{is: attacking, who: active}", False),
        ("{is: exhausted, who: active}", True),
        ("{is: adjacent, who: active}", False),
        ("{cmp: [{crazy: mine}, '=', {crazy: enemy}]}", True),
        ("{cmp: [{count: {each: mine, state: adjacent}}, '>=', 2]}", False),
        ("{cmp: [{count: {each: mine, state: ready}}, '<=', 2]}", True),
    ],
)
def test_conditions(game: GruffGame, condition: str, met: bool) -> None:
    clauses = f"[{{if: {condition}, do: [{{op: heal, who: my-shepherd, n: 1}}]}}]"
    assert (after(game, clauses).life[0] == 11) == met


TRIGGERS = [
    ("[activated, self]", ["activate 1"], {}),
    ("[attack-declared, mine]", ["attack"], {"pending": ["tactic red"]}),
    ("[grew, any]", ["grow fat"], {"pending": ["tactic red"]}),
    ("[swapped, self]", ["move 2"], {"pending": ["tactic red"]}),
    ("[resurrected, mine]", ["resurrect 3"], {"pending": ["tactic red"], "dead": [2]}),
]


@pytest.mark.parametrize(("when", "moves", "data"), TRIGGERS)
def test_the_triggers_of_a_gruff(
    game: GruffGame, when: str, moves: list[str], data: dict[str, Any]
) -> None:
    ability = f"[{{when: {when}, do: [{{op: heal, who: my-shepherd, n: 1}}]}}]"
    variant = made_up(game, "action", do("{op: draw, who: mine, n: 1}"), ability=ability)
    given = {**data, "dead": [names(variant)[number] for number in data.get("dead", ())]}
    if "pending" not in given:
        given |= {"pending": ["activate red"], "exhausted": [], "active": None}
    state = at_table(variant, "action", **given)
    for move in moves:
        state.apply(variant.read_move(move))
    assert state.life[0] == 11


@pytest.mark.parametrize(
    ("when", "op", "life"),
    [
        ("[died, enemy]", "{op: kill, who: opposite}", 11),
        ("[died, mine]", "{op: kill, who: opposite}", 10),
        ("[damaged, enemy]", "{op: damage, to: {each: enemy}, n: 1}", 11),
        ("[life-lost, enemy]", "{op: damage, to: enemy-shepherd, n: 1}", 11),
        ("[life-lost, mine]", "{op: damage, to: enemy-shepherd, n: 1}", 10),
        ("[card-played, mine, action]", "{op: draw, who: enemy, n: 1}", 11),
        ("[card-played, mine, mutation]", "{op: draw, who: enemy, n: 1}", 10),
        ("[card-played, enemy]", "{op: draw, who: enemy, n: 1}", 10),
    ],
)
def test_the_triggers_of_an_action(game: GruffGame, when: str, op: str, life: int) -> None:
    ability = f"[{{when: {when}, do: [{{op: heal, who: my-shepherd, n: 1}}]}}]"
    variant = made_up(game, "action", do(op), ability=ability)
    assert play(at_table(variant, "action"), variant, "action").life[0] == life


@pytest.mark.parametrize(
    ("when", "mean", "life"),
    [
        ("[attack-killed, self]", 7, 11),
        ("[attack-blocked, self]", 7, 10),
        ("[attack-blocked, mine]", 2, 11),
        ("[blocks, enemy]", 2, 11),
        ("[damaged, enemy]", 2, 11),
        ("[died, any]", 7, 11),
    ],
)
def test_the_triggers_of_an_attack(game: GruffGame, when: str, mean: int, life: int) -> None:
    ability = f"[{{when: {when}, do: [{{op: heal, who: my-shepherd, n: 1}}]}}]"
    variant = made_up(game, "action", do("{op: draw, who: mine, n: 1}"), ability=ability)
    red, blue = names(variant)[0], names(variant)[4]
    stats = {name: {"mean": 5, "weird": 5, "fat": 5} for name in names(variant)}
    stats[red]["mean"] = mean
    data = {"now": "blue", "active": blue, "attacking": [red], "stats": stats, "turn": 6}
    state = at_table(variant, "action", pending=["tactic blue"], **data)
    state.apply(variant.read_move("grow weird"))
    assert state.life[0] == life


def test_a_card_does_not_trigger_itself(game: GruffGame) -> None:
    clauses = "[{when: [card-played, mine], do: [{op: heal, who: my-shepherd, n: 1}]}]"
    variant = made_up(game, "mutation", clauses)
    assert play(at_table(variant, "mutation"), variant, "mutation").life[0] == 10


def test_a_static_clause_applies_to_its_targets(game: GruffGame) -> None:
    clauses = (
        "[{if: {cmp: [{count: {each: mine, state: ready}}, '>=', 2]}, who: {each: mine}, "
        "static: [{mod: defense, n: 2}]}]"
    )
    variant = made_up(game, "mutation", clauses)
    state = play(at_table(variant, "mutation"), variant, "mutation")
    assert "Defense 7" in state.text()
    state.ready[1] = False
    state.bonuses = None
    assert "Defense 7" not in state.text()


@pytest.mark.parametrize(("flag", "move"), [("no-attack", "attack"), ("no-swap", "move 2")])
def test_flags_forbid_actions(game: GruffGame, flag: str, move: str) -> None:
    variant = made_up(game, "condition", f"[{{static: [{{flag: {flag}}}]}}]")
    state = play(at_table(variant, "condition"), variant, "condition")
    assert move not in map(str, state.legal_moves())


def test_no_swap_applies_to_effects(game: GruffGame) -> None:
    variant = made_up(
        game, "action", do("{op: swap, a: active, b: {choose: mine, except: active}}")
    )
    boost = {
        "gruff": names(variant)[1],
        "what": "no-swap",
        "n": 0,
        "until": "clean-up",
        "by": "blue",
    }
    state = play(at_table(variant, "action", boosts=[boost]), variant, "action")
    assert state.line == [2, 1, 0, 3, 4, 5]
