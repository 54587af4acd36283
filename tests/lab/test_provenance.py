"""Tests of the program digest: it depends on the code of every package that plays games."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import generator
from generator.base.locations import data_root
from generator.engine.kept_ladders import load_ladders
from generator.engine.of_kit import game_of
from generator.engine.save_file import as_text, fingerprint, snapshot
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.lab import provenance
from generator.lab.provenance import (
    PLAYING_PACKAGES,
    bots_checksum,
    data_fingerprint,
    program,
    program_of,
)
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game


def test_every_package_in_the_digest_has_code() -> None:
    """If a package were moved, the digest would no longer depend on its code."""
    for part in PLAYING_PACKAGES:
        assert list((Path(generator.__file__).parent / part).rglob("*.py")), part


def test_the_program_is_identified_by_version_and_checksum() -> None:
    assert re.fullmatch(rf"{re.escape(generator.__version__)}\+[0-9a-f]{{8}}", program())


def test_trained_weights_are_among_the_data() -> None:
    """A store separates games by their weights; without weights, the digest is that of the data."""
    game = shipped_game("gruff")
    old, plain = game.records.weights, fingerprint(as_text(snapshot(game)))
    try:
        game.records = game.records._replace(weights={})
        assert data_fingerprint(game) == plain
        game.records = game.records._replace(weights={"home": 1.0})
        one = data_fingerprint(game)
        game.records = game.records._replace(weights={"home": 2.0})
        assert len({plain, one, data_fingerprint(game)}) == 3
    finally:
        game.records = game.records._replace(weights=old)


def test_a_scripted_game_depends_on_the_program_alone() -> None:
    """Its class is made from data: it has no code of its own, and no folder to search."""
    kits = Path(__file__).parents[1] / "kits/data"
    assert program_of(game_of(KitSearchPath(kits).find("tidewrack"))) == program()


def test_the_digest_of_bots_follows_their_evaluation_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the module or package with the evaluation counts; a game without either counts as a whole."""
    game, package = ToyGame.new(), tmp_path / "toy"
    package.mkdir()
    for name, code in (("__init__", ""), ("rules", "A = 1"), ("heuristic", "B = 1")):
        (package / f"{name}.py").write_text(code, encoding="utf-8")
    module = sys.modules[type(game).__module__]
    monkeypatch.setattr(module, "__file__", str(package / "__init__.py"))
    marks = [bots_checksum(game)]

    def changed(name: str, code: str) -> bool:
        (package / name).write_text(code, encoding="utf-8")
        marks.append(bots_checksum(game))
        return marks[-1] != marks[-2]

    assert not changed("rules.py", "A = 2")
    assert changed("heuristic.py", "B = 2")
    worded = '"""Words."""\n\nB = 2  # why\n"""What it is,\n# at length."""\n'
    assert not changed("heuristic.py", worded)
    assert changed("heuristic.py", worded.replace("B = 2", 'B = "# 2"'))
    (package / "heuristic.py").unlink()
    assert bots_checksum(game) != marks[-1]
    assert changed("rules.py", "A = 3")
    (package / "heuristic").mkdir()
    assert changed("heuristic/evaluate.py", "B = 2")
    assert changed("heuristic/evaluate.py", "B = 3")
    assert not changed("rules.py", "A = 4")

    monkeypatch.setattr(provenance, "_PACKAGE", tmp_path)
    (tmp_path / "engine" / "bots").mkdir(parents=True)
    assert changed("../engine/bots/search.py", "C = 1")
    assert changed("../engine/bots/search.py", "C = 2")
    assert not changed("../engine/bots/__init__.py", "D = 1")


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_shipped_ladders_were_played_by_these_bots_with_these_data(name: str) -> None:
    game = shipped_game(name)
    marks = {(ladder.data, ladder.bots) for ladder in load_ladders(data_root() / name)}
    assert marks == {(data_fingerprint(game), bots_checksum(game))}, (
        f"play them again: grimoire ladder {name} --keep"
    )
