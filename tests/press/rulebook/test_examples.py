"""Tests of examples of play in rulebooks: boards, arrows and captions come from the engine."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import hypot
from typing import Any

import pytest

from generator.base.units import mm
from generator.press.library import papers
from generator.press.paint.recording import record
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import draw_figure
from generator.press.request import Ink
from generator.press.rulebook.compose import Book
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.scene.items import GlyphRun, Group, Item, Scene, Use
from generator.press.templates.renderer import Renderer
from tests.press.rulebook.making import Maker, words
from tests.press.rulebook.making import runs as placed
from tests.shipped import shipped_faces

SQUARE = 26
"""Width in mm of a square of the real board, the scale of arrows."""
RIM = 10
"""Distance in mm from the centre of a piece to its rim."""
NARROWEST_COLUMN = 111.7
NARROWEST_BOX = 105.3
"""Width in mm of a column, and inside a box, on the narrower paper: wider figures shrink."""
BOTH = pytest.mark.parametrize(("paper", "ink"), [("a4", "full"), ("letter", "low")])


def faces(paper: str, ink: Ink) -> FaceSet:
    return shipped_faces("grumbles", paper, ink)


@cache
def book(paper: str, ink: Ink) -> Book:
    face_set = faces(paper, ink)
    on = papers(face_set.kit.folders.shared)[paper]
    return compose_book(face_set, rulebook_context(face_set, face_set.parts(), on))


def renderer() -> Renderer:
    return faces("a4", "full").renderer


def examples() -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = renderer().style.variables["examples"]
    return found


def text(pages: Book) -> str:
    """All text in reading order, without that of figures."""
    return " ".join(run.text for page in pages.pages for _, _, run in placed(page.items))


def printed_examples(pages: Book) -> list[Mapping[str, Any]]:
    """The examples whose every sentence the book prints, and the story of the first game."""
    printed = text(pages).replace(" ", "")  # lines may end anywhere
    return [
        each
        for each in examples().values()
        if each["moves"] and all(sentence.replace(" ", "") in printed for sentence in spoken(each))
    ]


def spoken(example: Mapping[str, Any]) -> list[str]:
    return [sentence["text"] for played in example["moves"] for sentence in played["told"]]


def events(shown: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [event for each in shown for played in each["moves"] for event in played["events"]]


def macro(call: str, file: str, **values: Any) -> str:
    """The output of a macro of the kit's templates."""
    style = renderer().style
    name = call.partition("(")[0]
    source = f'{{% from "{file}" import {name} with context %}}{{{{ {call} }}}}'
    template = style.templates.environment.from_string(source)
    return template.render({**style.variables, **values})


