"""Table of a game: a position drawn with the kit's own pieces, and where each of them lies.

This is the one way from a position to a scene: for the studio, for recorded games and for figures
of a rulebook.  The kit's template `table.xml` draws what a seat can see; a kit without one is drawn
by the shared template of that name, which lays out the pieces field by field.  Whatever can be
pointed at is a link to its names: `<link to="thing:c3">` is the space c3, `<link
to="thing:yank|c3">` the piece on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.base.errors import KitError, Place, describe_value, did_you_mean
from generator.base.units import Rect
from generator.press.scene import paths
from generator.press.scene.items import THING, Link, Scene, walk
from generator.press.templates.renderer import Renderer

TEMPLATE = "table.xml"
BETWEEN = "|"
"""Separates the names of a thing."""


class Thing(NamedTuple):
    """A thing on the table that people can point at."""

    names: tuple[str, ...]
    """The names that positions and moves use."""
    box: Rect
    """Its box, in points."""


def draw_table(
    renderer: Renderer, view: Mapping[str, Any], people: Mapping[str, str], seat: int | None = None
) -> Scene:
    """The table as a seat sees it.  Raises KitError with the line of the template.

    `view` is what the seat may know, `people` maps the seats, as positions name them, to names.
    """
    return renderer.draw_once(TEMPLATE, _variables(view, people, seat), "table")


def draw_figure(
    renderer: Renderer, example: str, arg: Mapping[str, Any], referrer: Place | None = None
) -> Scene:
    """The table of an example of play after as many moves as `arg` says, as everybody sees it.

    Raises KitError for an unknown example, and with the line of the template.
    """
    examples = renderer.style.variables["examples"]
    if example not in examples:
        hint = did_you_mean(example, examples)
        raise KitError(f'there is no example "{example}"', hint=hint, check="unknown-example")
    shown = examples[example]
    moves = arg.get("moves", 0)
    positions = [shown["before"], *(played["after"] for played in shown["moves"])]
    if not isinstance(moves, int) or not 0 <= moves < len(positions) or positions[0] is None:
        message = f'"moves" must be a number from 0 to {len(positions) - 1}, but is {describe_value(moves)}'
        raise KitError(message, check="out-of-range")
    variables = _variables(positions[moves], shown["people"], None)
    given = {**variables, "arg": {"moves": moves, **arg}, "example": shown}
    return renderer.render(TEMPLATE, given, TEMPLATE, referrer)


def _variables(
    view: Mapping[str, Any], people: Mapping[str, str], seat: int | None
) -> Mapping[str, Any]:
    """The variables of the template."""
    return {
        "position": view,
        "seat": seat,
        "people": [{"id": id, "title": title} for id, title in people.items()],
        "arg": {},
        "example": None,
    }


def things_on(scene: Scene) -> list[Thing]:
    """Everything on a table that people can point at, the lowest first."""
    return [
        Thing(
            tuple(item.target.removeprefix(THING).split(BETWEEN)),
            paths.bounds_under(item.box, matrix),
        )
        for item, matrix in walk(scene.items)
        if isinstance(item, Link) and item.target.startswith(THING)
    ]
