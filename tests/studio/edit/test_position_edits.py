"""Tests of position edits: a position is stated in the example, as briefly as the engine allows."""

from __future__ import annotations

import difflib

import pytest

from generator.base.errors import KitError
from generator.base.formats.yaml import parse_yaml
from generator.engine.of_kit import game_of
from generator.engine.testing.example_run import begin_example
from generator.engine.testing.examples import examples_in
from generator.kit.locate import KitSearchPath
from generator.studio.edit.position_edits import pointer, positions, rejection, zones
from generator.studio.edit.position_text import with_position
from tests.readme_steps import ROOT

PATH = KitSearchPath(ROOT / "data", ROOT / "templates")
KITS = KitSearchPath(ROOT / "tests/kits/data", ROOT / "tests/kits/templates")


def moved(kit: str, file: str, id: str, piece: str, to: str) -> str:
    """The changed lines of the file after a piece was moved, or why it cannot be moved."""
    path = (KITS if kit == "tidewrack" else PATH).find(kit)
    game = game_of(path)
    text = (path.data / "examples" / f"{file}.yaml").read_text()
    examples = examples_in(parse_yaml(text, file))
    number = next(n for n, each in enumerate(examples) if each.id == id)
    state, _ = begin_example(game, examples[number])
    refused: list[KitError] = []
    after = next(positions(game, state, piece.split("|"), to.split("|"), refused), None)
    if after is None:
        return str(rejection(piece.split("|"), refused))
    new = with_position(game, text, file, number, after.to_data())
    again = begin_example(game, examples_in(parse_yaml(new, file))[number])[0]
    assert again == after
    diff = difflib.unified_diff(text.split("\n"), new.split("\n"), n=0, lineterm="")
    return "\n".join(each[0] + each[1:].strip() for each in [*diff][2:] if each[0] in "+-")


@pytest.mark.parametrize(
    ("kit", "file", "id", "piece", "to", "other"),
    [
        ("grumbles", "goofs", "last-chance", "yank|d2", "d3",
         "-red: {shove: b1, yank: d2, swap: e1}\n+red: {shove: b1, yank: d3, swap: e1}"),
        ("grumbles", "goofs", "last-chance", "c1", "d3",
         "-goofs: {c1: doom}\n+goofs: {d3: doom}"),
        ("ggt", "combat", "both-go-on", "player-1|1,2", "2,1",
         '-at: {"1": "1,2", "2": "2,2"}\n+at: {"1": "2,1", "2": "2,2"}'),
        ("grizzled", "edges", "clumsy-for-next-time", "/hands/p1/0", "/land",
         "-hands: {p1: [t01], p2: [t15], p3: [t23]}\n+hands: {p1: [], p2: [t15], p3: [t23]}\n"
         "+land: [t01]"),
        ("grizzled", "ends", "morale-drop", "/hands/p1/0", "/hands/p2/1",
         "-hands: {p1: [t02, t03], p2: [t04, t08, t09]}\n"
         "+hands: {p1: [t03], p2: [t04, t02, t08, t09]}"),
        ("tidewrack", "turns", "last-find", "/bag/1/0", "/bag/0",
         "-position: {seat: 1, deck: [plank], bag: [[cowrie], [twine, net]]}\n"
         "+position: {seat: 1, deck: [plank], bag: [[cowrie, twine], [net]]}"),
        ("grumbles", "goofs", "last-chance", "yank|d2", "swap|e1",
         "swap and yank are both on e1 (P-squares)"),
        ("ggt", "combat", "both-go-on", "player-1|1,2", "0,0",
         'there is no space "0,0"; did you mean "3,0"?'),
        ("grumbles", "goofs", "last-chance", "f7", "d3",
         "this position does not state where f7 lies (position-unknown)"),
    ],
)  # fmt: skip
def test_only_differences_are_stated(
    kit: str, file: str, id: str, piece: str, to: str, other: str
) -> None:
    assert moved(kit, file, id, piece, to).split("\nthe unused")[0] == other


def test_an_example_without_a_position_gets_one_above_its_moves() -> None:
    lines = moved("grumbles", "draft", "first-picks", "/pile/0", "/pile").split("\n")
    assert lines[0] == "+position:"
    assert lines[1].startswith("+pile: [doom, ")
    assert lines[2].startswith("+chance: ")


def test_zones_are_the_lists_that_accept_pieces() -> None:
    path = PATH.find("grizzled")
    game = game_of(path)
    state, _ = game.start(1, 3)
    found = {zone.pointer: zone.pieces for zone in zones(game, state)}
    assert {"/hands/p1", "/trials", "/reserve", "/land"} <= {*found}
    assert not {"/pending", "/withdrawn", "/used"} & {*found}
    assert found["/trials"] == tuple(state.to_data()["trials"])
    assert pointer(("a/b", 0, "c~")) == "/a~1b/0/c~0"
