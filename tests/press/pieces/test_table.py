"""Tests of a game's table: the view of a seat drawn with printed pieces that can be selected."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError, Place
from generator.engine.bots import bots_named
from generator.engine.game import Game
from generator.engine.of_kit import game_of_kit
from generator.engine.playthrough import PlaythroughStep, play
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.tables.records import Table
from generator.press.library import papers
from generator.press.paint.recording import record
from generator.press.paint.svg import paint_svg
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import draw_table, things_on
from generator.press.rulebook.directives import FigureSpec
from generator.press.rulebook.layout.figures import scene_of
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import Scene
from generator.press.scene.text_extraction import extract_text
from generator.press.templates.renderer import Renderer
from generator.press.templates.style import style_of
from generator.tools.scaffold import ScaffoldOptions, create_kit, read_size
from tests.readme_steps import PIECES_GUIDE, ROOT, RULES_FOR_A_MAP
from tests.shipped import shipped_faces, shipped_game

GAMES = {"grumbles": 40, "grizzled": 7, "gruff": 23, "ggt": 90, "grudge": 9}
"""The games, and after how many moves the next position of each is drawn."""
UNTOUCHED = re.compile(
    "aid|attack|cast|end|flip|grow|heal|initiative|intensity|keep|leave|load|loot|no|nothing|notch|pass"
    "|relief|rest|shield|stats|stop|withdraw|yes"
)
"""Moves that may name nothing on the table, and are chosen from the list."""


def table_of(name: str) -> tuple[Game[Any], Renderer]:
    return shipped_game(name), shipped_faces(name).renderer


def positions(name: str) -> Iterator[PlaythroughStep]:
    game, _ = table_of(name)
    for number, step in enumerate(play(game, bots_named(["random"], 1), seed=5)):
        if number % GAMES[name] == 0 or step.state.outcome:
            yield step


def drawn(name: str, step: PlaythroughStep, seat: int | None) -> Scene:
    game, renderer = table_of(name)
    return draw_table(renderer, step.state.view(seat), game.people(step.state), seat)


@pytest.mark.parametrize("name", GAMES)
def test_objects_of_a_move_can_be_selected_on_the_table(name: str) -> None:
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
    """However the hidden cards of the other seat are redrawn, the picture stays the same."""
    game, renderer = table_of("grizzled")
    state, _ = game.start(3, 3)
    for _ in range(4):
        state.apply(state.legal_moves()[0])
    looks = set()
    for number in range(3):
        other = state.determinize(1, state.rng.fork()) if number else state
        looks.add("\n".join(record(draw_table(renderer, other.view(1), game.people(state), 1))))
    assert len(looks) == 1
    assert (
        "\n".join(record(draw_table(renderer, state.view(2), game.people(state), 2))) not in looks
    )


def test_pieces_are_linked_if_an_address_is_given() -> None:
    step = next(positions("grumbles"))
    scene = drawn("grumbles", step, 0)
    complete = paint_svg(scene)
    light = paint_svg(scene, address=lambda used: f"/piece/{used.name.replace(' ', '-')}")
    assert len(light) < len(complete) / 4
    assert b'"/piece/board-saltire-front"' in light
    assert light.count(b"<image") > 7
    assert b"<image" not in complete


def plain_kit(folder: Path) -> Kit:
    size = read_size("poker")
    create_kit(ScaffoldOptions("plain", "Plain", (2, 4), size, "csv"), folder)
    return load_kit(KitSearchPath(folder / "data", folder / "templates").find("plain"))


PEOPLE = {"red": "Red", "blue": "Blue"}


def plain_view(kit: Kit, turn: int) -> dict[str, Any]:
    table = kit.tables["cards"]
    assert isinstance(table, Table)
    one, other, *_ = (row["id"] for row in table)
    return {
        "hands": {"red": [one, other], "blue": 3}, "turn": turn, "pile": [one], "over": False,
        "pending": ["play red"],
    }  # fmt: skip


def test_a_game_without_its_own_table_is_drawn_field_by_field(tmp_path: Path) -> None:
    kit = plain_kit(tmp_path)
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    view = plain_view(kit, 4)
    scene = draw_table(FaceSet(kit, style).renderer, view, PEOPLE, 0)
    names = [*view["hands"]["red"], *view["pile"]]
    assert [thing.names for thing in things_on(scene)] == [(name,) for name in names]
    assert "Hands, Red" in alt_text(scene)


def test_a_list_of_lists_shows_whose_each_is_and_a_seat_has_its_name(tmp_path: Path) -> None:
    kit = plain_kit(tmp_path)
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    (card,) = plain_view(kit, 1)["pile"]
    view = {"seat": 1, "leader": 0, "turn": 1, "won": [[], [card]], "bids": [7, None]}
    scene = draw_table(FaceSet(kit, style).renderer, view, PEOPLE, 0)
    assert [thing.names for thing in things_on(scene)] == [(card,)]
    text = alt_text(scene)
    assert text.startswith("Seat Blue Leader Red Turn 1 Won, Red – Won, Blue Falling Star ")
    assert text.endswith(" Bids 7, –")


def test_a_counter_of_turns_as_data_is_no_seat(tmp_path: Path) -> None:
    """`leader: 1` there is the first player if its author counts from 1, as `seat` in `turns.yaml` does."""
    kit = plain_kit(tmp_path)
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    view = {"seat": 1, "steps": 0, "loops": [], "leader": 1, "turn": 1}
    text = alt_text(draw_table(FaceSet(kit, style).renderer, view, PEOPLE, 0))
    assert text == "Leader 1 Turn 1"


@pytest.mark.parametrize(("empty", "top"), [(6, 1), (30, 0)])
def test_stacks_lie_apart(tmp_path: Path, empty: int, top: int) -> None:
    """The last of eight stacks lies in a second line; of many stacks only those with pieces are there."""
    kit = plain_kit(tmp_path)
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    one, other = plain_view(kit, 1)["hands"]["red"]
    view = {"row": [[one, one], *[[]] * empty, [other]]}
    first, second, last = things_on(draw_table(FaceSet(kit, style).renderer, view, PEOPLE, 0))
    assert first.box.x < second.box.x < first.box.x + first.box.width
    assert (last.box.y > first.box.y) == bool(top)
    assert last.box.x == first.box.x if top else last.box.x > second.box.x + second.box.width


def test_the_table_says_what_play_says(tmp_path: Path) -> None:
    """A token on numbered spaces, the rows of a counter, stacks, and names of more than one word."""
    kit = plain_kit(tmp_path)
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    renderer = FaceSet(kit, style).renderer
    one, other = plain_view(kit, 1)["hands"]["red"]
    view = {
        "storm": 0, "at_hand": 2, "steps_of": [1, 0], "built": {"hut": 3, "at_hand": 1}, "best": "hut",
        "row": [[one], [], [other]], "loose": [[one], [other], []], "loops": [], "steps": 0,
    }  # fmt: skip
    titles = {"storm": ["1", "2"], "steps_of": ["Pier", "Dune"], "row": ["North", "East", "South"]}
    places = {field: {title.lower(): title for title in each} for field, each in titles.items()}
    scene = draw_table(renderer, view, PEOPLE, 0, {"hut": "Old Hut"}, places)
    text = alt_text(scene)
    for says in (
        "Storm 1 At hand 2 Steps of, Red Dune Steps of, Blue Pier Built Old Hut 3, at hand 1 Best Old Hut",
        "Row North", "East South", "Loose 1", " 2 ", " 3",
    ):  # fmt: skip
        assert says in text


def test_a_turns_game_says_what_is_known_and_who_is_out_in_words(tmp_path: Path) -> None:
    """As many seen cards as players are not one of each player's."""
    kit = plain_kit(tmp_path)
    style = style_of(kit, ink="full", paper=papers(kit.folders.shared)["a4"])
    renderer = FaceSet(kit, style).renderer
    one, other = plain_view(kit, 1)["hands"]["red"]
    seen = [
        {"place": "hand", "seat": 1, "index": at, "card": card}
        for at, card in enumerate((one, other))
    ]
    view = {"loops": [], "steps": 0, "turn": 3, "seen-cards": seen, "out-of-game": [1]}
    text = alt_text(draw_table(renderer, view, PEOPLE, 0))
    assert text.startswith("Turn 3 Hidden cards that you know ")
    assert text.endswith("Out of the game Blue")
    empty = {**view, "seen-cards": [], "out-of-game": []}
    assert alt_text(draw_table(renderer, empty, PEOPLE, 0)) == "Turn 3"


