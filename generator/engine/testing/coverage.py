"""Coverage: rules that were cited or never were, and printed things that had an effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.base.errors import Fault
from generator.engine.events import Event, JsonValue
from generator.engine.testing.expectations import mismatches
from generator.engine.text.rule_texts import Rule

if TYPE_CHECKING:
    from generator.engine.testing.example_run import PlayedExample

Promise = tuple[str, Mapping[str, JsonValue]]
"""A printed thing, and part of the event that it promises."""


class Effects:
    """Events that printed things promise (`Game.promised_events`), indexed by kind of event."""

    def __init__(self, promises: Mapping[str, Mapping[str, JsonValue]]) -> None:
        self.promises = promises
        self._of_kind: dict[str, tuple[str, Mapping[str | None, Sequence[Promise]]]] = {}

    def of(self, event: Event) -> Iterator[str]:
        """Yield the printed things whose promise this event keeps."""
        kind = event.kind
        if kind not in self._of_kind:
            self._of_kind[kind] = _indexed(
                [
                    (item, promised)
                    for item, promised in self.promises.items()
                    if promised.get("event", kind) == kind
                ]
            )
        name, by_value = self._of_kind[kind]
        if by_value:
            data = event.as_data()
            value = data.get(name)
            for item, promised in by_value.get(value if isinstance(value, str) else None, ()):
                if _keeps(data, promised):
                    yield item


def _indexed(promises: Sequence[Promise]) -> tuple[str, Mapping[str | None, Sequence[Promise]]]:
    """The first fact that every promise gives as a text, and the promises by that text.

    If there is no such fact: an empty name, and all promises under None.
    """
    names = [name for _, promised in promises[:1] for name in promised if name != "event"]
    for name in names:
        if all(isinstance(promised.get(name), str) for _, promised in promises):
            by_value: dict[str | None, list[Promise]] = {}
            for item, promised in promises:
                by_value.setdefault(str(promised[name]), []).append((item, promised))
            return name, by_value
    return "", {None: promises} if promises else {}


def _keeps(data: Mapping[str, JsonValue], promised: Mapping[str, JsonValue]) -> bool:
    """Whether an event is as promised.

    Most are not, and `mismatches` is slow, so it is called only for values that can match without
    being equal.
    """
    for name, value in promised.items():
        found = data.get(name)
        if found != value:
            if not isinstance(value, (Mapping, list)):
                return False
            if any(mismatches(value, found)):
                return False
    return True


def uncited_rules(rules: Mapping[str, Rule], fired: Mapping[str, int]) -> list[str]:
    """The rules that an event should have cited but none did, in the order of the rulebook."""
    return [slug for slug, rule in rules.items() if rule.happens and not fired.get(slug)]


def unrefused_rules(rules: Mapping[str, Rule], refused: Mapping[str, int]) -> list[str]:
    """The rules that should have forbidden a move but never did."""
    return [slug for slug, rule in rules.items() if rule.forbids and not refused.get(slug)]


def uncovered_rules(
    rules: Mapping[str, Rule], examples: Iterable[PlayedExample]
) -> Iterator[Fault]:
    """Yield the rules that no example cites and names, and those cited contrary to their entry.

    `structure` declares a rule that nothing can cite, such as a definition, with the reason.
    """
    shown = list(examples)
    named = {slug for each in shown for slug in each.example.rules}
    cited = {slug for each in shown for slug in each.cited}
    for slug, rule in rules.items():
        item = f'rule "{slug}"'
        if rule.structure and slug in cited:
            message = 'examples cite this rule, so it cannot have "structure"'
            yield Fault(message, rule.place, item, check=slug)
        elif not rule.structure and slug not in named:
            message, hint = "no example names and cites this rule", 'name it under "rules" of one'
            yield Fault(message, rule.place, item, hint, slug)
