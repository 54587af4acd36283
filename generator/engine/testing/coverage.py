"""Turns a count of the rules that were cited into those that should have been and never were."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.rule_texts import Rule


def never_fired(rules: Mapping[str, Rule], fired: Mapping[str, int]) -> list[str]:
    """The rules that some event should have cited and none did, in the order of the rulebook."""
    return [slug for slug, rule in rules.items() if rule.happens and not fired.get(slug)]


def never_forbade(rules: Mapping[str, Rule], refused: Mapping[str, int]) -> list[str]:
    """The rules that should have forbidden some move and never did."""
    return [slug for slug, rule in rules.items() if rule.forbids and not refused.get(slug)]
