"""Generated maps: a game makes a row from a seed, and the kit's table gets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from generator.base.errors import KitError, did_you_mean, errors_at
from generator.base.formats.yaml import dump_yaml
from generator.base.load_document import load_yaml
from generator.base.text_files import inside
from generator.engine.registry import has_rules
from generator.engine.text.event_text import capitalized
from generator.kit.load import Kit, with_row
from generator.kit.manifest.load import Component
from generator.press.request import MapRequest

if TYPE_CHECKING:  # slow to import
    from generator.engine.events import JsonValue
    from generator.engine.game import Game, NewMap


@dataclass(frozen=True, slots=True)
class GeneratedMap:
    """A map that a game has generated: its component and row, and a description."""

    component: Component
    id: str
    notes: tuple[str, ...]
    text: str
    """The row as YAML, to be pasted into the file of its table."""
    row: Mapping[str, Any]
    """The same as plain values."""


def add_map(kit: Kit, requested: MapRequest | None) -> tuple[Kit, GeneratedMap | None]:
    """Have a kit's game generate the requested map, and add it to the kit's table.

    Raises KitError for a game without generated maps, a number of players or an option that it does
    not have, and a row that its table cannot hold.
    """
    if requested is None:
        return kit, None
    if not has_rules(kit.folders):
        message = f"{kit.file.title} cannot generate maps: it has no rules"
        raise KitError(message, hint="leave out --random and --seed", check="map-generator")
    from generator.engine.of_kit import game_of_kit  # slow to import

    game = game_of_kit(kit)
    new = _generate(game, requested)
    component = _component(kit, new)
    assert component.each is not None
    row = {name: _as_loaded(value) for name, value in new.row.items()}
    extended = with_row(kit, component.each, row, requested.display_name)
    text = _as_text(kit, component.each, row, requested)
    return extended, GeneratedMap(component, str(row["id"]), new.says, text, row)


def _generate(game: Game[Any], requested: MapRequest) -> NewMap:
    """The map that the game makes for the request.  Raises KitError if it has no such maps."""
    from generator.engine.options import read_options

    players = game.player_count(requested.players, game.seats)
    with errors_at(item="map"):
        options = read_options(game.map_options, requested.options)
    return game.new_map(requested.seed, players, options)


def _component(kit: Kit, new: NewMap) -> Component:
    components = kit.file.components_by_id
    component = components.get(new.component)
    if component is None:
        message = f'the game generates a map of "{new.component}", which is not a component'
        hint = did_you_mean(new.component, components)
        place = kit.file.place("components")
        raise KitError(message, place=place, hint=hint, check="map-generator")
    if component.each is None:
        message = f'the game generates a map of "{component.id}", which has no table'
        hint = 'name one under "each"'
        raise KitError(message, place=component.place, hint=hint, check="map-generator")
    return component


def _as_loaded(value: JsonValue) -> Any:
    """Plain data as loaded from a file: dict and list, whatever types the game used."""
    if isinstance(value, Mapping):
        return {name: _as_loaded(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_as_loaded(part) for part in value]
    return value


def _as_text(kit: Kit, table: str, row: Mapping[str, Any], requested: MapRequest) -> str:
    """The row in the form of its table's file: in a list, or under its id."""
    spec = kit.file.tables[table]
    under_id = not spec.has_cells and isinstance(
        load_yaml(inside(kit.folders.data, spec.file)).data, dict
    )
    fields = {name: value for name, value in row.items() if name != "id"}
    text = dump_yaml({row["id"]: fields} if under_id else [row], flow_leaves=True)
    return f"# {capitalized(requested.display_name)}: a row for {spec.file}.\n{text}"
