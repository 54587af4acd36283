"""Gaps in the rules of a kit: the search of `check --deep` as a job, and each question with its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from generator.base.atomic_output import make_folder, write_whole
from generator.base.errors import counted
from generator.base.formats.yaml import dump_yaml, parse_yaml
from generator.base.load_document import load_yaml
from generator.engine.of_kit import game_of
from generator.engine.save_file import SavedGame, short_fingerprint
from generator.engine.simulation.workers import local
from generator.engine.testing.examples import read_examples
from generator.kit.locate import KitSearchPath
from generator.press.request import Progress
from generator.tools.jobs import JobResult

GAMES = 60
"""Number of games that are searched, as by the command."""


class Question(NamedTuple):
    """A question that the rules leave open, and a game in which it comes up."""

    title: str
    says: str
    game: SavedGame

    def of(self, game: object) -> SavedGame:
        """The game, with whatever rules it is shown."""
        return self.game


def search(report: Progress, path: KitSearchPath, kit: str, file: Path, cores: int) -> JobResult:
    """Search for gaps; write all as one file of examples.  For a process of its own; raises KitError."""
    from generator.lab.fuzz.example import example_text
    from generator.lab.fuzz.search import GapSearch

    search_run = GapSearch(game_of(path.find(kit)))
    for number in search_run.play(GAMES, 1, local(cores)):
        report("games", number, GAMES)
    examples: list[Any] = []
    for gap in search_run.gaps():
        text = example_text(gap.finding, gap.line)
        examples += parse_yaml(text, "a gap").data["examples"]
        report("shortening games", len(examples), len(search_run.unanswered))
    make_folder(file.parent)
    write_whole(file, dump_yaml({"kit": kit, "examples": examples}).encode())
    summary = f"{counted(search_run.games, 'game')}, {counted(search_run.decisions, 'decision')}"
    return JobResult((summary,), file.parent, (file.name,))


def questions(path: KitSearchPath, kit: str, file: Path) -> list[Question]:
    """The results of the last search.  Raises KitError."""
    if not file.is_file() or not load_yaml(file).data["examples"]:
        return []
    game = game_of(path.find(kit))
    found = []
    for example in read_examples(file):
        options = game.read_options(example.options)
        players = example.players or game.seats_with(options)[0]
        played = SavedGame(
            game.name, players, options, example.seed, example.moves, {}, short_fingerprint(game)
        )
        found.append(Question(example.title, example.says, played))
    return found
