"""Tests of card texts: the worked examples of the vocabulary, and every form of sentence."""

from __future__ import annotations

import pytest

from tests.games.gruff.reading import text

WORKED = {
    "gruff, at once": (
        "gruff",
        "[{when: [activated, self], do: [{op: stat, who: self, stat: weird, n: 1}]}]",
        "",
        "When this gruff is activated: This gruff gains 1 Weird.",
    ),
    "gruff, may": (
        "gruff",
        "[{when: [attack-killed, self], may: true, do: [{op: draw, who: mine, n: 1}]}]",
        "",
        "When an attack by this gruff kills, you may: Draw 1 card.",
    ),
    "shepherd": (
        "shepherd",
        "[{when: [below-threshold], do: [{op: crazy, who: mine, n: 3}, "
        "{op: damage, to: {each: enemy}, n: 1}]}]",
        "",
        "Threshold: Your Crazy rises by 3. Deal 1 damage to each enemy gruff.",
    ),
    "action": (
        "action",
        "[{do: [{op: damage, to: {choose: enemy}, n: 3}]}]",
        "",
        "Deal 3 damage to an enemy gruff.",
    ),
    "action with X": (
        "action",
        "[{do: [{op: damage, to: opposite, n: {stat: weird, of: active}}]}]",
        "",
        "Deal X damage to the gruff opposite your active gruff, where X is the Weird of your active "
        "gruff.",
    ),
    "ultimate action": (
        "action",
        "[{do: [{op: resurrect, who: {choose: mine, state: dead}}, "
        "{op: stat, who: chosen, stat: fat, n: 1}]}]",
        "",
        "Resurrect a dead gruff of yours. The chosen gruff gains 1 Fat.",
    ),
    "condition with X": (
        "condition",
        "[{static: [{mod: defense, n: {count: {each: mine, state: dead}}}]}]",
        "{choose: mine}",
        "Host: a gruff of yours. The host has +X Defense, where X is the number of dead gruffs of "
        "yours.",
    ),
    "condition with a flag": (
        "condition",
        "[{static: [{mod: damage, n: -2}, {flag: no-swap}]}]",
        "{choose: enemy}",
        "Host: an enemy gruff. The host has −2 Damage and cannot be swapped.",
    ),
    "mutation": (
        "mutation",
        "[{when: [blocks, self], do: [{op: damage, to: opposite, n: 2}]}]",
        "{choose: mine}",
        "Host: a gruff of yours. When the host blocks an attack: Deal 2 damage to the gruff "
        "opposite the host.",
    ),
    "ultimate mutation": (
        "mutation",
        "[{when: [attached], do: [{op: stat, who: self, stat: mean, n: 2}]}, "
        "{static: [{flag: direct}]}]",
        "active",
        "Host: your active gruff. At once: The host gains 2 Mean. The host attacks the enemy "
        "shepherd directly.",
    ),
    "action with if": (
        "action",
        "[{if: {is: dead, who: opposite}, do: [{op: damage, to: enemy-shepherd, n: 3}]}]",
        "",
        "If the gruff opposite your active gruff is dead: Deal 3 damage to the enemy shepherd.",
    ),
    "action of two": (
        "action",
        "[{do: [{op: swap, a: active, b: {choose: mine, state: either, except: active}}, "
        "{op: boost, who: active, mods: [{mod: damage, n: 2}], until: clean-up}]}]",
        "",
        "Swap your active gruff with another gruff of yours, living or dead. "
        "Your active gruff has +2 Damage until your next clean-up.",
    ),
}


@pytest.mark.parametrize("name", WORKED)
def test_worked_examples_have_the_expected_text(name: str) -> None:
    kind, clauses, host, expected = WORKED[name]
    assert text(kind, clauses, host) == expected


