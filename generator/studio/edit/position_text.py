"""Position text: rewrites the position in an example's file, with as few words as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.errors import KitError, Place
from generator.base.formats.yaml import dump_yaml, parse_yaml
from generator.engine.game import Game
from generator.engine.testing.example_run import begin_example
from generator.engine.testing.examples import Example, examples_in
from generator.kit.edit.yaml_values import YamlText
from generator.studio.edit.position_edits import Path, differing

FIELDS_AFTER = ("chance", "moves", "expect")
"""The fields of an example that follow its position."""


def with_position(
    game: Game[Any], text: str, shown: str, number: int, wanted: Mapping[str, Any]
) -> str:
    """The text of a file whose example with this number, from 0, begins with that position.

    The rules fill in what an example does not state, so only what they would fill in differently is
    stated.  Raises KitError if that cannot be written without changing more.
    """
    example = _example(text, shown, number)
    if example.position is None:
        text = _with_new_position(game, text, shown, number, wanted)
    else:
        for path in differing(_filled(game, example), wanted):
            text = _with_value(text, shown, number, path, wanted)
    for path in differing(_filled(game, _example(text, shown, number)), wanted):
        text = _with_value(text, shown, number, path[:1], wanted)
    example = _example(text, shown, number)
    if [*differing(_filled(game, example), wanted)]:
        message = "this position cannot be written here without changing more"
        raise KitError(message, place=example.where("position"), hint="change it in the text",
                       check="edit-impossible")  # fmt: skip
    return text


def _example(text: str, shown: str, number: int) -> Example:
    return examples_in(parse_yaml(text, shown))[number]


def _filled(game: Game[Any], example: Example) -> Mapping[str, Any]:
    return begin_example(game, example)[0].to_data()


def _with_new_position(
    game: Game[Any], text: str, shown: str, number: int, wanted: Mapping[str, Any]
) -> str:
    """The text with everything in the position that differs from what the rules fill in."""
    example = _example(text, shown, number)
    start = {"options": example.options, "chance": example.seed}
    people = {"players": wanted["players"]} if "players" in wanted else {}
    fresh = game.load({**start, **people}).to_data()
    differing_keys = {str(key) for key, *_ in differing(fresh, wanted)}
    stated = people | {key: each for key, each in wanted.items() if key in differing_keys}
    lines = text.split("\n")
    places = [example.where(field) for field in FIELDS_AFTER]
    first = (example.where() or Place("")).line or 1
    below = [p.line for p in places if p and p.line and p.line > first]
    at = min(below) - 1 if below else first
    indent = " " * (len(lines[first]) - len(lines[first].lstrip()))
    new = [indent + line for line in dump_yaml({"position": stated}, flow_leaves=True).splitlines()]
    return "\n".join([*lines[:at], *new, *lines[at:]])


def _with_value(text: str, shown: str, number: int, path: Path, wanted: Mapping[str, Any]) -> str:
    """The text that states one part of the position as wanted."""
    stated: Any = _example(text, shown, number).position
    value: Any = wanted
    here: Path = ("examples", number, "position")
    for key in path:
        value, here = value.get(key), (*here, key)
        stated = stated.get(key)
        if not isinstance(stated, Mapping):
            break
    if isinstance(stated, int) and isinstance(value, list) and stated != len(value):
        value = len(value)  # a pile of which only the number is stated
    if value is None and stated is None:
        return text
    return YamlText(text, shown).with_value(here, value)
