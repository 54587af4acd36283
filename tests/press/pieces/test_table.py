"""Tables of games: what a seat sees is drawn with the printed pieces, and can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.engine.bots import bots_named
from generator.engine.game import Game
from generator.engine.of_kit import game_of_kit
from generator.engine.playthrough import PlaythroughStep, play
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.library import papers
from generator.press.paint.recording import record
from generator.press.paint.svg import paint_svg
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import TableDrawing, people_of, things_on
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import Scene
from generator.press.templates.style import style_of
from generator.tools.scaffold import ScaffoldOptions, create_kit, read_size
from tests.readme_steps import ROOT

GAMES = {"grumbles": 40, "grizzled": 7, "gruff": 23, "ggt": 90, "grudge": 9}
"""The five games, and after how many moves the next position of each is drawn."""
UNTOUCHED = re.compile(
    "aid|attack|cast|end|flip|grow|heal|initiative|intensity|keep|leave|load|loot|no|nothing|notch|pass"
    "|relief|rest|shield|stats|stop|withdraw|yes"
)
"""Moves that may name nothing that lies on the table: they are chosen from the list."""


@cache
def table_of(name: str) -> tuple[Game[Any], TableDrawing]:
    kit = load_kit(KitSearchPath(ROOT / "data", ROOT / "templates").find(name))
    paper = papers(kit.folders.shared)["a4"]
    style = style_of(kit, ink="full", paper=paper, examples=lambda kit: {})
    return game_of_kit(kit), TableDrawing(FaceSet(kit, style))


def positions(name: str) -> Iterator[PlaythroughStep]:
    game, _ = table_of(name)
    for number, step in enumerate(play(game, bots_named(["random"], 1), seed=5)):
        if number % GAMES[name] == 0 or step.state.outcome:
            yield step


def drawn(name: str, step: PlaythroughStep, seat: int | None) -> Scene:
    game, drawing = table_of(name)
    return drawing.scene(step.state.view(seat), people_of(game, step.state), seat)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_move_is_about_can_be_pointed_at(name: str) -> None:
    steps = list(positions(name))
    assert len(steps) > 2
    for step in steps:
        state = step.state
        assert things_on(drawn(name, step, None))
        if (seat := state.to_act) is None:
            continue
        there = {word for thing in things_on(drawn(name, step, seat)) for word in thing.names}
        for move in state.legal_moves():
            about = there.intersection(state.things(move))
            assert about or UNTOUCHED.fullmatch(str(move).split()[0]), move


def test_a_table_shows_no_more_than_the_view() -> None:
    """What the other seat holds may be dealt in any way: the picture of this one's table stays."""
    game, drawing = table_of("grizzled")
    state, _ = game.start(3, 3)
    for _ in range(4):
        state.apply(state.legal_moves()[0])
    looks = set()
    for number in range(3):
        other = state.determinize(1, state.rng.fork()) if number else state
        looks.add("\n".join(record(drawing.scene(other.view(1), people_of(game, state), 1))))
    assert len(looks) == 1
    assert "\n".join(record(drawing.scene(state.view(2), people_of(game, state), 2))) not in looks


def test_pieces_are_loaded_where_an_address_is_given_for_them() -> None:
    step = next(positions("grumbles"))
    scene = drawn("grumbles", step, 0)
    whole = paint_svg(scene)
    light = paint_svg(scene, address=lambda used: f"/piece/{used.name.replace(' ', '-')}")
    assert len(light) < len(whole) / 4
    assert b'"/piece/board-saltire-front"' in light
    assert light.count(b"<image") > 7
    assert b"<image" not in whole


def test_a_game_without_a_table_of_its_own_is_drawn_field_by_field(tmp_path: Path) -> None:
    size = read_size("poker")
    create_kit(ScaffoldOptions("plain", "Plain", (2, 4), size, "csv"), tmp_path)
    kit = load_kit(KitSearchPath(tmp_path / "data", tmp_path / "templates").find("plain"))
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    one, other, *_ = (row["id"] for row in kit.tables["cards"])
    view = {
        "hands": {"red": [one, other], "blue": 3}, "turn": 4, "pile": [one], "over": False,
        "pending": ["play red"],
    }  # fmt: skip
    scene = TableDrawing(FaceSet(kit, style)).scene(view, [("red", "Red"), ("blue", "Blue")], 0)
    assert [thing.names for thing in things_on(scene)] == [(one,), (other,), (one,)]
    assert "Hands, Red" in alt_text(scene)
