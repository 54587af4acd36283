"""Tests of parsing `turns.yaml`: each fault is one line, with its place and a hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.engine.scripted.script.schema import Script
from generator.kit.json_schema import form_schema
from tests.engine.scripted.small import TURNS, after, small

TIDEWRACK = Path(__file__).parents[2] / "kits" / "data" / "tidewrack" / "turns.yaml"
LINE = TURNS.count("\n") + 1


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("{drw: deck, into: hand}", 'unknown step "drw" in turn item 1; did you mean "draw"?'),
        ("{teleport: deck}", 'unknown step "teleport" in turn item 1; a step does one of: draw,'),
        ("{draw: deck, inot: hand}", 'unknown field "inot" in turn item 1; did you mean "into"?'),
        (
            "{gain: coins, gian: 3}",
            'unknown field "gian" in turn item 1; known: by, on, rule, says, who',
        ),
        ("{into: hand}", "turn item 1 does nothing; a step does one of: draw, discard, shuffle"),
        ("{draw: deck}", 'turn item 1 has "draw", but no "into"'),
        ("{draw: dek, into: hand}", 'there is no pile "dek"; did you mean "deck"?'),
        ("{draw: lawn, into: heap}", '"lawn" is a hand, not a pile'),
        ("{draw: deck, into: hnad}", 'there is no pile or hand "hnad"; did you mean "hand"?'),
        ("{draw: deck, into: deck}", "puts cards where they already are"),
        ("{draw: deck, into: hand, shuffle: deck}", 'does two things, "draw" and "shuffle"; make'),
        ("{draw: deck, into: hand, by: 3}", '"by", which "draw" does not use; use it with into'),
        ("{roll: d1, as: x}", 'must be dice such as "d6" or "2d6", but is the text "d1"'),
        ("{roll: d6, as: deck}", '"as" cannot be "deck", which is something else already'),
        (
            "{roll: d6, as: x}, {draw: deck, into: hand, as: x}",
            '"x" is a number in one step and a card in another; choose another name',
        ),
        ("{look-up: wether, for: 1, among: low, as: x}", 'no table "wether"; did you mean "weath'),
        ("{look-up: weather, for: 1, among: lo, as: x}", '"weather" has no field "lo"; did you'),
        ("{gain: score, by: scor + 1}", 'uses the unknown name "scor"; did you mean "score"?'),
        ("{gain: points, by: 1}", 'there is no counter "points"; did you mean "coins"?'),
        ("{gain: pool, by: 1, who: all}", "a shared counter belongs to no player; leave it out"),
        (
            "{gain: score, by: [1]}",
            "turn item 1.by must be a whole number or an expression, but is a",
        ),
        ("{say: '{{ whom }} wins'}", 'uses the unknown name "whom"; did you mean "who"?'),
        (
            "{say: '{{ who '}",
            "the sentence `{{ who ` has a syntax error: a tag is opened but never closed",
        ),
        ("{move: pawn}", 'turn item 1 moves a token, but needs either "by" or "to"'),
        ("{move: pwan, by: 1}", 'there is no token "pwan"; did you mean "pawn"?'),
        ("{pick: deck, as: x}", 'there is no hand, open pile or track "deck"; known: hand, heap'),
        ("{choose: {}}", "turn item 1.choose must not be empty"),
        ("{choose: {a: {do: [{drow: deck}]}}}", 'unknown step "drow" in turn item 1.choose.a.do'),
        ("{if: pool, then: [{end: turn}], says: Hm.}", '"if" tells nothing by itself; add a step'),
        ("{end: day}", "turn item 1.end cannot be the text"),
        (
            "{if: 'a +', then: [{end: turn}]}",
            "the expression `a +` has a syntax error: it ends too early",
        ),
        ("{if: boat == 'bb', then: [{end: turn}]}", '"boat" is never on a space "bb"; did you'),
        ('{while: \'boat in ["a", "d"]\', do: [{end: turn}]}', '"boat" is never on a space "d"'),
        ("{pick: ring, as: x}, {if: '\"z\" != x', then: [{end: turn}]}", '"x" is never on a'),
    ],
)
def test_an_invalid_step_is_reported(tmp_path: Path, step: str, fault: str) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, f"turn: [{step}]\n")
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"turns.yaml:{LINE}: ")
    assert fault in line


UNTRANSLATED = "turn: [{say: hi}]\n"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("{of: cards,", "{of: card,", '1: there is no table "card"; did you mean "cards"?'),
        ("copies: copies", "copies: times", '1: "cards" has no whole-number field "times"'),
        ("copies: copies", "where: row.wort", "1: the expression `row.wort` cannot be evaluated"),
        ("from: deck", "from: dock", '2: there is no pile "dock"; did you mean "deck"?'),
        ("deal: 1", "deal: 3", '1: "deck" has 7 cards, but 9 are dealt to 3 players'),
        ("path: {spaces: 5}", "path: {spaces: 1}", "4: tracks.path.spaces must be a number from"),
        ("[a, b, c]", "[a, b, a]", "5: two spaces have the same name"),
        ("spaces: weather", "spaces: wether", '6: there is no table "wether"; did you mean'),
        ("on: path", "on: pathe", '7: there is no track "pathe"; did you mean "path"?'),
        ("start: b", "start: d", '7: "ring" has no space "d"; known: a, b, c'),
        ("start: 2", "start: 9", '8: "coins" starts at 9, which is outside 0..4'),
        ("pool:", "cards:", '8: a table is called "cards" already; give it another name'),
        ("pool:", "turn:", '8: "turn" means something else here'),
        ("{most: score}", "{most: scor}", '9: no player has a counter "scor" of their own; did'),
        ("{most: score}", "somebody", "9: winner must say who wins; write {most: COUNTER}"),
    ],
)
def test_invalid_table_objects_are_reported(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in TURNS
    with pytest.raises(KitError) as caught:
        small(tmp_path, UNTRANSLATED, TURNS.replace(old, new, 1))
    assert str(caught.value).splitlines()[0].startswith(f"turns.yaml:{fault}")


def test_a_winner_without_counter_is_reported_once(tmp_path: Path) -> None:
    head = "counters: {score: }\nend: [{rounds: 1}, {rounds: 2}]\nwinner: {most: scor}\n"
    with pytest.raises(KitError) as caught:
        small(tmp_path, "turn: [{gain: score, by: 1}]\n", head)
    (line,) = str(caught.value).splitlines()
    assert line.startswith('turns.yaml:3: no player has a counter "scor"')


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, "turn:\n  - {draw: dek, into: hand}\n  - {gain: scor, by: x}\nend: [{}]\n")
    assert len(caught.value.faults) == 1, "form comes first"
    with pytest.raises(KitError) as caught:
        small(tmp_path, "turn:\n  - {draw: dek, into: hand}\n  - {gain: scor, by: x}\n")
    assert [fault.place.line for fault in caught.value.faults if fault.place] == [
        LINE + 1,
        LINE + 2,
        LINE + 2,
    ]


def test_an_unknown_rule_is_reported(tmp_path: Path) -> None:
    rules = "players: {section: A, text: B.}\nwalk: {section: A, text: B.}\n"
    with pytest.raises(KitError) as caught:
        small(
            tmp_path, "turn: [{say: hi, rule: wlak}]\nend: [{turns: 1, rule: walk}]\n", rules=rules
        )
    assert str(caught.value) == (
        f'turns.yaml:{LINE}: rules.yaml has no rule "wlak"; did you mean "walk"? (unknown-rule)'
    )


def test_an_unknown_rule_of_a_step_that_tells_nothing_is_reported(tmp_path: Path) -> None:
    rules = "players: {section: A, text: B.}\nwalk: {section: A, text: B.}\n"
    steps = "turn: [{note: 1, as: n, rule: wlak}, {say: hi, rule: walk}]\n"
    with pytest.raises(KitError) as caught:
        small(tmp_path, f"{steps}end: [{{turns: 1, rule: walk}}]\n", rules=rules)
    assert str(caught.value) == (
        f'turns.yaml:{LINE}: rules.yaml has no rule "wlak"; did you mean "walk"? (unknown-rule)'
    )


def test_the_default_rule_is_checked_even_if_no_step_needs_it(tmp_path: Path) -> None:
    rules = "players: {section: A, text: B.}\nwalk: {section: A, text: B.}\n"
    turns = "rule: wlak\nturn: [{say: hi, rule: walk}]\nend: [{turns: 1, rule: walk}]\n"
    with pytest.raises(KitError) as caught:
        small(tmp_path, turns, rules=rules)
    assert str(caught.value) == (
        f'turns.yaml:{LINE}: rules.yaml has no rule "wlak"; did you mean "walk"? (unknown-rule)'
    )


def test_without_a_rulebook_every_named_rule_is_accepted(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{say: hi, rule: say-hi}]\n")
    assert set(game.rules) == {"players", "say-hi", "end"}
    assert game.rules["say-hi"].text == "Say hi."


def test_the_editor_schema_describes_turns() -> None:
    schema = Draft202012Validator(form_schema(Script))
    turns = load_yaml(TIDEWRACK).data
    assert list(schema.iter_errors(turns)) == []
    turns["turn"][1]["ento"] = "bag"
    (error,) = schema.iter_errors(turns)
    assert list(error.absolute_path) == ["turn", 1]
    assert "'ento' was unexpected" in error.message


def test_limits_and_ends_take_numbers_of_tables(tmp_path: Path) -> None:
    head = TURNS.replace("from: 0, to: 4", "from: cards.crab.worth - 1, to: cards.gull.worth * 2")
    turns = "turn: [{gain: coins, by: 9}]\nend: [{rounds: cards.gull.worth}]\n"
    state, _ = after(small(tmp_path, turns, head), "turn", "turn", "turn")
    assert (state.position["coins"], state.outcome) == ([4, 4], None)
    state.apply("turn")
    assert state.outcome is not None


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("to: 4", "to: cards.gul.worth", "8: the expression `cards.gul.worth` cannot be evaluated"),
        ("to: 4", "to: card.gull", '8: the expression `card.gull` uses the unknown name "card"'),
        (
            "to: 4",
            "to: cards.gull.name",
            "8: the expression `cards.gull.name` gives Gull, not a whole",
        ),
        ("to: 4", "to: -1", '8: "coins" allows no number: "from" 0 is greater than "to" -1'),
        ("rounds: 2", "rounds: 0", "11: a game ends after 1 to 10,000 rounds, not after 0"),
        ("rounds: 2", "turns: 10001", "11: a game ends after 1 to 10,000 turns, not after 10,001"),
        ("rounds: 2", "rounds: figures.goal", "11: the expression `figures.goal` uses the unknown"),
    ],
)
def test_limits_that_are_no_numbers_are_reported(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    turns = "turn: [{gain: coins, by: 9}]\nend: [{rounds: 2}]\n"
    with pytest.raises(KitError) as caught:
        small(tmp_path, turns.replace(old, new), TURNS.replace(old, new))
    assert str(caught.value).splitlines()[0].startswith(f"turns.yaml:{fault}")
