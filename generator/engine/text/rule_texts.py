"""Rule texts: the rules of a kit (`rules.yaml`) by the slugs that the engine cites."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, describe_value, did_you_mean
from generator.base.load_document import load_yaml
from generator.base.option import Option
from generator.engine.options import Value, read_values
from generator.kit.words import UNTRANSLATED, Translator

RULES = "rules.yaml"
"""The file in a kit's data folder that states its rules."""


WITH_ANY: Mapping[str, tuple[Value, ...]] = {}
"""The `only` of a rule that can show with any options; never changed."""


class Rule(NamedTuple):
    """One rule or ruling, in the words of the rulebook."""

    slug: str
    section: str
    text: str
    forbids: bool = False
    """Whether only refused moves cite it, never events."""
    structure: str = ""
    """How the engine's structure guarantees the rule, if nothing can cite it."""
    answers: tuple[str, ...] = ()
    """Gaps in the rules that it settles: `empty deck`, `loop`."""
    referee: bool = False
    """Whether only referees and programs need it, so that the players' rulebook may omit it."""
    only: Mapping[str, tuple[Value, ...]] = WITH_ANY
    """The options, or the number of `players`, with which it can show; empty: with any."""
    place: Place | None = None

    def applies(self, players: int, options: Mapping[str, object]) -> bool:
        """Whether it can show with this number of players and these values of the options."""
        return applies(self.only, players, options)

    @property
    def happens(self) -> bool:
        """Whether events cite it."""
        return not self.forbids and not self.structure


def applies(
    only: Mapping[str, Collection[object]], players: int, options: Mapping[str, object]
) -> bool:
    """Whether a number of players and the values of options satisfy a rule's `only`."""
    given = {**options, "players": players}
    return all(given[name] in values for name, values in only.items())


EMPTY, LOOP, LONG = "empty", "loop", "too long"
"""Gaps that a rule can settle (`answers`); "empty" is followed by what is empty."""

FIELDS: Mapping[str, type] = {
    **{"section": str, "text": str, "forbids": bool, "structure": str, "answers": list},
    **{"referee": bool, "only": dict},
}
DESCRIPTIONS: Mapping[str, str] = {
    "section": "The part of the rulebook that states it.",
    "text": "The rule as the rulebook words it, with figures of the tables: "
    '`draw {{ figures.draw | number("card", "cards") }}`.',
    "forbids": "Whether the rule shows only in the refusal of moves, never in an event.",
    "structure": "For a rule that shows in neither: why the structure of the engine upholds it.",
    "answers": "Findings of `check --deep` that this rule settles: empty deck, loop.",
    "referee": "Whether only referees and programs need it, so that the players' part of the "
    "rulebook may leave it out.",
    "only": "The options, or the number of `players`, with which it can show: "
    "`{mode: rookie, players: 3..5}`.",
}
"""Descriptions of the fields for the reference and the schemas."""
KINDS = {
    **{bool: "true or false", list: "a list of texts", str: "text"},
    dict: "a mapping from options to their values",
}


def load_rules(path: Path) -> dict[str, Rule]:
    """Load the rules of a file, in its order.  Raises KitError with every fault in it.

    The values under `only` stay as in the file until `with_options` reads them.
    """
    document = load_yaml(path)
    if not isinstance(document.data, dict):
        raise KitError("rules must be a mapping from slugs to rules", place=document.place())
    faults = [
        fault for slug, row in document.data.items() for fault in _faults(slug, row, document)
    ]
    if faults:
        raise KitError(faults)
    return {
        slug: Rule(
            slug,
            **{**row, "answers": tuple(row.get("answers", ())), "only": _only(row)},
            place=document.place(slug),
        )
        for slug, row in document.data.items()
    }


