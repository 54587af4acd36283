"""Combined events: one sentence for the events of a Test, a blow or an attachment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from generator.engine.text.event_text import Together, added
from generator.games.ggt.display.text import SENTENCES


def _sums(facts: Mapping[str, Any]) -> tuple[str, str]:
    """Both totals of a Test as sums: `7 + 9 = 16`."""
    one, two = (
        total if value is None else added([(total - value, ""), (value, "")])
        for total, value in zip(facts["sums"], facts["values"], strict=True)
    )
    return str(one), str(two)


def _won(facts: Mapping[str, Any]) -> str:
    """A Test won by the higher total; in combat with the Power gained."""
    (one, two), (mine, theirs) = _sums(facts), facts["sums"]
    than = "more" if mine > theirs else "less"
    power = f" and now has {facts['power']} Power" if "power" in facts else ""
    return f"{facts['Pair']}: {one} is {than} than {two}, so {facts['winner']} wins{power}."


def _tie(facts: Mapping[str, Any]) -> str:
    one, two = _sums(facts)
    return f"{facts['Pair']}: {one}, {two}. A tie, so another card each."


def _hurt(facts: Mapping[str, Any]) -> str:
    """A blow with all its modifiers, added in the order of `damage-order`."""
    parts, so_far = [(facts["blow"], "")], facts["blow"]
    if "rend" in facts:
        parts.append(facts["rend"])
        so_far += facts["rend"][0]
    if "less" in facts:
        parts.append((facts["less"] - so_far, "attacking"))
        so_far = facts["less"]
    if "armour" in facts and facts["damage"] != so_far:
        parts.append((facts["damage"] - so_far, facts["armour"][1]))
    return f"{facts['Seat']} takes {added(parts)} damage and has {facts['left']} left."


def _sewn(facts: Mapping[str, Any]) -> str:
    """A limb paid for and attached; a part of the price goes to its former owner."""
    price, shared, whom = facts["price"], facts["shared"], facts["owner"]
    if 0 < shared < price:
        whom = f"the supply, but {shared} of it to {whom},"
    return (
        f"{facts['Seat']} pays {price} Power to {whom} and sews on {facts['limb']}. "
        f"Now it has {facts['body']}."
    )


def _blows() -> Iterator[tuple[str, ...]]:
    """Yield the sequences of events in a blow, with and without each optional event."""
    maybe = ("ability/ability-rend", "less", "ability/ability-armour", "floor")
    for chosen in product((True, False), repeat=len(maybe)):
        happens = (event for event, does in zip(maybe, chosen, strict=True) if does)
        yield ("blow", *happens, "damage")


TOGETHER: Together = {
    **SENTENCES.together,
    ("reveal", "win/test-total"): _won,
    ("reveal", "win/test-total", "joy"): _won,
    ("reveal", "tie/test-tie"): _tie,
    **dict.fromkeys(_blows(), _hurt),
    ("pay", "share", "attach", "totals"): _sewn,
}
"""Sentences for events that are reported as one."""
