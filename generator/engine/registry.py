"""Registry of games: finds the game of a kit by the kit's name, or the one that `rules:` names.

It searches, in this order: a folder of games that the user names (`--rules`), installed packages
with an entry point in the group `grimoire.games`, and `generator/games`.  In each a game is a
package named like its kit, whose `GAME` is the class of the game; a variant of the kit names it in
`game.yaml`.  A kit without such a package can have its turns as data instead: `turns.yaml` in its
own folder (`scripted`).
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

from generator.base.errors import Fault, KitError, Place, errors_at, nearest, raise_faults, short
from generator.base.locations import RULES
from generator.base.text_files import shown_name
from generator.engine.scripted import has_script
from generator.kit.checks.registry import PythonCheck, registered
from generator.kit.locate import KitFolders
from generator.kit.manifest.head import named_rules

if TYPE_CHECKING:  # slow to import, and a build of a kit without rules needs only its name
    from generator.engine.game import Game, Records
    from generator.kit.manifest.spec import KitFile
    from generator.kit.tables.records import Tables

OUTSIDE = "grimoire_games"
"""Prefix of the module names of packages in a user's folder."""
_GAMES = Path(__file__).parents[1] / "games"
ENTRY_POINTS = "grimoire.games"


def game_names(games: Path | None = None) -> list[str]:
    """The names of all kits with rules in Python, sorted; `games` is a folder of the user.

    Raises KitError if there is no such folder.
    """
    own = _packages(games) if games else []
    return sorted({*own, *_installed(), *_packages(_GAMES)})


def has_rules(folders: KitFolders) -> bool:
    """Whether a kit has rules in Python or turns as data, so that it can be played."""
    return is_written(folders) or has_script(folders.data)


def is_written(folders: KitFolders) -> bool:
    """Whether a kit's rules are a Python package."""
    return bool(named_rules(folders)) or folders.name in game_names(folders.games)


def class_of_kit(name: str, kit: KitFile, games: Path | None = None) -> type[Game[Any]]:
    """The class of a kit's game.  Raises KitError as `game_class` does."""
    if not kit.rules and name not in game_names(games):
        hint = (
            f"`grimoire new {name} --turns` writes first turns into data/{name}/turns.yaml, for you "
            f"to change; or name the folder that holds the Python package {name}: --rules FOLDER; a "
            'copy of another kit names the game of that one in its game.yaml: "rules: NAME"'
        )
        raise _no_rules(name, hint)
    with errors_at(kit.place("rules") if kit.rules else None):
        return game_class(kit.rules or name, games)


def game_class(name: str, games: Path | None = None) -> type[Game[Any]]:
    """The class of the game of that name.

    Raises KitError if there is none, or if the package of a user's game cannot be used.
    """
    if games and name in _packages(games):
        return _own(_outside(name, games.resolve()), name)
    if name in _installed():
        return _factory(_loaded(name, _installed()[name]), name)
    if name in _packages(_GAMES):
        return _factory(import_module(f"generator.games.{name}"), name)
    known = game_names(games)
    others = f"known: {', '.join(known)}; --rules names the folder of others"
    raise _no_rules(name, nearest(name, known) or others)


def _no_rules(name: str, hint: str) -> KitError:
    return KitError(f'there are no rules for playing "{name}"', hint=hint, check="unknown-game")


def checks_of(factory: type[Game[Any]]) -> tuple[PythonCheck, ...]:
    """The Python checks of a game: those of the games that it extends, and its own.

    They are registered when the modules of the game are loaded.  A check of the same name replaces
    that of a game that is extended.
    """
    modules = (sys.modules[each.__module__] for each in reversed(factory.__mro__))
    packages = dict.fromkeys(module.__package__ or "" for module in modules)
    found = {each.slug: each for package in packages for each in registered(package)}
    return tuple(found.values())


def make_game(
    name: str, kit: KitFile, tables: Tables, folder: Path, games: Path | None = None
) -> Game[Any]:
    """Make the game of a loaded kit; `folder` is the data folder, which holds `rules.yaml`.

    Raises KitError if no playable game can be made from the data.
    """
    from generator.engine.game import Game, Records
    from generator.engine.outcome import NO_WEIGHTS, Weights
    from generator.engine.text.rule_texts import load_rules, with_figures, with_options
    from generator.engine.weights import WEIGHTS, load_weights

    low, high = kit.players
    rules, weights = folder / "rules.yaml", folder / WEIGHTS

    def records(known: Weights = NO_WEIGHTS, picks: Collection[str] = ()) -> Records:
        found = load_weights(weights, known, picks) if weights.exists() else NO_WEIGHTS
        seats = range(low, high + 1)
        written = load_rules(rules) if rules.exists() else {}
        texts = with_figures(with_options(written, kit.choices, seats), tables)
        return Records(tables, texts, kit.choices, seats, kit.version, kit.title, found)

    game: Game[Any]
    if not kit.rules and name not in game_names(games) and has_script(folder):
        from generator.engine.scripted.game import load_scripted  # slow to import

        game = load_scripted(name, records(), folder)
        game.kit_file = kit
        return game
    factory = class_of_kit(name, kit, games)
    if not factory.names_rules and not rules.exists():
        message = "there is no such file"
        hint = (
            "write it, with every rule that an event names: `draw: "
            "{section: A turn, text: Draw a card.}`"
        )
        raise KitError(message, place=Place(shown_name(rules)), hint=hint, check="file-not-found")
    try:
        game = factory(records(factory.weights, factory.picks))
    except (AttributeError, LookupError, TypeError) as error:
        raise Game.lacking(error, kit.place()) from error
    game.name, game.kit_file = name, kit
    if games:
        game.source_folder = str(games.resolve())
        game.finder = partial(unpickle_game, kit.rules or name)
    return game


