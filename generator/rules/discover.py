"""Turns the folders under `generator/games` into the games that can be played, by name alone."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import generator
from generator.errors import KitError, did_you_mean
from generator.model.kitfile import load_kitfile
from generator.model.kitspec import KitFile
from generator.model.records import Tables
from generator.model.tables import load_tables
from generator.rules.core import Game, Records
from generator.rules.wording import load_rules

_GAMES = Path(generator.__file__).parent / "games"


def game_names() -> list[str]:
    """The kits that have rules to play by, sorted: every package of `generator.games`."""
    return sorted(found.name for found in iter_modules([str(_GAMES)]) if found.ispkg)


def game_class(name: str) -> type[Game[Any]]:
    """What makes the game of a kit from the kit's records.  Raises KitError if it has none."""
    if name not in game_names():
        hint = did_you_mean(name, game_names())
        raise KitError(f'there are no rules to play "{name}" by', hint=hint)
    factory: type[Game[Any]] = import_module(f"generator.games.{name}").GAME
    return factory


def make_game(name: str, kit: KitFile, tables: Tables, folder: Path) -> Game[Any]:
    """The game of a kit that has been loaded; its `rules.yaml` is read from the kit's data folder.

    Raises KitError if the data do not make a game that can be played.
    """
    factory = game_class(name)
    low, high = kit.players
    rules = load_rules(folder / "rules.yaml")
    records = Records(tables, rules, kit.options, range(low, high + 1))
    try:
        return factory(records)
    except (AttributeError, LookupError, TypeError) as error:
        raise KitError(
            f"the tables lack what the rules need: {error}", place=kit.place()
        ) from error


def load_game(name: str, folder: Path) -> Game[Any]:
    """The game of a kit, from its data folder alone.  Raises KitError."""
    kit = load_kitfile(folder / "game.yaml")
    return make_game(name, kit, load_tables(kit.tables, folder), folder)
