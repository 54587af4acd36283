"""Tests of the checks of the kit: each catches data that are broken in one place."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from generator.base.errors import Fault, KitError
from generator.games.gruff.game import GruffGame
from generator.kit.checks.registry import registered
from generator.kit.checks.run import run_checks
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.records import Record, Table, Tables
from tests.games.gruff.conftest import Content, changed, shipped
from tests.games.gruff.reading import DATA


@cache
def kitfile() -> KitFile:
    return load_kitfile(DATA / "game.yaml")


def faults(tables: Tables) -> tuple[Fault, ...]:
    """The faults of the kit with these tables."""
    return run_checks(kitfile(), tables, registered("generator.games.gruff")).faults


def rows(tables: Tables, name: str) -> tuple[Record, ...]:
    table = tables[name]
    assert isinstance(table, Table)
    return table.rows


def of_pool(content: Content, **wanted: Any) -> list[dict[str, Any]]:
    """The cards of the first gruff's pool that meet a condition."""
    pool = content["gruffs"][0]["id"]
    return [
        card
        for card in content["cards"]
        if card["pool"] == pool and all(card.get(key, False) == wanted[key] for key in wanted)
    ]


def leaning(content: Content, stat: str) -> list[dict[str, Any]]:
    return [row for row in content["gruffs"] if row["lean"] == stat]


def same_stats(content: Content) -> None:
    first, *others = leaning(content, "fat")
    for row in others:
        row.update({stat: first[stat] for stat in ("mean", "weird", "fat")})


def same_shepherds(content: Content) -> None:
    one, other = content["shepherds"][:2]
    other.update({key: one[key] for key in ("life", "crazy", "breaking-point")})


def never_heals(content: Content) -> None:
    for name in ("gruffs", "shepherds", "cards"):
        for row in content[name]:
            for clause in row["clauses"]:
                for op in clause.get("do", ()):
                    if op["op"] == "heal":
                        op.clear()
                        op.update(op="draw", who="mine", n=1)


Change = Callable[[Content], object]
BROKEN: dict[str, list[tuple[Change, str]]] = {
    "chk-counts": [(lambda c: c["shepherds"].pop(), "count shepherds: found 5, expected 6")],
    "chk-gruff-stats": [
        (lambda c: c["gruffs"][0].update(mean=6), "mean: found 6, expected 1..5"),
        (lambda c: c["gruffs"][0].update(fat=0), "fat: found 0, expected 1..5"),
        (lambda c: c["gruffs"][0].update(weird=5, mean=5, fat=5), "found 15, expected 7"),
    ],
    "chk-lean": [
        (
            lambda c: c["gruffs"][0].update(mean=2, weird=2, fat=3),
            "leans on a stat that another stat reaches",
        ),
        (
            lambda c: c["gruffs"][0].update(lean="fat"),
            "gruffs that lean on mean: found 3, expected 4",
        ),
        (same_stats, "different stats of gruffs that lean on fat: found 1"),
    ],
    "chk-stat-totals": [(lambda c: c["gruffs"][0].update(mean=9), "expected 28")],
    "chk-shepherd": [
        (lambda c: c["shepherds"][0].update(life=17), "life: found 17, expected 10..16"),
        (lambda c: c["shepherds"][0].update(crazy=4), "crazy: found 4, expected 0..3"),
        (lambda c: c["shepherds"][0].update({"breaking-point": 0}), "found 0, expected 1..5"),
        (lambda c: c["shepherds"][0].update(life=10, crazy=0), "expected 18"),
        (lambda c: c["shepherds"][0].update(threshold=2), "found 2, expected 3..8"),
        (lambda c: c["shepherds"][0].update(threshold=9), "expected 0 or more"),
        (same_shepherds, "is already used by shepherd"),
    ],
    "chk-pool-ten": [
        (lambda c: c["cards"][0].update(pool=c["gruffs"][1]["id"]), "found 9, expected 10")
    ],
    "chk-pool-mix": [
        (lambda c: of_pool(c, type="action")[0].update(type="mutation"), "found 3, expected 4")
    ],
    "chk-pool-ultimates": [
        (lambda c: of_pool(c, ultimate=True)[0].update(ultimate=False), "found 1, expected 2")
    ],
    "chk-cost": [
        (
            lambda c: of_pool(c, ultimate=False)[0].update(cost=7),
            "a plain card: cost: found 7, expected 1..6",
        ),
        (
            lambda c: of_pool(c, ultimate=True)[0].update(cost=13),
            "an Ultimate: cost: found 13, expected 6..12",
        ),
        (
            lambda c: [card.update(cost=4) for card in of_pool(c, ultimate=False)],
            "the cost of all plain cards of the pool: found 32, expected 20..28",
        ),
        (
            lambda c: [card.update(cost=3) for card in of_pool(c, ultimate=False)],
            "plain cards of the pool that cost 1 or 2: found 0, expected 2 or more",
        ),
    ],
    "chk-unique": [
        (lambda c: c["shepherds"][0].update(name=c["cards"][0]["name"]), "has the same name as"),
        (lambda c: c["shepherds"][0].update(id=c["cards"][0]["id"]), "has the same id as"),
        (
            lambda c: c["gruffs"][0].update(clauses=c["gruffs"][1]["clauses"]),
            "has the same effect as",
        ),
        (
            lambda c: c["cards"][0].update(
                {key: c["cards"][1][key] for key in ("type", "cost", "clauses")}
            ),
            "has the same effect as",
        ),
    ],
    "chk-vocabulary": [
        (lambda c: c["operations"][0].update(id="stun"), "the rules do not use this name"),
        (lambda c: c["flags"].pop(), "is missing"),
    ],
    "chk-effect-schema": [
        (
            lambda c: c["cards"][0].update(clauses=[{"do": [{"op": "dance"}]}]),
            'op cannot be "dance"',
        ),
        (lambda c: c["gruffs"][0].update(clauses=[]), "clauses must be a list of 1, but has 0"),
    ],
    "chk-scope": [
        (
            lambda c: of_pool(c, type="action")[0].update(
                clauses=[{"do": [{"op": "kill", "who": "self"}]}]
            ),
            '"self" means nothing in an action',
        )
    ],
    "chk-text": [
        (
            lambda c: c["cards"][0].update(text="Win the game."),
            "the text does not say what the effect does",
        ),
        (
            lambda c: c["shepherds"][0].update(text=c["shepherds"][0]["text"] + " "),
            "the text does not say what the effect does",
        ),
    ],
    "chk-coverage": [(never_heals, "no gruff, shepherd or card uses it")],
}
"""For every check: changes of the content, and the expected faults of each."""
CASES = [(slug, number) for slug, cases in BROKEN.items() for number in range(len(cases))]


