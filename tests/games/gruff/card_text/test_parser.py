"""Tests of the parser of card effects: faults of form and of meaning."""

from __future__ import annotations

import pytest

from generator.games.gruff.effects.ast import Pick, Ref
from generator.games.gruff.effects.parser import read_source
from tests.games.gruff.reading import form_faults, meaning_faults, row, source, vocabulary

FORM = [
    ("action", "[{do: [{op: dance}]}]", "", 'op cannot be "dance"'),
    ("action", "[{do: [{op: draw, who: mine}]}]", "", 'draw needs "n"'),
    ("action", "[{do: [{op: draw, who: any, n: 1}]}]", "", 'who of draw cannot be "any"'),
    ("action", "[{do: [{op: draw, who: mine, n: 0}]}]", "", "n of draw must be 1 or more"),
    ("action", "[{do: [{op: crazy, who: mine, n: 0}]}]", "", "n of crazy must not be 0"),
    ("action", "[{do: [{op: draw, who: mine, n: two}]}]", "", "n of draw must be a number"),
    ("action", "[{do: [{op: draw, who: mine, n: 1, why: fun}]}]", "", 'draw has no field "why"'),
    ("action", "[{do: [{op: kill, who: {choose: all}}]}]", "", 'who of kill cannot be "all"'),
    ("action", "[{do: [{op: kill, who: {choose: any, each: any}}]}]", "", 'needs "choose" or'),
    ("action", "[{do: [{op: kill, who: {choose: any, state: dead}}]}]", "", "a gruff that is dead"),
    ("action", "[{do: [{op: resurrect, who: {choose: mine}}]}]", "", "a gruff that is living"),
    ("action", "[{do: [{op: kill, who: {choose: any, state: odd}}]}]", "", 'state cannot be "odd"'),
    ("action", "[{do: [{op: swap, a: active, b: {each: mine}}]}]", "", "must be one gruff"),
    ("action", "[{do: [{op: heal, who: active, n: 1}]}]", "", 'who of heal cannot be "active"'),
    ("action", "[{do: [{op: strip, kind: action, from: active}]}]", "", 'cannot be "action"'),
    ("action", "[{do: []}]", "", "do must be a list of 1 to 9, but has 0"),
    ("action", "[{may: true}]", "", 'a clause needs "do" or "static"'),
    ("action", "[{when: [attached], do: [{op: recover}]}]", "", "an Action is done at once"),
    ("action", "[{do: [{op: recover}]}, {do: [{op: recover}]}, {do: [{op: recover}]}]", "", "1 to"),
    ("action", "[{do: [{op: recover}]}]", "{choose: mine}", "cannot have a host"),
    ("action", "[{may: 1.5, do: [{op: recover}]}]", "", "may must be true or left out"),
    ("action", "[{if: {be: dead}, do: [{op: recover}]}]", "", 'if needs "is" or "cmp"'),
    (
        "action",
        "[{if: {is: either, who: active}, do: [{op: recover}]}]",
        "",
        'is cannot be "either"',
    ),
    ("action", "[{if: {cmp: [1, 2]}, do: [{op: recover}]}]", "", "cmp must be a list of 3"),
    ("action", "[{if: {cmp: [1, '<', 2]}, do: [{op: recover}]}]", "", 'cmp cannot be "<"'),
    ("action", "[{do: [{op: draw, who: mine, n: {count: self}}]}]", "", "count needs each gruff"),
    ("mutation", "[{do: [{op: recover}]}]", "active", 'needs "when" or "static"'),
    ("mutation", "[{static: [{flag: no-excess}]}]", "", "the host must be chosen"),
    ("mutation", "[{static: [{flag: loud}]}]", "active", 'flag cannot be "loud"'),
    ("mutation", "[{static: [{mod: crazy, n: 1}]}]", "active", 'mod cannot be "crazy"'),
    ("mutation", "[{static: []}]", "active", "a list of changes must be a list of 1 to 4"),
    (
        "mutation",
        "[{static: [{flag: direct}], do: [{op: recover}]}]",
        "active",
        'a static clause has no field "do"',
    ),
    (
        "mutation",
        "[{static: [{mod: mean, n: {crazy: mine}}, {flag: direct}]}]",
        "{choose: mine, state: dead}",
        "the host cannot be a gruff that is dead",
    ),
    ("gruff", "[{do: [{op: recover}]}]", "", 'the clause of a gruff needs "when"'),
    ("gruff", "[{when: [sneezes, self], do: [{op: recover}]}]", "", 'cannot be "sneezes"'),
    ("gruff", "[{when: [died], do: [{op: recover}]}]", "", "the trigger died must say of whom"),
    ("gruff", "[{when: [died, mine, action], do: [{op: recover}]}]", "", "takes no third word"),
    ("gruff", "[{when: [card-played, self], do: [{op: recover}]}]", "", 'cannot be "self"'),
    ("gruff", "[{when: [card-played, mine, spell], do: [{op: recover}]}]", "", 'cannot be "spell"'),
    (
        "action",
        "[{do: [{op: boost, who: active, until: clean-up, mods: "
        "[{mod: mean, n: {count: {each: mine}}}, {mod: fat, n: {count: {each: any}}}]}]}]",
        "",
        "only one amount of a sentence can be worked out",
    ),
]