def test_a_table_of_a_turns_game_shows_fields_and_owners() -> None:
    """Internal fields of the interpreter are not shown."""
    kit = load_kit(
        KitSearchPath(ROOT / "tests/kits/data", ROOT / "tests/kits/templates").find("tidewrack")
    )
    paper = papers(kit.folders.shared)["a4"]
    renderer = FaceSet(
        kit, style_of(kit, ink="full", paper=paper, examples=lambda kit: {})
    ).renderer
    game = game_of_kit(kit)
    steps = play(game, bots_named(["random"], 1), seed=1)
    people, view = game.people(next(steps).state), game.start(1)[0].view(0)
    text = alt_text(draw_table(renderer, view, people, 0, game.row_titles, game.place_titles))
    assert "Comber, Player 1 pier Comber, Player 2 pier Worth, Player 1 0" in text
    for title in ("Deck", "Bag, Player 1", "Bag, Player 2", "Worth, Player 2", "Tide"):
        assert title in text
    for inner in ("Loops", "Steps", "Named", "Over"):
        assert inner not in text
    *_, last = steps
    view = last.state.view(0)
    bag: Any = view["bag"]
    assert bag[0]
    there = {name for t in things_on(draw_table(renderer, view, people, 0)) for name in t.names}
    assert there >= {*bag[0]}