def runs(items: Sequence[Item], scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """Every word of a picture with its size in points, templates that it uses included."""
    for item in items:
        if isinstance(item, GlyphRun):
            yield item.text, item.size * scale
        elif isinstance(item, Group):
            yield from runs(item.items, scale * hypot(item.matrix.a, item.matrix.b))
        elif isinstance(item, Use):
            yield from runs(item.scene.items, scale * hypot(item.matrix.a, item.matrix.b))


def middle(square: str) -> tuple[float, float]:
    column, row = "abcdefg".index(square[0]), int(square[1:])
    return (column + 0.5) * SQUARE, (7 - row + 0.5) * SQUARE


@BOTH
def test_the_book_shows_everything_of_an_example(paper: str, ink: Ink) -> None:
    shown = [*printed_examples(book(paper, ink)), examples()["first-game"]]
    kinds = {event["event"] for event in events(shown)}
    assert kinds >= {"push", "pull", "shove", "yank", "swap", "throw", "swing", "trade", "pick"}
    assert kinds >= {"owe", "refill", "capture", "reveal", "score", "stay"}
    assert {event["seat"] for event in events(shown) if event["event"] == "capture"} == {1, 2}


@BOTH
def test_the_story_of_the_first_game_omits_only_the_last_move(paper: str, ink: Ink) -> None:
    printed = text(book(paper, ink)).replace(" ", "")
    at = 0
    for played in examples()["first-game"]["moves"][:-2]:
        for sentence in played["told"]:
            at = printed.index(sentence["text"].replace(" ", ""), at)


@BOTH
def test_example_text_cites_its_rules(paper: str, ink: Ink) -> None:
    pages = book(paper, ink)
    rules = {
        rule
        for each in printed_examples(pages)
        for played in each["moves"]
        for sentence in played["told"]
        for rule in sentence["rules"]
    }
    assert rules
    assert rules <= set(pages.cited)


def test_text_on_drawn_boards_is_legible() -> None:
    shown = [each for each in printed_examples(book("a4", "full")) if len(each["moves"]) < 2]
    assert shown
    for each in shown:
        scene = draw_figure(renderer(), each["id"], {"after": True})
        assert mm(scene.width) <= NARROWEST_BOX
        assert min(size for _, size in runs(scene.items)) >= 8.499


def test_the_setup_figure_is_legible() -> None:
    scene = renderer().render("figure-setup.xml", {"arg": {"layout": "saltire"}}, "set-up")
    assert mm(scene.width) <= NARROWEST_COLUMN
    assert min(size for _, size in runs(scene.items)) >= 8.499


@pytest.mark.parametrize(
    "kind", ["push", "pull", "shove", "yank", "swap", "throw", "swing", "step"]
)
def test_each_moved_piece_has_an_arrow_from_square_to_square(kind: str) -> None:
    found = [event for event in events(list(examples().values())) if event["event"] == kind]
    assert found
    for event in found:
        taken = [here for _, here, _ in event["moved"]]
        drawn = macro("arrows(event, taken)", "figure-arrows.xml", event=event, taken=taken)
        shafts = re.findall(r'd="M([\d.]+) ([\d.]+)\s+Q[^"]*" stroke="accent"', drawn)
        heads = re.findall(r'd="M([\d.]+) ([\d.]+)\s+L[^"]*" fill="accent"', drawn)
        assert len(shafts) == len(heads) == len(event["moved"])
        for shaft, head, (_, start, end) in zip(shafts, heads, event["moved"], strict=True):
            assert RIM <= distance(shaft, start) <= 1.7 * RIM
            near, far = (RIM, 1.5 * RIM) if end in taken else (0, RIM / 2)
            assert near <= distance(head, end) <= far


def distance(point: tuple[str, str], square: str) -> float:
    x, y = middle(square)
    return float(((float(point[0]) - x) ** 2 + (float(point[1]) - y) ** 2) ** 0.5)


def test_the_arrow_of_a_thrown_piece_avoids_the_grumble_if_possible() -> None:
    for here, there, pivot in (("a1", "a3", "a2"), ("g3", "g1", "g2"), ("c1", "e1", "d1")):
        event = {"event": "throw", "moved": [("starter", here, there)]}
        drawn = macro("arrows(event, [])", "figure-arrows.xml", event=event)
        bend = re.findall(r"Q(-?[\d.]+) (-?[\d.]+)", drawn)[0]
        assert distance(bend, pivot) >= SQUARE
        assert all(0 < float(along) < 7 * SQUARE for along in bend)


@pytest.mark.parametrize("name", [name for name, each in examples().items() if each["moves"]])
def test_a_crop_contains_every_relevant_square(name: str) -> None:
    found = macro("region(examples[name])", "figure-region.xml", name=name)
    first, last = found.split()
    assert "a" <= first[0] <= last[0] <= "g"
    assert 1 <= int(first[1:]) <= int(last[1:]) <= 7
    assert ord(last[0]) - ord(first[0]) >= 3
    assert int(last[1:]) - int(first[1:]) >= 2
    for event in events([examples()[name]]):
        moved = [square for _, *squares in event.get("moved", ()) for square in squares]
        for square in [*moved, *(event[key] for key in ("at", "to") if key in event)]:
            assert first[0] <= square[0] <= last[0]
            assert int(first[1:]) <= int(square[1:]) <= int(last[1:])


def test_the_whole_board_is_shown_when_a_goof_goes_to_the_other_player() -> None:
    region = macro("region(examples[name])", "figure-region.xml", name="capture-for-the-other")
    assert region.strip() == "a1 g7"
    part = macro("region(examples[name])", "figure-region.xml", name="capture-at-home")
    assert part.strip() == "b1 e3"


def test_a_component_of_different_pieces_shows_them_side_by_side(maker: Maker) -> None:
    tiles = [Scene(f"tile {number}", 60, 60, ()) for number in range(7)]
    board = Scene("board", 400, 400, ())
    entries = [Entry(tiles[0], 7, "Tiles", "All differ.", tiles[1:]), Entry(board, 1, "Board")]
    (page,) = maker.book("```components\n```", entries).pages
    assert words(page) == ["7 × Tiles", "All differ.", "1 × Board"]
    lines = record(page)
    for scene in (*tiles, board):
        assert sum(f"use {scene.name}" in line for line in lines) == 1


def test_a_large_deck_is_represented_by_a_few_cards(maker: Maker) -> None:
    cards = [Scene(f"card-{number}", 180, 250, ()) for number in range(60)]
    (page,) = maker.book("```components\n```", [Entry(cards[0], 60, "Deck", "", cards[1:])]).pages
    assert sum("use card-" in line for line in record(page)) == 8
