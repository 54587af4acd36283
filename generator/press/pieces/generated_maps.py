"""Turns a seed into a map that nobody has drawn yet: the game makes up a row, and the kit gets it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.base.errors import KitError, did_you_mean
from generator.base.formats.yaml import dump_yaml
from generator.base.load_document import load_yaml
from generator.base.text_files import inside
from generator.engine.events import JsonValue
from generator.engine.game import Game, NewMap
from generator.engine.of_kit import game_of_kit, has_rules
from generator.engine.options import read_options
from generator.kit.load import Kit, with_row
from generator.kit.manifest.load import Component


@dataclass(frozen=True, slots=True)
class MapRequest:
    """What map is asked for; `players` None: as many as the fewest that can play."""

    seed: int = 1
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def called(self) -> str:
        """What messages call the map, since it stands in no file."""
        return f"the map made from seed {self.seed}"

    @property
    def folder(self) -> str:
        """The name of its folder: `maps-seed-7`, `maps-seed-7-players-3-size-large`."""
        words = ["maps", "seed", str(self.seed)]
        words += [] if self.players is None else ["players", str(self.players)]
        words += [word for pair in sorted(self.options.items()) for word in pair]
        return re.sub(r"[^a-z0-9]+", "-", "-".join(words).lower()).strip("-")

    def as_options(self) -> dict[str, str | int]:
        """The same for the manifest."""
        told: dict[str, str | int] = {"seed": self.seed}
        told |= {} if self.players is None else {"players": self.players}
        return told | {f"option-{name}": value for name, value in sorted(self.options.items())}


@dataclass(frozen=True, slots=True)
class GeneratedMap:
    """A map that was made up: the kit with its row, where that row stands, and what to say of it."""

    kit: Kit
    component: Component
    id: str
    says: tuple[str, ...]
    text: str
    """The row as YAML, to be pasted into the file of its table."""


def make_map(kit: Kit, wish: MapRequest) -> GeneratedMap:
    """The map that a kit's game makes up.

    Raises KitError for a game that makes up none, a number of players or an option that it does
    not have, and a row that its table cannot hold.
    """
    if not has_rules(kit.folders):
        raise KitError(
            f"{kit.file.title} makes up no maps: it has no rules to do so",
            hint="leave out --random and --seed",
            check="map-generator",
        )
    game = game_of_kit(kit)
    new = _made(game, wish)
    component = _component(kit, new)
    assert component.each is not None
    row = {name: _as_loaded(value) for name, value in new.row.items()}
    whole = with_row(kit, component.each, row, wish.called)
    text = _as_text(kit, component.each, row, wish)
    return GeneratedMap(whole, component, str(row["id"]), new.says, text)


def _made(game: Game[Any], wish: MapRequest) -> NewMap:
    """What the game makes of a wish that it can fulfil."""
    players = game.player_count(wish.players, game.seats)
    try:
        options = read_options(game.map_options, wish.options)
    except KitError as error:
        raise error.within(item="map") from None
    return game.new_map(wish.seed, players, options)


def _component(kit: Kit, new: NewMap) -> Component:
    components = {component.id: component for component in kit.file.components}
    component = components.get(new.component)
    if component is None:
        raise KitError(
            f'the game makes up a map of "{new.component}", which is no component',
            place=kit.file.place("components"),
            hint=did_you_mean(new.component, components),
            check="map-generator",
        )
    if component.each is None:
        raise KitError(
            f'the game makes up a map of "{component.id}", which has no table',
            place=component.place,
            hint='name one under "each"',
            check="map-generator",
        )
    return component


def _as_loaded(value: JsonValue) -> Any:
    """Plain data as the loader of a file gives them: dict and list, whatever the game has made."""
    if isinstance(value, Mapping):
        return {name: _as_loaded(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_as_loaded(part) for part in value]
    return value


def _as_text(kit: Kit, table: str, row: Mapping[str, Any], wish: MapRequest) -> str:
    """The row in the form that the table's file has: in a list, or under its id."""
    spec = kit.file.tables[table]
    under_id = not spec.has_cells and isinstance(
        load_yaml(inside(kit.folders.data, spec.file)).data, dict
    )
    rest = {name: value for name, value in row.items() if name != "id"}
    text = dump_yaml({row["id"]: rest} if under_id else [row], flow_leaves=True)
    return f"# {wish.called[0].upper()}{wish.called[1:]}: a row for {spec.file}.\n{text}"
