"""Law soak: very many random games of every game, in every way to play it.

    python -m tests.law_soak --games 1000000 --ledger FILE --jobs 2

The ledger has, for each way to play, the number of games played (the seeds 0, 1, 2, ...), their
decisions, and the broken laws.  It is written regularly, so the run may be stopped at any time, and
the same command resumes it.  A ledger is valid for one version of each game's rules and data: after
a change of a game's rules it is refused.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from generator.base.atomic_output import write_whole
from generator.base.locations import data_root, package_root
from generator.base.text_files import read_text
from generator.engine.kept_ladders import LADDER
from generator.engine.registry import game_names
from generator.engine.simulation.workers import in_order, local
from generator.engine.testing.laws import LawBrokenError, Trial, play, trials
from tests.shipped import shipped_game

ROUND = 10
"""Games of each way to play in one round."""
MOST = 5000
"""A game is stopped after this many decisions."""
PLAYED_BY = ("fields", "text", "testing")
"""Folders of the engine, besides its own modules, that random games with laws run."""


class Way(NamedTuple):
    """One way to play a game: the game, and the number of the trial."""

    game: str
    number: int


class Kept(NamedTuple):
    """The result of a game."""

    decisions: int
    broken: str
    """The law it broke and how; empty if it obeyed them all."""


@cache
def _trials(game: str) -> Sequence[Trial]:
    return trials(shipped_game(game))


def play_one(way: Way, seed: int) -> Kept:
    """Check one random game against the laws."""
    try:
        return Kept(play(_trials(way.game)[way.number], seed, every=None, most=MOST), "")
    except LawBrokenError as error:
        return Kept(0, str(error))


def state_of_rules(game: str) -> str:
    """A digest of what a game runs: the code of the engine and of the game, without comments, and
    data.  Bots, their strength, the console and statistics are left out, as are the press and
    the kit: a random game uses none of them.
    """
    digest = sha256()
    engine = package_root() / "engine"
    code = [*engine.glob("*.py")]
    for folder in (*(engine / name for name in PLAYED_BY), package_root() / "games" / game):
        code += folder.rglob("*.py")
    for path in sorted(code):
        digest.update(_code_of(path).encode())
    data = data_root() / game
    for path in sorted({*data.rglob("*.yaml"), *data.rglob("*.csv")} - {data / LADDER}):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _code_of(path: Path) -> str:
    """The compiled code of a module without its docstrings and line numbers."""
    tree = ast.parse(read_text(path, str(path)))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            del node.body[0]
    return ast.dump(tree)


class Ledger:
    """The games that were played so far, stored in a file."""

    def __init__(self, path: Path, rules: Mapping[str, str]) -> None:
        """Raises ValueError for a ledger in which one of these games has other rules."""
        self._path = path
        self._data: dict[str, Any] = {"rules": {}, "ways": {}, "broken": []}
        if path.exists():
            self._data = json.loads(read_text(path, str(path)))
        for game, state in rules.items():
            if self._data["rules"].setdefault(game, state) != state:
                raise ValueError(f"{path} is of other rules or data of {game}: name a new ledger")

    def seeds(self, way: Way) -> int:
        """The number of games played in this way: those of the seeds below it."""
        return int(self._data["ways"].get(_name(way), {"games": 0})["games"])

    def add(self, way: Way, results: Sequence[Kept]) -> None:
        """Add the games of the next seeds."""
        entry = self._data["ways"].setdefault(_name(way), {"games": 0, "decisions": 0})
        entry["games"] += len(results)
        entry["decisions"] += sum(each.decisions for each in results)
        self.broken += [each.broken for each in results if each.broken]

    @property
    def broken(self) -> list[str]:
        """The broken laws."""
        found: list[str] = self._data["broken"]
        return found

    @broken.setter
    def broken(self, found: list[str]) -> None:
        self._data["broken"] = found

    def save(self) -> None:
        """Write the file."""
        write_whole(self._path, json.dumps(self._data, indent=1, ensure_ascii=False).encode())

    def lines(self) -> Iterator[str]:
        """The games played, one line for each game."""
        for game in dict.fromkeys(name.split()[0] for name in self._data["ways"]):
            found = [row for name, row in self._data["ways"].items() if name.split()[0] == game]
            games, decisions = (sum(row[what] for row in found) for what in ("games", "decisions"))
            last = max(row["games"] for row in found) - 1
            yield (
                f"{game}: {games:,} games, {decisions:,} decisions, "
                f"{len(found)} ways to play, seeds 0 to {last:,}"
            )
        yield f"laws broken: {len(self.broken)}"


def _name(way: Way) -> str:
    return str(_trials(way.game)[way.number])


def rounds(ways: Sequence[Way], ledger: Ledger, each: int) -> Iterator[tuple[Way, range]]:
    """The remaining games, if each way is to have this many: a few of all ways at a time."""
    for low in range(0, each, ROUND):
        for way in ways:
            seeds = range(max(low, ledger.seeds(way)), min(low + ROUND, each))
            if seeds:
                yield way, seeds


def main(words: Sequence[str] | None = None) -> int:
    """0 if no law was broken, 1 otherwise, 2 for a ledger of other rules."""
    parser = argparse.ArgumentParser(
        prog="tests.law_soak",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", type=int, default=1_000_000, help="of all ways together")
    parser.add_argument("--game", action="append", choices=game_names(), help="repeatable")
    parser.add_argument("--ledger", type=Path, required=True, help="a file outside the repository")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args(words)
    names = arguments.game or game_names()
    ways = [Way(name, number) for name in names for number in range(len(_trials(name)))]
    try:
        ledger = Ledger(arguments.ledger, {name: state_of_rules(name) for name in names})
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    left = list(rounds(ways, ledger, -(-arguments.games // len(ways))))
    plans, seeds = [way for way, _ in left], [numbers for _, numbers in left]
    played = in_order(local(arguments.jobs).batches(play_one, plans, seeds))
    try:
        while some := list(islice(played, len(ways))):
            for finished in some:
                ledger.add(plans[finished.batch.plan], finished.results)
            ledger.save()
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
    for line in (*ledger.lines(), *ledger.broken):
        print(line)
    return 1 if ledger.broken else 0


if __name__ == "__main__":
    sys.exit(main())