def test_the_shipped_data_pass_every_check() -> None:
    assert [str(fault) for fault in faults(shipped())] == []


def test_there_is_a_broken_copy_for_every_check() -> None:
    written = [check.slug for check in registered("generator.games.gruff")]
    assert sorted(BROKEN) == sorted([*kitfile().checks, *written])


@pytest.mark.parametrize(("slug", "number"), CASES)
def test_a_broken_copy_is_caught_by_its_check(slug: str, number: int) -> None:
    change, message = BROKEN[slug][number]
    found = [fault for fault in faults(changed(change)) if fault.check == slug]
    assert any(message in fault.message for fault in found), [fault.message for fault in found]


def test_the_hint_for_a_wrong_text_is_the_correct_text() -> None:
    row = rows(shipped(), "cards")[0]
    (fault,) = faults(changed(lambda c: c["cards"][0].update(text="Win the game.")))
    assert fault.hint == f'it should read "{row["text"]}"'
    assert fault.place == row.place


def test_a_text_is_not_compared_with_an_invalid_effect() -> None:
    def change(content: Content) -> None:
        content["cards"][0].update(text="Win.", clauses=[{"do": [{"op": "dance"}]}])

    assert "chk-text" not in {fault.check for fault in faults(changed(change))}


def test_the_hint_for_a_new_word_of_effects_says_what_to_do() -> None:
    def change(content: Content) -> None:
        content["operations"][0].update(id="stun")
        content["cards"][0].update(clauses=[{"do": [{"op": "dance"}]}])

    found = [fault for fault in faults(changed(change)) if "known ones" in fault.hint]
    assert {fault.check for fault in found} == {"chk-vocabulary", "chk-effect-schema"}
    for fault in found:
        assert fault.hint.startswith("write it in known ones (boost, cancel, crazy, ")
        assert fault.hint.endswith("a new one is Python, in generator.games.gruff.effects")


def test_all_faults_are_reported_at_once() -> None:
    def change(content: Content) -> None:
        content["gruffs"][0].update(mean=9, text="Win.")
        content["shepherds"][0].update(life=20)

    slugs = {fault.check for fault in faults(changed(change))}
    assert {"chk-gruff-stats", "chk-stat-totals", "chk-text", "chk-shepherd"} <= slugs


UNPLAYABLE: dict[str, Change] = {
    'op cannot be "dance"': lambda c: c["cards"][0].update(clauses=[{"do": [{"op": "dance"}]}]),
    "a shepherd waits for its threshold only": lambda c: c["shepherds"][0]["clauses"][0].update(
        when=["life-lost", "mine"]
    ),
    "the rules do not use this name": lambda c: c["operations"][0].update(id="harm"),
    'operation "damage" is missing': lambda c: c["operations"][0].update(id="harm"),
    "the rules expect other fields": lambda c: c["operations"][0].update(fields={"to": "target"}),
}


@pytest.mark.parametrize("message", UNPLAYABLE)
def test_unplayable_content_is_refused(game: GruffGame, message: str) -> None:
    records = game.records._replace(tables=changed(UNPLAYABLE[message]))
    with pytest.raises(KitError) as refusal:
        GruffGame(records)
    assert any(message in fault.message for fault in refusal.value.faults), str(refusal.value)