def test_a_figure_of_an_example_shows_its_table(tmp_path: Path) -> None:
    """It shows the position after the stated number of moves; impossible ones are faults with a line."""
    kit = plain_kit(tmp_path)
    views = [plain_view(kit, turn) for turn in range(3)]
    played = {
        "before": views[0], "moves": [{"after": view} for view in views[1:]], "people": PEOPLE,
    }  # fmt: skip
    style = style_of(
        kit,
        ink="full",
        paper=papers(kit.folders.shared)["a4"],
        examples=lambda kit: {"two": played},
    )
    renderer = FaceSet(kit, style).renderer
    place = Place("rulebook.md.j2", 7)
    for moves, view in enumerate(views):
        spec = FigureSpec(position="two", arg={"moves": moves})
        drawn = record(scene_of(spec, renderer, place))
        assert drawn == record(draw_table(renderer, view, PEOPLE))
    for position, moves, says in (("tow", 0, 'no example "tow"'), ("two", 3, "from 0 to 2")):
        with pytest.raises(KitError, match=says):
            scene_of(FigureSpec(position=position, arg={"moves": moves}), renderer, place)


def game_of_the_guide(tmp_path: Path) -> tuple[Game[Any], Renderer]:
    """The game that a section of the guide makes of a map."""
    section = PIECES_GUIDE.read_text(encoding="utf-8").partition(RULES_FOR_A_MAP)[2]
    (rows, *_), (turns, *_) = (
        re.findall(rf"```{kind}\n(.*?)```", section, re.DOTALL) for kind in ("csv", "yaml")
    )
    create_kit(ScaffoldOptions("hexes", "Hexes"), tmp_path)
    data, templates = tmp_path / "data" / "hexes", tmp_path / "templates" / "hexes"
    fields = "id: {type: id, from-field: name}, name: {type: text}, terrain: {type: text}"
    fields += ", cell: {type: text}, march: {type: integer, optional: true}"
    table = f"\ntables:\n  map: {{file: map.csv, one: place, fields: {{{fields}}}}}\n"
    board = "\n  - {id: board, title: Board, part: board, front: board.xml}\nrulebook:"
    text = (data / "game.yaml").read_text(encoding="utf-8").replace("\ntables:\n", table, 1)
    (data / "game.yaml").write_text(text.replace("\nrulebook:", board, 1), encoding="utf-8")
    (data / "map.csv").write_text(rows, encoding="utf-8")
    turns = turns.replace("number: map,", "number: map, deal: 2, from: deck,")
    head = "piles: {deck: {of: cards}}\ncounters: {points: }\nwinner: {most: points}\n"
    (data / "turns.yaml").write_text(head + turns, encoding="utf-8")
    xml = re.findall(r"```xml\n(.*?)```", section, re.DOTALL)
    for name, template in zip(("grid", "board", "table"), xml, strict=True):
        (templates / f"{name}.xml").write_text(template, encoding="utf-8")
    kit = load_kit(KitSearchPath(tmp_path / "data", tmp_path / "templates").find("hexes"))
    return game_of_kit(kit), FaceSet(kit, style_of(kit)).renderer


def test_the_guide_draws_a_map(tmp_path: Path) -> None:
    game, renderer = game_of_the_guide(tmp_path)
    state, _ = game.start(2, 2)
    scene = draw_table(renderer, state.view(0), game.people(state), 0)
    board_scene = renderer.draw_once("board.xml", {}, "board")
    assert (scene.width, scene.height) == (board_scene.width, board_scene.height)
    boxes = {thing.names[0]: thing.box for thing in things_on(scene)}
    assert set(state.legal_moves()) == {"old-mill", "ford", "chapel"} <= set(boxes)
    for place, units in zip(("old-mill", "ford", "chapel"), state.view(0)["stacks"], strict=True):
        hexagon = boxes[place]
        assert len(units) == 2
        assert 0 <= hexagon.x < hexagon.right <= scene.width
        assert all(hexagon.x < boxes[unit].x < hexagon.right for unit in units)


def texts(scene: Scene) -> list[tuple[str, tuple[float, float]]]:
    """The texts of a scene, each with the point where it begins."""
    found, _ = extract_text(scene)
    return [(" ".join(word.text for word in each.run.words), each.box[:2]) for each in found]