@pytest.mark.parametrize(("kind", "clauses", "host", "says"), FORM)
def test_faults_of_form_are_reported(kind: str, clauses: str, host: str, says: str) -> None:
    found = form_faults(kind, clauses, host)
    assert any(says in message for message in found), found


def test_a_fault_has_its_line() -> None:
    clauses = "\n  - do:\n      - {op: recover}\n      - {op: dance}"
    _, (fault,) = read_source("action", row(clauses), vocabulary())
    assert str(fault.place) == "test.yaml:6"
    assert fault.item == 'card "X" [x]'


def test_all_faults_are_reported_at_once() -> None:
    assert len(form_faults("action", "[{do: [{op: dance}, {op: sing}]}]", "active")) == 3


MEANING = [
    ("action", "[{do: [{op: kill, who: self}]}]", "", '"self" means nothing in an action'),
    (
        "shepherd",
        "[{when: [below-threshold], do: [{op: kill, who: self}]}]",
        "",
        '"self" means nothing in a shepherd',
    ),
    (
        "shepherd",
        "[{when: [below-threshold], do: [{op: kill, who: opposite}]}]",
        "",
        '"opposite" means nothing for a shepherd',
    ),
    (
        "shepherd",
        "[{when: [below-threshold], do: [{op: kill, who: {choose: any, except: active}}]}]",
        "",
        '"active" means nothing for a shepherd',
    ),
    (
        "shepherd",
        "[{when: [below-threshold], do: [{op: kill, who: {each: mine, state: adjacent}}]}]",
        "",
        '"adjacent" means nothing for a shepherd',
    ),
    (
        "shepherd",
        "[{when: [grew, mine], do: [{op: recover}]}]",
        "",
        "a shepherd waits for its threshold only",
    ),
    (
        "action",
        "[{do: [{op: draw, who: mine, n: {stat: fat, of: {choose: mine}}}]}]",
        "",
        '"of" must name a single gruff',
    ),
    (
        "action",
        "[{if: {is: dead, who: {each: mine}}, do: [{op: recover}]}]",
        "",
        'the "who" of "is" must name a single gruff',
    ),
    ("action", "[{do: [{op: kill, who: it}]}]", "", '"it" needs a trigger'),
    ("gruff", "[{when: [life-lost, mine], do: [{op: kill, who: it}]}]", "", '"it" needs a trigger'),
    ("action", "[{do: [{op: kill, who: chosen}]}]", "", '"chosen" comes before'),
    (
        "action",
        "[{do: [{op: kill, who: chosen}, {op: kill, who: {choose: any}}]}]",
        "",
        '"chosen" comes before',
    ),
    (
        "action",
        "[{do: [{op: kill, who: {choose: any, except: chosen}}]}]",
        "",
        '"chosen" comes before',
    ),
    (
        "action",
        "[{do: [{op: kill, who: {choose: any}}]}, {do: [{op: kill, who: chosen}]}]",
        "",
        '"chosen" comes before',
    ),
    ("gruff", "[{when: [died, self], do: [{op: recover}]}]", "", "its own death"),
    ("gruff", "[{when: [below-threshold], do: [{op: recover}]}]", "", "only a shepherd"),
    ("gruff", "[{when: [attached], do: [{op: recover}]}]", "", "is attached"),
    (
        "mutation",
        "[{static: [{mod: mean, n: {crazy: mine}}]}]",
        "active",
        "what lasts must be a number or a count",
    ),
    (
        "action",
        "[{do: [{op: boost, who: active, mods: [{mod: mean, n: {half: 4}}], until: turn-end}]}]",
        "",
        "what lasts must be a number or a count",
    ),
    (
        "mutation",
        "[{static: [{flag: direct}], who: {choose: mine}}]",
        "active",
        'the "who" of a static clause',
    ),
    ("mutation", "[{static: [{flag: direct}], who: opposite}]", "active", 'the "who" of a static'),
    (
        "mutation",
        "[{if: {cmp: [{crazy: mine}, '>=', 3]}, static: [{flag: direct}]}]",
        "active",
        'the "if" of a static clause compares',
    ),
    (
        "mutation",
        "[{static: [{flag: direct}]}]",
        "{choose: mine, except: self}",
        'a host has no "self" yet',
    ),
    (
        "mutation",
        "[{static: [{flag: direct}]}]",
        "{choose: mine, state: adjacent}",
        "nothing is adjacent",
    ),
]


@pytest.mark.parametrize(("kind", "clauses", "host", "says"), MEANING)
def test_faults_of_meaning_are_reported(kind: str, clauses: str, host: str, says: str) -> None:
    found = meaning_faults(kind, clauses, host)
    assert any(says in message for message in found), found


def test_chosen_may_follow_a_choice_in_the_same_operation() -> None:
    clauses = "[{do: [{op: damage, to: {choose: enemy}, n: {stat: mean, of: chosen}}]}]"
    assert meaning_faults("action", clauses) == []


def test_a_clause_is_parsed_to_operations() -> None:
    read = source("condition", "[{static: [{mod: fat, n: 2}]}]", "{choose: enemy, state: ready}")
    assert read.host == Pick(False, "enemy", "ready")
    assert read.clauses[0].who == Ref("self")
    assert read.clauses[0].mods == (("fat", 2),)
