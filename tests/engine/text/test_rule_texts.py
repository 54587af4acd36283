"""Tests of rules from a file: their wording, and every fault with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.document import Mark
from generator.base.errors import KitError, Place
from generator.base.option import Option
from generator.engine.text.rule_texts import in_short, load_rules, with_figures, with_options
from generator.kit.tables.records import Record
from generator.kit.words import Translator


def load(folder: Path, text: str) -> list[str]:
    path = folder / "rules.yaml"
    path.write_text(text)
    try:
        return [f"{rule.slug} {rule.happens}" for rule in load_rules(path).values()]
    except KitError as error:
        return [str(fault).partition("rules.yaml:")[2] for fault in error.faults]


GOOD = """
win: {section: End, text: Most points win.}
no-pass: {section: Turn, text: You must move., forbids: true}
board: {section: Start, text: The board is square., structure: It is.}
"""


def test_rules_keep_their_order_and_whether_events_cite_them(tmp_path: Path) -> None:
    assert load(tmp_path, GOOD) == ["win True", "no-pass False", "board False"]


def test_a_rule_knows_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(GOOD)
    place = load_rules(path)["no-pass"].place
    assert place is not None
    assert place.line == 3


def test_every_fault_is_reported_with_its_line(tmp_path: Path) -> None:
    bad = "a: {section: S}\nb: {section: S, text: 3}\nc: {section: S, text: T, txt: U}\nd: word\n"
    both = "e: {section: S, text: T, forbids: true, structure: U}\n"
    assert load(tmp_path, bad + both) == [
        '1: rule "a": the field "text" is missing',
        '2: rule "b": "text" must be text, but is the number 3',
        '3: rule "c": no field "txt"; did you mean "text"?',
        '4: rule "d": a rule must have a section and a text',
        '5: rule "e": a rule can have "forbids" or "structure", not both',
    ]


@pytest.mark.parametrize("text", ["- a\n- b\n", "word\n"])
def test_rules_are_a_mapping(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text) == ["1: rules must be a mapping from slugs to rules"]


def test_a_rule_may_state_which_gaps_it_answers(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        "a: {section: S, text: T, answers: [empty deck, loop]}\nb: {section: S, text: T}"
    )
    rules = load_rules(path)
    assert (rules["a"].answers, rules["b"].answers) == (("empty deck", "loop"), ())
    wrong = ["answers: deck", "answers: [3]"]
    assert load(
        tmp_path, "\n".join(f"r{n}: {{section: S, text: T, {w}}}" for n, w in enumerate(wrong))
    ) == [
        '1: rule "r0": "answers" must be a list of texts, but is the text "deck"',
        '2: rule "r1": "answers" must be a list of texts',
    ]
    (loaded,) = load(tmp_path, "a: {section: S, text: T, answers: [too long, loopp]}")
    assert loaded.startswith('1: rule "a": a rule cannot settle "loopp"; write "loop",')


OPTIONS = {
    "mode": Option("plain", choices=("plain", "grim")),
    "cap": Option(5, low=1, high=2_000),
    "team": Option(False),
}


@pytest.mark.parametrize(
    ("only", "with_two", "with_three_grim"),
    [
        ("{}", True, True),
        ("{players: 2}", True, False),
        ("{players: 3..4, mode: [grim]}", False, True),
        ("{mode: plain, cap: [1, 4..6]}", True, False),
        ("{team: true}", False, False),
    ],
)
def test_a_rule_may_state_which_options_it_needs(
    tmp_path: Path, only: str, with_two: bool, with_three_grim: bool
) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(f"a: {{section: S, text: T, only: {only}}}\n")
    rule = with_options(load_rules(path), OPTIONS, range(2, 5))["a"]
    assert rule.applies(2, {"mode": "plain", "cap": 5, "team": False}) is with_two
    assert rule.applies(3, {"mode": "grim", "cap": 5, "team": False}) is with_three_grim


@pytest.mark.parametrize(
    ("only", "message"),
    [
        ("{mod: grim}", 'no option "mod"; did you mean "mode"?'),
        ("{mode: grimm}", 'there is no mode "grimm"; did you mean "grim"? (option-value)'),
        ("{players: 5}", "players must be 2..4, not 5 (option-value)"),
        ("{cap: 1..2000}", "cap 1..2000 are more than 1000 values (option-value)"),
        ("{cap: 1..x}", 'cap must be a whole number, not "x" (option-value)'),
    ],
)
def test_unknown_options_are_reported(tmp_path: Path, only: str, message: str) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(f"\na: {{section: S, text: T, only: {only}}}\n")
    with pytest.raises(KitError) as caught:
        with_options(load_rules(path), OPTIONS, range(2, 5))
    assert str(caught.value).endswith(f'rules.yaml:2: rule "a": {message}')


@pytest.mark.parametrize(
    ("room", "short"),
    [(99, "Draw a card. If there is none, you lose."), (30, "Draw a card."), (11, "Draw a …")],
)
def test_a_short_rule_ends_after_a_whole_sentence_or_word(room: int, short: str) -> None:
    assert in_short("Draw a card. If there is none, you lose.", room) == short
    assert len(short) <= room


FIGURES = {"figures": Record({"draw": 3, "hand-limit": 7}, "figures.yaml", Mark(None))}


class Numbers(Translator):
    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return {"three": "drei"}.get(message, message)


def test_a_rule_says_the_figures_of_the_tables_in_its_language(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        "a: {section: S, text: 'Draw {{ figures.draw | number }}, keep {{ figures[\"hand-limit\"] }}.'}"
    )
    rules = load_rules(path)
    assert with_figures(rules, FIGURES)["a"].text == "Draw three, keep 7."
    assert with_figures(rules, FIGURES, Numbers())["a"].text == "Draw drei, keep 7."


def test_every_figure_that_does_not_exist_is_reported_with_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "rules.yaml"
    path.write_text(
        "a: {section: S, text: 'Draw {{ figures.drew }}.'}\nb: {section: S, text: '{{ figure.draw }}'}"
    )
    with pytest.raises(KitError) as caught:
        with_figures(load_rules(path), FIGURES)
    first, second = map(str, caught.value.faults)
    assert 'rules.yaml:1: rule "a": the text `Draw {{ figures.drew }}.`' in first
    assert 'there is no "drew" in figures.yaml; did you mean "draw"?' in first
    assert 'rules.yaml:2: rule "b"' in second
    assert 'did you mean "figures"?' in second