def load_game(name: str, folder: Path, games: Path | None = None) -> Game[Any]:
    """Load the game of a kit from its data folder.  Raises KitError."""
    from generator.kit.manifest.load import load_kitfile
    from generator.kit.tables.load import load_tables

    kit = load_kitfile(folder / "game.yaml")
    return make_game(name, kit, load_tables(kit.tables, folder), folder, games)


def unpickle_game(name: str, home: str | None, records: Records) -> Game[Any]:
    """Unpickle the game of another process: its class is that of the package `name`."""
    games = Path(home) if home else None
    game = game_class(name, games)(records)
    game.source_folder, game.finder = home, partial(unpickle_game, name)
    return game


def _packages(folder: Path) -> list[str]:
    if not folder.is_dir():
        place = Place(shown_name(folder))
        hint = f"check --rules, or {RULES}"
        raise KitError("there is no such folder", place=place, hint=hint, check="file-not-found")
    # Python remembers the absolute path of a relative one, even if the working folder has changed.
    return [found.name for found in iter_modules([str(folder.resolve())]) if found.ispkg]


@cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def _loaded(name: str, point: EntryPoint) -> ModuleType:
    try:
        module = point.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # any error of a foreign package
        raise _unusable(f'the installed game "{name}"', None, error) from error
    assert isinstance(module, ModuleType)
    return module


@cache
def _outside(name: str, games: Path) -> ModuleType:
    """Import the package of a user's game, under a name that no other package has."""
    module_name = f"{OUTSIDE}_{len(sys.modules)}_{name}"
    file = games / name / "__init__.py"
    spec = spec_from_file_location(module_name, file, submodule_search_locations=[str(file.parent)])
    assert spec
    assert spec.loader
    module = sys.modules[module_name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # any error of the user's code
        del sys.modules[module_name]
        raise _unusable(f'the game "{name}"', _culprit(error, file), error) from error
    return module


def _factory(module: ModuleType, name: str) -> type[Game[Any]]:
    from generator.engine.bots import BOTS, CHEATS
    from generator.engine.game import Game

    factory = getattr(module, "GAME", None)
    place = Place(shown_name(Path(module.__file__))) if module.__file__ else None
    if not (isinstance(factory, type) and issubclass(factory, Game)):
        message = f'the game "{name}" does not define GAME'
        hint = "set GAME to its class, which extends Game or SimpleGame"
        raise KitError(message, place=place, hint=hint, check="game-package")
    faults = [
        Fault(
            f'the bot "{bot}" of the game "{name}" has the name of a bot of Grimoire',
            place,
            hint=f'give it another name in "bots", such as "my-{bot}"',
            check="name-taken",
        )
        for bot in factory.bots
        if bot in {**BOTS, **CHEATS}
    ]
    if missing := sorted(factory.__abstractmethods__):
        message = f'the game "{name}" does not define {", ".join(missing)}'
        faults.append(Fault(message, place, hint="see docs/write-a-game.md", check="game-package"))
    if not isinstance(rule := getattr(factory, "seats_rule", ""), str):
        message = f'the game "{name}" has seats_rule = {short(repr(rule))}, which is not the slug of a rule'
        hint = 'name one of rules.yaml: seats_rule = "players"'
        faults.append(Fault(message, place, hint=hint, check="game-package"))
    raise_faults(faults)
    return factory


def _own(module: ModuleType, name: str) -> type[Game[Any]]:
    """The class of a user's game.  Raises KitError if it is that of another package.

    A copy of a game whose modules still import each other from the original would never be played.
    """
    factory = _factory(module, name)
    if not f"{factory.__module__}.".startswith(f"{module.__name__}."):
        raise KitError(
            f'the game "{name}" is not the one in this folder: GAME comes from {factory.__module__}',
            place=Place(shown_name(Path(str(module.__file__)))),
            hint='in a copy, import its own modules: "from .game import …"; for a variant, extend the '
            "class: class MyGame(GruffGame)",
            check="game-package",
        )
    return factory


def _unusable(what: str, place: Place | None, error: BaseException) -> KitError:
    return KitError(
        f"{what} cannot be used: {type(error).__name__}: {error}", place=place, check="game-package"
    )


def _culprit(error: BaseException, file: Path) -> Place:
    """The last line in the user's files of an error's traceback."""
    if isinstance(error, SyntaxError) and error.filename:
        return Place(shown_name(Path(error.filename)), error.lineno)
    return own_line(error) or Place(shown_name(file))


def own_line(error: BaseException) -> Place | None:
    """The last line of a user's game in the traceback of an error, or else of its cause.

    None if there is none.  Python replaces an error that would end a generator too early.
    """
    place, trace = None, error.__traceback__
    while trace:
        if str(trace.tb_frame.f_globals.get("__name__", "")).startswith(f"{OUTSIDE}_"):
            place = Place(shown_name(Path(trace.tb_frame.f_code.co_filename)), trace.tb_lineno)
        trace = trace.tb_next
    return place or (own_line(error.__cause__) if error.__cause__ else None)


def game_fault(error: BaseException) -> Fault | None:
    """The fault for an error that a user's game did not expect; None for an error of Grimoire."""
    message = f"the game breaks off here: {type(error).__name__}: {error}"
    place = own_line(error)
    return Fault(message, place, check="game-package") if place else None


def error_text(error: BaseException) -> str:
    """Class and message of an error, and its line in a user's game: `… (games/duel.py:7)`.

    A KitError says itself where it is and what to do.
    """
    if isinstance(error, KitError):
        return str(error)
    place = own_line(error)
    return f"{type(error).__name__}: {error}" + (f" ({place})" if place else "")
