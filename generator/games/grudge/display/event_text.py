"""Sentences for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.text.event_text import Series, SeriesTable, Together, Wording, added
from generator.engine.text.sentence_file import load_sentences

SENTENCES = load_sentences(__file__)


# Several events as one sentence


def _sum(facts: Mapping[str, Any], stat_name: str) -> str:
    """A value as a sum: card, Stat and favour."""
    favour = facts.get("favour", 0)
    base = facts["value"] - favour
    stat = base - facts["worth"] if "worth" in facts else facts.get("stat", 0)
    parts = [(base - stat, "")]
    parts += [(stat, stat_name)] * (stat > 0) + [(favour, "favour")] * (favour > 0)
    return added(parts)


def _caused(facts: Mapping[str, Any], words: str) -> str:
    """Put the cause of favour, if any, before the words."""
    return f"{facts['cause']} {words}" if "cause" in facts else words


def _strike(facts: Mapping[str, Any]) -> str:
    """A Strike with its value, and its result if known."""
    result = f", {_result(facts)}" if "against" in facts else "."
    words = f"{_lead(facts)} at {facts['target']}: {_sum(facts, 'Spades')}{result}"
    return _caused(facts, words)


def _strike_on(facts: Mapping[str, Any]) -> str:
    return f"{facts['Who']} Strikes on at {facts['target']} with the same {facts['value']}, {_result(facts)}"


def _valued(sentence: str, stat_name: str) -> Wording:
    """Wording of a sentence followed by its value as a sum, which may include a Stat."""
    return lambda facts: _caused(facts, f"{sentence.format_map(facts)}: {_sum(facts, stat_name)}.")


def _lead(facts: Mapping[str, Any]) -> str:
    if "reacts" in facts:
        return f"{facts['Who']} uses a Reaction to {'shoot' if facts['far'] else 'Strike'}"
    return f"{facts['Who']} {'shoots' if facts['far'] else 'Strikes'}"


def _aided(facts: Mapping[str, Any]) -> str:
    """A value with Aid against an Initiative."""
    value, more = facts["value"], facts["aid"]
    result = "above" if value > facts["against"] else "a match for"
    sum_of = added([(value - more, ""), (more, "Aid")])
    return f"{facts['Aider']} gives Aid: {sum_of}, {result} {facts['against']}, so it hits."


def _shielded(facts: Mapping[str, Any]) -> str:
    """An Initiative with Aid behind a Shield against a value."""
    against, more = facts["against"], facts["aid"]
    sum_of = added([(against - more, ""), (more, "Aid")])
    return f"{facts['Aider']} raises the Shield: Initiative {sum_of}. {facts['value']} is {_result(facts)}"


def _result(facts: Mapping[str, Any]) -> str:
    """The comparison of a value with the number to beat."""
    value, against = facts["value"], facts["against"]
    if value == against:
        return f"against {against} a tie, {'which hits' if facts['hits'] else 'which misses here'}."
    return f"above {against}: a hit." if value > against else f"below {against}: a miss."


MAIN, REACTION = "main", "reaction"
FAVOURED = ("upper-hand", "favour")
SUMS = {
    "roughhouse": ("{Who} Roughhouses {target}", "Spades"),
    "avoid/avoid": ("{Who} Avoids", "Clubs"),
    "avoid/monster-paths": ("{Who} Avoids", "Clubs"),
    "avoid/boss-mobility": ("{Who} Avoids by {steps}", "Clubs"),
    "cast": ("{Who} casts {spell}", "Hearts"),
    "riposte/riposte": ("{Who} Ripostes at {target}", "Spades"),
    "riposte/spear": ("{Who} Ripostes with the Spear, before the Strike", "Spades"),
}
"""Sentences of events whose value is shown as a sum, with the Stat that it may include."""
STRIKES = [
    (*lead, strike, *more)
    for strike in ("strike/strike", "strike/bow-range")
    for lead in ((), (MAIN,), (REACTION,))
    for more in ((), FAVOURED)
]
RESULTS = (("hit/strike",), ("miss",))
TOGETHER: Together = {
    **SENTENCES.together,
    **{(*run, *result): _strike for run in STRIKES for result in ((), *RESULTS)},
    **{
        (*lead, kind, *more): _valued(sentence, stat_name)
        for kind, (sentence, stat_name) in SUMS.items()
        for lead in ((), ("main/main-any-suit",))
        for more in ((), FAVOURED)
    },
    ("aid/aid", "hit"): _aided,
    ("aid/aid-monsters-share", "hit"): _aided,
    ("aid/aid-shield", "miss"): _shielded,
}
"""Sentences for runs of events; "" leaves a run out."""
SERIES: SeriesTable = {
    **SENTENCES.series,
    # the result may come after a decision not to use an Interrupt
    **{run: Series(_strike, "", ("value",), RESULTS) for run in STRIKES},
    ("strike/axe",): Series(_strike_on, "", ("value",), RESULTS),
}
"""Sentences for several events of one kind in a row."""
