"""Public Python API: load, check, build, play and simulate kits from a program.

Every function takes the name of a kit, as the commands do, and three folders by keyword:

- `data`: your folder of kits' data, or one kit's own (default: those of Grimoire, and `./data`
  if there are kits in it);
- `templates`: your folder of templates, or one kit's own;
- `rules`: your folder of games written in Python.  Their code is run, so trust it.

Every function raises KitError for a request or files that cannot be used, and its subclass
CheckFailed for files that can be read, but whose content is wrong.  Both hold all faults that were
found, each with its file, line, message, hint and slug::

    try:
        grimoire.check("mygame")
    except grimoire.KitError as error:
        for fault in error.faults:
            print(fault.place, fault.message, fault.hint, fault.check)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Literal, TypeAlias

from generator.base.errors import CheckFailed, Fault, KitError
from generator.base.locations import cache_root
from generator.engine.bots import Bot, Observation, bots_named
from generator.engine.kept_ladders import exact_bots
from generator.engine.of_kit import game_of
from generator.engine.playthrough import PlaythroughStep
from generator.engine.playthrough import play as play_game
from generator.engine.simulation.run import Plan
from generator.engine.simulation.run import simulate as simulate_plan
from generator.engine.statistics.summary import Tally
from generator.i18n import in_language
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build as build_kit
from generator.pipeline.check import check as check_kit
from generator.press.cache.store import Store
from generator.press.imposition.offset import Offset
from generator.press.manifest import CheckEntry
from generator.press.request import BuildRequest, BuildResult, Edition, KitRef, Selection, Target

__all__ = [
    "Bot",
    "BuildResult",
    "CheckEntry",
    "CheckFailed",
    "Fault",
    "Kit",
    "KitError",
    "Observation",
    "PlaythroughStep",
    "Tally",
    "build",
    "check",
    "kits",
    "load",
    "play",
    "simulate",
]

Folder: TypeAlias = str | PathLike[str] | None
Backs: TypeAlias = Literal["long-edge", "short-edge", "gutterfold", "none"]
Ink: TypeAlias = Literal["full", "low"]


def kits(*, data: Folder = None, templates: Folder = None) -> list[str]:
    """The names of all kits, in alphabetical order."""
    return _search_path(data, templates).names()


def load(
    kit: str,
    *,
    language: str = "",
    data: Folder = None,
    templates: Folder = None,
    rules: Folder = None,
) -> Kit:
    """Load a kit's data into a checked model whose values know their file and line.

    `language` is the code of a translation (`"de"`); "" is the language the kit is written in.

    >>> goofs = grimoire.load("grumbles").tables["goofs"]
    """
    found = load_kit(_search_path(data, templates, rules).find(kit))
    return in_language(found, language)


def check(
    kit: str,
    *,
    ink: Ink = "full",
    language: str = "",
    data: Folder = None,
    templates: Folder = None,
    rules: Folder = None,
) -> tuple[CheckEntry, ...]:
    """Run every check of a kit: data, rules, all faces as `ink` prints them, accessibility, rulebook.

    Returns the checks passed, each with its `slug`.  Raises CheckFailed with every fault found.
    """
    return check_kit(kit, _search_path(data, templates, rules), ink, language)


def build(
    kit: str,
    *,
    out: Folder = "output",
    only: str = "",
    players: int | None = None,
    wanted: Sequence[str] = (),
    without: Sequence[str] = (),
    few_sheets: bool = False,
    spares: Mapping[str, int] | None = None,
    split: bool = False,
    cutter: str = "",
    precut: Sequence[str] = (),
    paper: str = "a4",
    backs: Backs = "long-edge",
    ink: Ink = "full",
    offset: tuple[float, float] = (0.0, 0.0),
    large_print: bool = False,
    booklet: bool = False,
    language: str = "",
    draft: bool = False,
    dpi: int = 300,
    cache: bool = False,
    data: Folder = None,
    templates: Folder = None,
    rules: Folder = None,
) -> BuildResult:
    """Build a kit, or one part of it, into `out/KIT`: PDF, SVG and manifest.json.

    `only` is a part's name, "maps", "monitors" or "rulebook"; "" builds everything.  `players` prints
    what so many need, `without` leaves out parts and components, and `wanted` prints those with the
    rest that people may own already and that else have a second file; `few_sheets` leaves them out.
    `spares` are the only pieces to print, by id, with the number of copies.  `split` adds a file for
    each part; `cutter` names the machine that cuts the sheets, `precut` the sheets of labels or perforated
    cards for what fits them.  `offset` moves every back page right and up, in millimetres.
    `large_print` enlarges type, `booklet` adds the rulebook as sheets to fold, and `draft` marks what
    `language` does not translate yet.  Pictures are sampled down to `dpi` dots to the inch.  With `cache`
    the artifacts of earlier builds are used, as the command does.

    Returns the folder and its files in print order.  Raises CheckFailed when a check or the proof of
    the finished files fails; then nothing is written.
    """
    selection = Selection(
        only=only,
        players=players,
        wanted=tuple(wanted),
        without=tuple(without),
        few_sheets=few_sheets,
        spares=tuple((spares or {}).items()),
    )
    request = BuildRequest(
        KitRef(kit, _search_path(data, templates, rules)),
        Path(out or "output"),
        Edition(ink, large_print, language, draft, dpi),
        Target(
            paper,
            backs,
            Offset(*offset),
            booklet,
            split,
            cutter=cutter,
            precut=tuple((name, 1) for name in precut),
        ),
        selection,
    )
    return build_kit(request, store=Store(cache_root()) if cache else None)


def play(
    kit: str,
    *,
    players: int | None = None,
    seed: int = 1,
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    options: Mapping[str, object] | None = None,
    turns: int | None = None,
    data: Folder = None,
    rules: Folder = None,
) -> Iterator[PlaythroughStep]:
    """Play a game with bots, or its first `turns` turns; the first step is the set-up.

    `bots` are "random", "greedy", "mcts", "search", "search:200" (200 tries a move), "easy", "medium",
    "hard" (by the game's ladder), the name of one of the game's own, or a function from an
    `Observation` and a random generator to a legal move, for the seats in rotation.  `players` is the
    fewest if left out.  The same seed and bots play the same game.

    Each step has the `seat` (from 0), the text of its `move`, its `events`, and the `state`, which is
    the game's own and changes as the game goes on.

    >>> setup, *moves = grimoire.play("grumbles", seed=7, turns=3)
    >>> for step in moves:
    ...     print(step.seat, step.move)
    """
    folders = _search_path(data, games=rules).find(kit)
    game = game_of(folders)
    chosen = game.read_options(options or {})
    count = players or game.seats_with(chosen)[0]
    listed = [bots] if isinstance(bots, str) or callable(bots) else bots
    listed = exact_bots(listed, game, folders.data)
    return play_game(game, bots_named(listed, count, game.bots), seed, count, chosen, turns)


def simulate(
    kit: str,
    *,
    games: int = 100,
    players: int | None = None,
    seed: int = 1,
    bots: str | Sequence[str] = "random",
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    data: Folder = None,
    rules: Folder = None,
) -> Tally:
    """Play `games` games with the seeds from `seed` on, on `jobs` processes, and count.

    The other parameters are those of `play`.  The result has counts as attributes (`games`,
    `results`, `wins`, `rules`), all statistics as plain data from `as_data()`, and as text from
    `text()`.  Games that fail are not raised, but listed in its `failed`.

    >>> print(grimoire.simulate("grumbles", games=200, bots=["greedy", "random"]).text())
    """
    folders = _search_path(data, games=rules).find(kit)
    game = game_of(folders)
    chosen = game.read_options(options or {})
    count = players or game.seats_with(chosen)[0]
    plan = Plan(game, tuple(exact_bots(_names(bots), game, folders.data)), count, chosen)
    tally = Tally(plan)
    for record in simulate_plan(plan, games, seed, jobs):
        tally.add(record)
    return tally


def _names(bots: str | Sequence[str]) -> tuple[str, ...]:
    return (bots,) if isinstance(bots, str) else tuple(bots)


def _search_path(
    data: Folder = None, templates: Folder = None, games: Folder = None
) -> KitSearchPath:
    return KitSearchPath.from_cwd(
        *(Path(each) if each else None for each in (data, templates, games))
    )
