"""Tests of the sentence file: keys that stand for runs of events, defaults, and faults with lines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from generator.base.errors import KitError
from generator.engine.events import Event
from generator.engine.game import Game
from generator.engine.pending import Decision
from generator.engine.text.event_text import Series
from generator.engine.text.sentence_file import (
    SentenceTables,
    load_sentences,
    unfilled,
    unfilled_orders,
)
from tests.engine.toy import ToyGame


def tables(folder: Path, text: str) -> SentenceTables:
    (folder / "sentences.yaml").write_text(dedent(text), encoding="utf-8")
    return load_sentences(str(folder / "display.py"))


def test_keys_with_a_plus_stand_for_runs_of_events(tmp_path: Path) -> None:
    found = tables(
        tmp_path,
        """
        moves: {hop + jump: Hop and jump}
        events: {hop/far: "{Who} hops far."}
        together: {hop + jump/high: "{Who} hops and jumps.", turn: ""}
        series:
          hop: {text: "{items}.", item: "{to}"}
          hop + jump: {text: Hops., same: [], then: [hop, jump + hop]}
        """,
    )
    assert found.moves == {"hop + jump": "Hop and jump"}
    assert found.events == {"hop/far": "{Who} hops far."}
    assert found.together == {("hop", "jump/high"): "{Who} hops and jumps.", ("turn",): ""}
    assert found.series == {
        ("hop",): Series("{items}.", "{to}", ("seat",), ()),
        ("hop", "jump"): Series("Hops.", "", (), (("hop",), ("jump", "hop"))),
    }


def test_decisions_get_their_prompts(tmp_path: Path) -> None:
    own = Decision(lambda state, step: (), lambda *move: None, "jump how far?")
    found = tables(tmp_path, "prompts: {hop: hop where?}\n")
    decisions = found.with_prompts({"hop": replace(own, prompt=""), "jump": own})
    assert [each.prompt for each in decisions.values()] == ["hop where?", "jump how far?"]
    with pytest.raises(KitError) as refusal:
        found.with_prompts({"hopp": own})
    assert str(refusal.value).endswith('sentences.yaml:1: no decision "hop"; did you mean "hopp"?')


def test_a_table_without_entries_is_none(tmp_path: Path) -> None:
    assert tables(tmp_path, "moves:\nevents: {hop: Hops.}\n").moves == {}


def test_a_game_that_is_translated_has_all_sentences_as_messages(tmp_path: Path) -> None:
    found = tables(
        tmp_path,
        """
        moves: {hop: Hop}
        events: {hop: He hops.}
        together: {hop + hop: He hops twice.}
        series: {hop: {text: He hops on and on.}}
        """,
    )
    texts = [message.message for message in found.messages]
    assert texts == ["He hops.", "He hops twice.", "Hop", "He hops on and on."]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("moves: {}\nevent: {hop: Hops.}\n", 2, 'no table "event".*events'),
        ("events:\n  hop: [Hops.]\n", 2, 'the sentence of "hop" must be text'),
        ("series:\n  hop: {item: x}\n", 2, "a series has a text"),
        ("series:\n  hop: {text: x, name: y}\n", 2, "a series has a text"),
        ("series:\n  hop: {text: x, same: 5}\n", 2, "a series has a text"),
        ("series:\n  hop: {text: x, then: [5]}\n", 2, "a series has a text"),
        ("series:\n  hop: {text: x, item: [a]}\n", 2, "a series has a text"),
        ("moves:\n  hop: ''\n", 2, 'the order of "hop" is empty'),
        ("moves:\n  hop: Hop to {0}\n", 2, 'a brace in the sentence of "hop".*name alone'),
        ("events:\n  hop: He hops to {to.real}.\n", 2, 'a brace in the sentence of "hop"'),
        ("events:\n  hop: He hops to to}.\n", 2, 'a brace in the sentence of "hop"'),
        ("series:\n  hop: {text: x, item: '{to:>5}'}\n", 2, 'a brace in the sentence of "hop"'),
        ("[moves]\n", 1, "must be a mapping of tables"),
        ("moves: Hop\n", 1, 'the table "moves" must be a mapping'),
    ],
)
def test_a_fault_names_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    with pytest.raises(KitError, match=message) as caught:
        tables(tmp_path, text)
    (fault,) = caught.value.faults
    assert fault.place
    assert fault.place.line == line


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [({"to": "d2"}, "He hops to d2."), ({"to": ""}, "He hops about."), ({}, "He hops about.")],
)
def test_a_sentence_can_depend_on_a_fact(
    facts: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = {"hop": "He hops about.", "hop?to": "He hops to {to}."}
    monkeypatch.setattr(ToyGame, "sentences", sentences)
    monkeypatch.setattr(ToyGame, "describe", Game.describe)
    assert ToyGame.new().describe(Event("hop", "move", 0, facts)) == sentence


def test_a_sentence_for_a_rule_goes_before_those_for_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = {"hop": "a", "hop?to": "b", "hop/far": "c", "hop/far?by": "d"}
    monkeypatch.setattr(ToyGame, "sentences", sentences)
    monkeypatch.setattr(ToyGame, "describe", Game.describe)
    describe = ToyGame.new().describe
    assert describe(Event("hop", "far", 0, {"to": "d2"})) == "c"
    assert describe(Event("hop", "far", 0, {"to": "d2", "by": "frog"})) == "d"


def test_a_fact_that_no_event_has_is_found_by_the_check_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = """
        events: {hop: "He hops to {ot}.", turn: "Turn {turn}."}
        together: {turn + hop: "Turn {turnn}: he hops to {to}."}
        series: {hop: {text: "He hops to {itmes}: {items}.", item: "{too}", same: [by]}}
        """
    found = tables(tmp_path, text)
    for name in ("events", "together", "series"):
        monkeypatch.setattr(
            ToyGame, "sentences" if name == "events" else name, getattr(found, name)
        )
    monkeypatch.setattr(ToyGame, "describe", Game.describe)
    hop, turn = Event("hop", "move", 0, {"to": "d2"}), Event("turn", "move", 0, {"turn": 1})
    toy = ToyGame.new()
    assert [*map(str, unfilled(toy, [hop]))] == [
        'sentences.yaml:2: no event of this sentence has the fact "ot"; known: To, to'
    ]
    assert [*map(str, unfilled(toy, [turn, hop]))] == [
        'sentences.yaml:3: no event of this sentence has the fact "turnn"; did you mean "turn"?'
    ]
    assert [fault.place and fault.place.line for fault in unfilled(toy, [hop, hop])] == [4, 4]
    assert [*unfilled(toy, [turn])] == []


def test_a_move_with_an_unknown_fact_is_found_by_the_check_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = tables(tmp_path, "\nmoves:\n  step: '{who} steps to {ot}'\n")
    order = found.order("step", {"who": "he"})
    assert order == "He steps to {ot}"
    seen = set[tuple[str, ...]]()
    state, _ = ToyGame.new().start()
    monkeypatch.setattr(type(state.game), "move_sentence", lambda *_: order)
    assert [*map(str, unfilled_orders(state, seen))] == [
        'sentences.yaml:3: no move of this sentence has the fact "ot"'
    ] * len(seen)
    assert seen
    assert [*unfilled_orders(state, seen)] == []


def test_a_move_or_event_without_a_sentence_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tables(tmp_path, "moves: {hop: Hop}\n")
    with pytest.raises(
        KitError, match=r'sentences\.yaml has no sentence for the move "hopp".*"hop"'
    ):
        found.order("hopp", {})
    monkeypatch.setattr(ToyGame, "sentences", {"hop": "He hops."})
    monkeypatch.setattr(ToyGame, "describe", Game.describe)
    with pytest.raises(KitError, match=r'there is no sentence for the event "hopp/far".*"hop"'):
        ToyGame.new().describe(Event("hopp", "far", 0, {}))