SENTENCES = {
    "{op: heal, who: my-shepherd, n: 2}": "Your shepherd regains 2 Life.",
    "{op: damage, to: enemy-shepherd, n: 1}": "Deal 1 damage to the enemy shepherd.",
    "{op: stat, who: active, stat: fat, n: -2}": "Your active gruff loses 2 Fat.",
    "{op: stat, who: {each: any, state: exhausted}, stat: mean, n: 1}": (
        "Each exhausted gruff gains 1 Mean."
    ),
    "{op: crazy, who: mine, n: -2}": "Your Crazy falls by 2.",
    "{op: crazy, who: enemy, n: 1}": "The enemy's Crazy rises by 1.",
    "{op: crazy, who: enemy, n: -1}": "The enemy's Crazy falls by 1.",
    "{op: crazy, who: mine, n: {half: {crazy: enemy}}}": (
        "Your Crazy rises by X, where X is half of the enemy's Crazy, rounded down."
    ),
    "{op: draw, who: mine, n: 1}": "Draw 1 card.",
    "{op: draw, who: enemy, n: 2}": "The enemy draws 2 cards.",
    "{op: draw, who: mine, n: {count: {each: enemy, state: attacking}}}": (
        "Draw X cards, where X is the number of attacking enemy gruffs."
    ),
    "{op: discard, who: mine, n: 1}": "Discard 1 card.",
    "{op: discard, who: enemy, n: 2, random: true}": "The enemy discards 2 cards at random.",
    "{op: kill, who: {choose: any, except: active}}": "Kill a gruff other than your active gruff.",
    "{op: ready, who: {choose: mine, state: exhausted}}": "Refresh an exhausted gruff of yours.",
    "{op: exhaust, who: {choose: enemy, state: ready}}": "Exhaust a ready enemy gruff.",
    "{op: cancel, who: {choose: enemy, state: attacking}}": (
        "Cancel the attack of an attacking enemy gruff."
    ),
    "{op: strip, kind: condition, from: {choose: any, state: either}}": (
        "Discard a condition from a living or dead gruff."
    ),
    "{op: strip, kind: mutation, from: opposite}": (
        "Discard a mutation from the gruff opposite your active gruff."
    ),
    "{op: recover}": "Return a card from your discard pile to your hand.",
    "{op: recover, type: action}": "Return an action from your discard pile to your hand.",
    "{op: boost, who: {each: mine, state: adjacent}, mods: [{mod: mean, n: -1}, {flag: hidden}], "
    "until: turn-end}": (
        "Each adjacent gruff of yours has −1 Mean and cannot be chosen by the enemy until the end "
        "of this turn."
    ),
    "{op: boost, who: active, mods: [{mod: damage, n: 1}, {mod: defense, n: -2}, {flag: direct}], "
    "until: turn-end}": (
        "Your active gruff has +1 Damage and −2 Defense and attacks the enemy shepherd directly "
        "until the end of this turn."
    ),
    "{op: swap, a: {choose: mine}, b: {choose: mine, except: chosen}}": (
        "Swap a living gruff of yours with another gruff of yours."
    ),
    "{op: swap, a: {choose: enemy}, b: {choose: enemy, state: either, except: chosen}}": (
        "Swap a living enemy gruff with another enemy gruff, living or dead."
    ),
    "{op: swap, a: active, b: {choose: mine, state: ready, except: active}}": (
        "Swap your active gruff with a ready gruff of yours other than your active gruff."
    ),
    "{op: stat, who: {choose: mine}, stat: fat, n: 1}": "A living gruff of yours gains 1 Fat.",
    "{op: boost, who: active, mods: [{mod: damage, n: {count: {each: mine}}}], until: clean-up}": (
        "Your active gruff has +X Damage until your next clean-up, where X is the number of "
        "living gruffs of yours."
    ),
}


@pytest.mark.parametrize("op", SENTENCES)
def test_every_operation_has_its_sentences(op: str) -> None:
    assert text("action", f"[{{do: [{op}]}}]") == SENTENCES[op]


TRIGGERS = {
    "[activated, any]": "When a gruff is activated",
    "[attack-declared, enemy]": "When an enemy gruff declares an attack",
    "[attack-killed, mine]": "When an attack by a gruff of yours kills",
    "[attack-blocked, self]": "When an attack by the host is blocked",
    "[damaged, self]": "When the host survives damage",
    "[died, mine]": "When a gruff of yours other than the host dies",
    "[died, any]": "When a gruff other than the host dies",
    "[died, enemy]": "When an enemy gruff dies",
    "[resurrected, self]": "When the host is resurrected",
    "[swapped, self]": "When the host is swapped",
    "[grew, self]": "When the host grows",
    "[card-played, mine]": "When you play a card",
    "[card-played, enemy, action]": "When the enemy plays an action",
    "[life-lost, mine]": "When your shepherd loses Life",
    "[life-lost, enemy]": "When the enemy shepherd loses Life",
    "[attached]": "At once",
}


@pytest.mark.parametrize("when", TRIGGERS)
def test_every_trigger_opens_its_clause(when: str) -> None:
    clause = f"[{{when: {when}, do: [{{op: draw, who: mine, n: 1}}]}}]"
    assert text("mutation", clause, "active") == (
        f"Host: your active gruff. {TRIGGERS[when]}: Draw 1 card."
    )


@pytest.mark.parametrize(
    ("host", "when", "heard"),
    [
        ("{choose: enemy}", "mine", "a gruff of yours"),
        ("{choose: enemy}", "enemy", "an enemy gruff other than the host"),
        ("{choose: any}", "mine", "a gruff of yours other than the host"),
        ("{choose: any}", "any", "a gruff other than the host"),
    ],
)
def test_no_gruff_triggers_on_its_own_death(host: str, when: str, heard: str) -> None:
    clause = f"[{{when: [died, {when}], do: [{{op: draw, who: mine, n: 1}}]}}]"
    assert text("mutation", clause, host).endswith(f"When {heard} dies: Draw 1 card.")


def test_prefixes_are_joined_with_commas() -> None:
    assert text(
        "gruff",
        "[{when: [attack-blocked, self], if: {cmp: [{stat: fat, of: it}, '>=', 3]}, may: true, "
        "do: [{op: discard, who: mine, n: 1}, {op: ready, who: self}]}]",
    ) == (
        "When an attack by this gruff is blocked, if the Fat of that gruff is at least 3, you may: "
        "Discard 1 card. Refresh this gruff."
    )


CONDITIONS = {
    "{is: ready, who: self}": "If the host is ready",
    "{cmp: [{count: {each: enemy, state: dead}}, '<=', 1]}": (
        "If the number of dead enemy gruffs is at most 1"
    ),
    "{cmp: [{count: {each: any, state: either}}, '=', 6]}": (
        "If the number of living or dead gruffs is exactly 6"
    ),
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_static_effects_can_have_a_condition(condition: str) -> None:
    clause = f"[{{if: {condition}, static: [{{mod: fat, n: 2}}], who: {{each: mine}}}}]"
    assert text("mutation", clause, "{choose: any, state: ready}") == (
        f"Host: a ready gruff. {CONDITIONS[condition]}: Each living gruff of yours has +2 Fat."
    )