def test_pieces_lie_on_a_board_whose_places_are_links(tmp_path: Path) -> None:
    """Without a table of the kit's own: the links of its printed board say where its places are."""
    game, renderer = game_of_the_guide(tmp_path)
    (tmp_path / "templates" / "hexes" / "table.xml").unlink()
    state, _ = game.start(2, 2)
    names = game.row_titles, game.place_titles
    scene = draw_table(renderer, state.view(0), game.people(state), 0, *names)
    boxes = {thing.names[0]: thing.box for thing in things_on(scene)}
    assert set(state.legal_moves()) == {"old-mill", "ford", "chapel"} <= set(boxes)
    for place, units in zip(("old-mill", "ford", "chapel"), state.view(0)["stacks"], strict=True):
        hexagon = boxes[place]
        assert len(units) == 2
        for unit in units:
            assert hexagon.x < boxes[unit].x < boxes[unit].right < hexagon.right
            assert hexagon.y < boxes[unit].y < boxes[unit].bottom < hexagon.bottom
    headings = [text for text, _ in texts(scene)]
    assert "Turn" in headings
    assert "Stacks" not in headings  # what lies on the board is not listed again


def test_a_place_of_two_boards_has_its_pieces_once(tmp_path: Path) -> None:
    """As with a board and a smaller copy of it for each player."""
    game_of_the_guide(tmp_path)
    (tmp_path / "templates" / "hexes" / "table.xml").unlink()
    kit_file = tmp_path / "data" / "hexes" / "game.yaml"
    second = "\n  - {id: copy, title: Copy, part: board, front: board.xml}\nrulebook:"
    text = kit_file.read_text(encoding="utf-8").replace("\nrulebook:", second, 1)
    kit_file.write_text(text, encoding="utf-8")
    kit = load_kit(KitSearchPath(tmp_path / "data", tmp_path / "templates").find("hexes"))
    game, renderer = game_of_kit(kit), FaceSet(kit, style_of(kit)).renderer
    state, _ = game.start(2, 2)
    names = game.row_titles, game.place_titles
    scene = draw_table(renderer, state.view(0), game.people(state), 0, *names)
    drawn_names = [thing.names[0] for thing in things_on(scene)]
    assert drawn_names.count("ford") == 2
    for stack in state.view(0)["stacks"]:
        assert [drawn_names.count(unit) for unit in stack] == [1, 1]


def test_places_with_one_title_are_told_apart(tmp_path: Path) -> None:
    """As on a map on which three hexes are called "Woods"."""
    game, renderer = game_of_the_guide(tmp_path)
    (tmp_path / "templates" / "hexes" / "table.xml").unlink()
    state, _ = game.start(2, 2)
    ids = ("old-mill", "ford", "chapel")
    titles = {**game.row_titles, **dict.fromkeys(ids, "Woods")}
    places = {field: dict.fromkeys(names, "Woods") for field, names in game.place_titles.items()}
    scene = draw_table(renderer, state.view(0), game.people(state), 0, titles, places)
    boxes = {thing.names[0]: thing.box for thing in things_on(scene)}
    for place, units in zip(ids, state.view(0)["stacks"], strict=True):
        for unit in units:
            assert boxes[place].x < boxes[unit].x < boxes[unit].right < boxes[place].right
            assert boxes[place].y < boxes[unit].y < boxes[unit].bottom < boxes[place].bottom


def test_tokens_are_discs_on_the_spaces_of_a_board(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests/kits", tmp_path, dirs_exist_ok=True)
    shore = tmp_path / "templates/tidewrack/shore.xml"
    spaces = {"0,0": "pier", "1,0": "rocks", "2,2": "wreck"}
    link = f'{{% if at in {spaces} %}}<link to="thing:{{{{ {spaces}[at] }}}}"/>{{% endif %}}'
    cell = '<text y="20mm"'
    shore.write_text(shore.read_text().replace(cell, link + cell, 1))
    kit = load_kit(KitSearchPath(tmp_path / "data", tmp_path / "templates").find("tidewrack"))
    game, renderer = game_of_kit(kit), FaceSet(kit, style_of(kit)).renderer
    state, _ = game.start(2, 2)
    view = {**state.view(None), "comber": [1, 5]}
    names = game.row_titles, game.place_titles
    scene = draw_table(renderer, view, game.people(state), None, *names)
    boxes = {thing.names[0]: thing.box for thing in things_on(scene)}
    for sign, space in (("1", "rocks"), ("2", "wreck")):
        around = boxes[space]
        discs = [
            x for text, (x, y) in texts(scene) if text == sign and around.y < y < around.bottom
        ]
        assert any(around.x < x < around.right for x in discs)
