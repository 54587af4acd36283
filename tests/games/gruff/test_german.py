"""German texts: every name in the case that its sentence asks for."""

from __future__ import annotations

import pytest

from generator.games.gruff.card_text import GRAMMARS, german, wording
from generator.games.gruff.card_text.german_lexicon import (
    DURATIONS,
    FLAGS,
    IS,
    OPERATIONS,
    REFERENCES,
    STATS,
    TRIGGERS,
)
from generator.games.gruff.card_text.german_lexicon import STATES as GERMAN_STATES
from generator.games.gruff.effects.ast import SIDES, STATES
from generator.games.gruff.effects.parser import read_source
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.load import load_tables
from tests.games.gruff.reading import DATA, row, source, vocabulary

WORKED = [
    ("gruff", "[{when: [activated, self], do: [{op: stat, who: self, stat: weird, n: 1}]}]", "",
     "Wenn dieser Gruff aktiviert wird: Dieser Gruff gewinnt 1 Seltsamkeit."),
    ("gruff", "[{when: [attack-killed, self], may: true, do: [{op: draw, who: mine, n: 1}]}]", "",
     "Wenn ein Angriff dieses Gruffs tötet, darfst du dies tun: Ziehe 1 Karte."),
    ("action", "[{may: true, do: [{op: draw, who: mine, n: 2}]}]", "",
     "Du darfst dies tun: Ziehe 2 Karten."),
    ("action", "[{do: [{op: damage, to: {choose: enemy}, n: 3}]}]", "",
     "Füge einem gegnerischen Gruff 3 Schaden zu."),
    ("action", "[{do: [{op: kill, who: {choose: enemy, state: exhausted}}]}]", "",
     "Töte einen erschöpften gegnerischen Gruff."),
    ("action", "[{do: [{op: ready, who: {each: mine, except: active}}]}]", "",
     "Erfrische jeden deiner Gruffs außer deinem aktiven Gruff."),
    ("action", "[{do: [{op: cancel, who: {choose: enemy, state: attacking}}]}]", "",
     "Brich den Angriff eines angreifenden gegnerischen Gruffs ab."),
    ("action", "[{do: [{op: damage, to: opposite, n: {stat: damage, of: active}}]}]", "",
     "Füge dem Gruff gegenüber X Schaden zu, wobei X der Schaden deines aktiven Gruffs ist."),
    ("condition", "[{static: [{mod: damage, n: 2}, {flag: direct}]}]", "{choose: mine}",
     "Träger: einer deiner Gruffs. Der Träger hat +2 Schaden und greift den gegnerischen Hirten "
     "direkt an."),
    ("action", "[{do: [{op: boost, who: active, mods: [{mod: damage, n: 1}, {mod: defense, n: -1}], "
     "until: turn-end}]}]", "",
     "Bis zum Ende dieses Zuges hat dein aktiver Gruff +1 Schaden und −1 Abwehr."),
    ("action", "[{do: [{op: strip, kind: condition, from: {choose: any}}]}]", "",
     "Wirf einen Zustand von einem Gruff ab."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "clauses", "host", "says"), WORKED)
def test_worked_examples(kind: str, clauses: str, host: str, says: str) -> None:
    made, faults = read_source(kind, row(clauses, host), vocabulary())
    assert not faults
    assert german.text_of(made, vocabulary()) == says


def test_the_words_are_those_of_the_vocabulary() -> None:
    words = vocabulary()
    assert set(OPERATIONS) == set(words.operations)
    assert set(TRIGGERS) == set(words.triggers)
    assert set(FLAGS) == set(words.flags)
    assert set(DURATIONS) == set(words.durations)
    assert set(STATS) == set(words.stats)
    assert set(REFERENCES) == set(words.references)
    assert set(IS) == set(GERMAN_STATES) == set(STATES)
    for name, operation in words.operations.items():
        forms = {form for form in operation.print if form != "always"}
        assert set(OPERATIONS[name]) == (forms or {""}), name


@pytest.mark.parametrize("state", [state for state in STATES if state not in ("dead", "either")])
@pytest.mark.parametrize("side", SIDES)
def test_each_sort_of_gruff_bends_in_its_cases(side: str, state: str) -> None:
    for how in ("choose", "each"):
        made = source(
            "action", f"[{{do: [{{op: damage, to: {{{how}: {side}, state: {state}}}, n: 1}}]}}]"
        )
        said = german.text_of(made, vocabulary())
        article = {"choose": "einem ", "each": "jedem "}[how]
        assert said.startswith(f"Füge {article}")
        assert said.endswith(" 1 Schaden zu.")
        if state == "ready":
            assert "bereiten " in said


def test_every_card_has_a_german_text() -> None:
    tables = load_tables(load_kitfile(DATA / "game.yaml").tables, DATA)
    told = wording(tables, "de")
    counts = [
        sum(table == name for table, _, _ in told) for name in ("gruffs", "shepherds", "cards")
    ]
    assert counts == [12, 6, 120]
    for text in told.values():
        assert text.endswith(".")
        assert not set(text) & set("{}")
        assert "  " not in text


def test_english_is_one_grammar_among_others() -> None:
    tables = load_tables(load_kitfile(DATA / "game.yaml").tables, DATA)
    told = wording(tables, "en")
    assert all(tables[table][id][field] == text for (table, id, field), text in told.items())
    assert wording(tables, "fr") == {}
    assert set(GRAMMARS) == {"en", "de"}
