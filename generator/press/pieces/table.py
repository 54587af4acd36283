"""Table of a game: a position drawn with the kit's own pieces, and where each of them lies.

This is the one way from a position to a scene: for the studio, for recorded games and for figures
of a rulebook.  The kit's template `table.xml` draws what a seat can see; a kit without one is drawn
by the shared template of that name, which lays out the pieces field by field, on the boards whose
places have links.  Whatever can be pointed at is a link to its names: `<link to="thing:c3">` is the
space c3, `<link to="thing:yank|c3">` the piece on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from generator.base.errors import KitError, Place, describe_value, did_you_mean
from generator.base.units import Rect, mm
from generator.press.scene import paths
from generator.press.scene.items import THING, Link, Scene, walk
from generator.press.templates.renderer import Renderer

TEMPLATE = "table.xml"
NO_TITLES: Mapping[str, str] = {}
Places: TypeAlias = Mapping[str, Mapping[str, str]]
"""The titles of places by their names, by the field that counts by them or has a stack on each."""
NO_PLACES: Places = {}
BETWEEN = "|"
"""Separates the names of a thing."""


class Thing(NamedTuple):
    """A thing on the table that people can point at."""

    names: tuple[str, ...]
    """The names that positions and moves use."""
    box: Rect
    """Its box, in points."""


def draw_table(
    renderer: Renderer,
    view: Mapping[str, Any],
    people: Mapping[str, str],
    seat: int | None = None,
    titles: Mapping[str, str] = NO_TITLES,
    places: Places = NO_PLACES,
) -> Scene:
    """The table as a seat sees it.  Raises KitError with the line of the template.

    `view` is what the seat may know, `people` maps the seats, as positions name them, to names,
    `titles` the ids of rows; `places` are those of `Rules.place_titles`.
    """
    variables = _variables(renderer, view, people, seat, titles, places)
    return renderer.draw_once(TEMPLATE, variables, "table")


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
    names = shown.get("titles", NO_TITLES), shown.get("places", NO_PLACES)
    variables = _variables(renderer, positions[moves], shown["people"], None, *names)
    given = {**variables, "arg": {"moves": moves, **arg}, "example": shown}
    return renderer.render(TEMPLATE, given, TEMPLATE, referrer)


def _variables(
    renderer: Renderer,
    view: Mapping[str, Any],
    people: Mapping[str, str],
    seat: int | None,
    titles: Mapping[str, str],
    places: Places,
) -> Mapping[str, Any]:
    """The variables of the template."""
    return {
        "position": view,
        "seat": seat,
        "people": [{"id": id, "title": title} for id, title in people.items()],
        "titles": titles,
        "places": {field: [*titled.values()] for field, titled in places.items()},
        "place_names": {field: [*titled] for field, titled in places.items()},
        "boards": _Boards(renderer),
        "arg": {},
        "example": None,
    }


class _Boards(Mapping[str, Any]):
    """The boards whose places have links, by component: sizes, and the places by their names, in mm.

    They are drawn on first use: a table of the kit's own rarely asks for them.
    """

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer

    @cached_property
    def _boards(self) -> Mapping[str, Any]:
        found = {}
        for component in self._renderer.style.singles:
            scene = self._renderer.face(component, None, "front")
            if things := things_on(scene):
                places = {
                    name: dict(zip(("x", "y", "width", "height"), map(mm, thing.box), strict=True))
                    for thing in things
                    for name in thing.names
                }
                size = {"width": mm(scene.width), "height": mm(scene.height)}
                found[component] = {**size, "places": places}
        return found

    def __getitem__(self, name: str) -> Any:
        return self._boards[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boards)

    def __len__(self) -> int:
        return len(self._boards)


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
