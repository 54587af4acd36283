"""Gaps in the rules of a kit: the search of `check --deep` as a job, and each question with its game."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.base.atomic_output import drop_file, make_folder, write_whole
from generator.engine.of_kit import game_of
from generator.engine.save_file import SavedGame, short_fingerprint
from generator.engine.simulation.workers import local
from generator.engine.testing.examples import read_examples
from generator.kit.locate import KitSearchPath
from generator.studio.jobs import Made, Report

GAMES = 60
"""Games that are searched, as by the command."""


class Question(NamedTuple):
    """What the rules leave open, and a game in which it happens."""

    title: str
    says: str
    game: SavedGame

    def of(self, game: object) -> SavedGame:
        """The game, whatever rules it is looked at with."""
        return self.game


def search(report: Report, path: KitSearchPath, kit: str, folder: Path, cores: int) -> Made:
    """Search for gaps; write each as an example file.  For a process of its own; raises KitError."""
    from generator.lab.fuzz.example import example_id, example_text
    from generator.lab.fuzz.search import GapSearch

    found = GapSearch(game_of(path.find(kit)))
    for number in found.play(GAMES, 1, local(cores)):
        report("games", number, GAMES)
    make_folder(folder)
    names = set[str]()
    for gap in found.gaps():
        names.add(name := f"{example_id(gap.finding)}.yaml")
        write_whole(folder / name, example_text(gap.finding, gap.line).encode())
        report("making games smaller", len(names), len(found.open))
    for file in folder.glob("*.yaml"):
        if file.name not in names:
            drop_file(file)  # a rule answers it now
    return Made((f"{found.games} games, {found.decisions} decisions",), folder, tuple(names))


def questions(path: KitSearchPath, kit: str, folder: Path) -> list[Question]:
    """What the last search has found.  Raises KitError."""
    if not folder.is_dir():
        return []
    game = game_of(path.find(kit))
    asked = []
    for file in sorted(folder.glob("*.yaml")):
        for example in read_examples(file):
            options = game.read_options(example.options)
            players = example.players or game.seats_with(options)[0]
            played = SavedGame(
                game.name,
                players,
                options,
                example.seed,
                example.moves,
                {},
                short_fingerprint(game),
            )
            asked.append(Question(example.title, example.says, played))
    return asked
