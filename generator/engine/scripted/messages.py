"""Sentences for the events of a turn: the author's own, or the default ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import meta

from generator.engine.events import JsonValue
from generator.kit.expressions.evaluate import Compiled
from generator.kit.expressions.sandbox import Sandbox, sandbox

FACTS = ("who", "card", "count", "result", "row", "space", "now", "name")
"""Names that a sentence may use besides those of an expression, where its step has them.

There `card` is the name of the card, even if a step uses `card` as a name.
"""

USUAL: Mapping[str, str] = {
    "draw": "{who} draws {card}.",
    "take": "{who} draws {count} from the {name}.",
    "discard": "{who} puts {card} on the {name}.",
    "give": "{who} puts {count} on the {name}.",
    "empty": "There is nothing left to draw from the {name}.",
    "shuffle": "The {name} is shuffled.",
    "roll": "{who} rolls {name}: {result}.",
    "look up": "{result} means {row}.",
    "no row": "{result} means nothing.",
    "move": "{who} moves the {name} to {space}.",
    "gain": "{whose}: {name} +{count}, now {now}.",
    "lose": "{whose}: {name} \N{MINUS SIGN}{count}, now {now}.",
    "set": "{whose}: {name} set to {now}.",
    "next": "The next turn is {name}'s.",
    "choose": "{who} chooses {name}.",
    "pick": "{who} picks {card}.",
    "pick space": "{who} picks {space}.",
    "end": "The game is over: {result}.",
    "set up": "{players} players sit down.",
}
"""The default sentence for each kind of event."""


class Sentence(Compiled):
    """Text with expressions in `{{ }}`.  Raises KitError, when called, if it cannot be filled."""

    kind = "sentence"
    extra_names = FACTS

    def _compile(self) -> frozenset[str]:
        sandbox = _environment()
        self._template = sandbox.from_string(self.source)
        return frozenset(meta.find_undeclared_variables(sandbox.parse(self.source)))

    def __call__(self, variables: Mapping[str, Any]) -> str:
        # Any exception is the sentence's fault: no code of ours runs here.
        try:
            return " ".join(self._template.render(**variables).split())
        except Exception as error:
            raise self._fault(f"cannot be made: {error}", check="expression-fails") from error


def usual(kind: str, facts: Mapping[str, JsonValue], who: str) -> str:
    """The default sentence for an event."""
    words = {name: _words(value) for name, value in facts.items()}
    text = USUAL[kind].format_map({"whose": who or "The game", **words, "who": who})
    return text[:1].upper() + text[1:]


def _words(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nothing"
    return "nothing" if value is None else str(value)


@cache
def _environment() -> Sandbox:
    return sandbox(autoescape=False)