def with_options(
    rules: Mapping[str, Rule], options: Mapping[str, Option], seats: range
) -> dict[str, Rule]:
    """Return the rules with the values under `only` parsed as values of a kit's options.

    Raises KitError with every option or value that the kit does not have.
    """
    known = {**options, "players": Option(default=seats[0], low=seats[0], high=seats[-1])}
    read = dict(rules)
    faults: list[Fault] = []
    for slug, rule in rules.items():
        only: dict[str, tuple[Value, ...]] = {}
        for name, values in rule.only.items():
            try:
                if name not in known:
                    raise KitError(f'no option "{name}"', hint=did_you_mean(name, known))
                only[name] = tuple(
                    read for value in values for read in read_values(name, known[name], value)
                )
            except KitError as error:
                faults += error.within(place=rule.place, item=f'rule "{slug}"').faults
        if only:
            read[slug] = rule._replace(only=only)
    if faults:
        raise KitError(faults)
    return read


def translate_rules(rules: Mapping[str, Rule], translator: Translator) -> dict[str, Rule]:
    """Return the rules with their sections and texts translated."""
    return {
        slug: rule._replace(
            section=translator.translate(rule.section, rule.place),
            text=translator.translate(rule.text, rule.place),
        )
        for slug, rule in rules.items()
    }


def with_figures(
    rules: Mapping[str, Rule], tables: Mapping[str, Any], translator: Translator = UNTRANSLATED
) -> dict[str, Rule]:
    """Return the rules with the values of the kit's tables in their texts.

    A text is written `draw {{ figures.draw | number("card", "cards") }}`, in the language of expressions.
    Raises KitError with every text that cannot be filled in.
    """
    from generator.kit.expressions.evaluate import TRANSLATOR, TextTemplate  # slow to import

    filled = dict(rules)
    faults: list[Fault] = []
    for slug, rule in rules.items():
        if "{{" in rule.text:
            place = rule.place or Place(RULES)
            try:
                text = TextTemplate(rule.text, tables, place)({**tables, TRANSLATOR: translator})
                filled[slug] = rule._replace(text=text)
            except KitError as error:
                faults += error.within(item=f'rule "{slug}"').faults
    if faults:
        raise KitError(faults)
    return filled


def _faults(slug: str, row: Any, document: Document) -> Iterator[Fault]:
    item = f'rule "{slug}"'
    if not isinstance(row, dict):
        yield Fault("a rule must have a section and a text", document.place(slug), item)
        return
    for field, value in row.items():
        place = document.place(slug, field)
        if field not in FIELDS:
            yield Fault(f'no field "{field}"', place, item, did_you_mean(field, FIELDS))
        elif not isinstance(value, FIELDS[field]) or value == "" or not _texts(value):
            found = "" if isinstance(value, list) else f", but is {describe_value(value)}"
            yield Fault(f'"{field}" must be {KINDS[FIELDS[field]]}{found}', place, item)
        elif isinstance(value, list):
            for answer in value:
                if answer not in (LOOP, LONG) and not answer.startswith(f"{EMPTY} "):
                    hint = f'write "{LOOP}", "{LONG}" or "{EMPTY} …", such as "{EMPTY} deck"'
                    message = f'a rule cannot settle "{answer}"'
                    yield Fault(message, place, item, hint)
    for field in ("section", "text"):
        if field not in row:
            yield Fault(f'the field "{field}" is missing', document.place(slug), item)
    if row.get("forbids") and row.get("structure"):
        yield Fault(
            'a rule can have "forbids" or "structure", not both', document.place(slug), item
        )


def _only(row: Mapping[str, Any]) -> dict[str, tuple[Value, ...]]:
    """The values of each option under `only`: one value, or a list."""
    return {
        str(name): tuple(values) if isinstance(values, list) else (values,)
        for name, values in row.get("only", {}).items()
    }


def _texts(value: Any) -> bool:
    """Whether a value, if it is a list, is a list of texts."""
    return not isinstance(value, list) or all(isinstance(each, str) for each in value)


def in_short(text: str, room: int) -> str:
    """Shorten a rule's text to at most `room` characters: whole sentences, or whole words."""
    if len(text) <= room:
        return text
    end = max(text.rfind(f"{mark} ", 0, room) for mark in ".?!")
    if end > 0:
        return text[: end + 1]
    return f"{text[: room - 2].rpartition(' ')[0].rstrip(',;:')} …"
