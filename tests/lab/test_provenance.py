"""The mark of the program that played: it follows the code of every package that plays."""

from __future__ import annotations

import re
from pathlib import Path

import generator
from generator.engine.of_kit import game_of
from generator.engine.save_file import as_text, fingerprint, snapshot
from generator.kit.locate import KitSearchPath
from generator.lab.provenance import PLAYED_BY, data_mark, played_by, program
from tests.shipped import shipped_game


def test_every_package_that_plays_has_code() -> None:
    """A package that has moved away would leave the mark the same, whatever its code becomes."""
    for part in PLAYED_BY:
        assert list((Path(generator.__file__).parent / part).rglob("*.py")), part


def test_the_program_is_its_version_and_a_checksum() -> None:
    assert re.fullmatch(rf"{re.escape(generator.__version__)}\+[0-9a-f]{{8}}", program())


def test_trained_weights_are_among_the_data() -> None:
    """A store tells games by other weights apart; without any, its mark is that of the game's data."""
    game = shipped_game("gruff")
    old, plain = game.records.weights, fingerprint(as_text(snapshot(game)))
    try:
        game.records = game.records._replace(weights={})
        assert data_mark(game) == plain
        game.records = game.records._replace(weights={"home": 1.0})
        one = data_mark(game)
        game.records = game.records._replace(weights={"home": 2.0})
        assert len({plain, one, data_mark(game)}) == 3
    finally:
        game.records = game.records._replace(weights=old)


def test_a_game_of_turns_was_played_by_the_program_alone() -> None:
    """Its class is made of data: there is no code beside it, and no folder to look through."""
    kits = Path(__file__).parents[1] / "kits/data"
    assert played_by(game_of(KitSearchPath(kits).find("tidewrack"))) == program()
