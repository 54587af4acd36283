"""Tests of selections: which pieces are printed, in which file and in how many copies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.base.errors import KitError
from generator.kit.decks import deal
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN
from generator.press.choice_of_parts import check_choice, spare_copies
from generator.press.preflight import preflight
from generator.press.request import Selection
from tests.press.running import COUNTER, GAME, Workshop, run


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    """Tidewrack with pebbles as a substitute for counters, and finds by the number of players."""
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, "    back: counter.xml\n", "    back: counter.xml\n    instead: pebbles\n")
    worth = "    needed: row.copies if players > 2 else 1\n"
    workshop.edit(GAME, "    back: find-back.xml\n", f"    back: find-back.xml\n{worth}")
    return workshop


def manifest(workshop: Workshop) -> Any:
    return json.loads((workshop.out / "tidewrack/manifest.json").read_text(encoding="utf-8"))


def first_page(workshop: Workshop) -> str:
    """The text of the instruction page."""
    page = pypdfium2.PdfDocument(workshop.out / "tidewrack" / PRINT)[0]
    return " ".join(page.get_textpage().get_text_bounded().split())


def copies(workshop: Workshop, file: str) -> dict[str, int]:
    """The number of fronts of each component in a file."""
    found: dict[str, int] = {}
    for piece in manifest(workshop)["pieces"]:
        fronts = [each for each in piece["faces"] if each["face"] == "front"]
        here = {each["copy"] for each in fronts if each["file"] == file}
        if here:
            found[piece["component"]] = found.get(piece["component"], 0) + len(here)
    return found


PRINT, EXTRAS = "tidewrack-print-a4.pdf", "tidewrack-extras-a4.pdf"


@pytest.mark.parametrize(
    ("words", "needed", "extras"),
    [
        ((), {"how-to": 1, "shore": 1, "find": 16}, {"counter": 11}),
        (("--with", "counters"), {"how-to": 1, "shore": 1, "find": 16, "counter": 11}, {}),
        (("--with", "counter"), {"how-to": 1, "shore": 1, "find": 16, "counter": 11}, {}),
        (("--without", "shore"), {"how-to": 1, "find": 16}, {"counter": 11}),
        (("--players", "2"), {"how-to": 1, "shore": 1, "find": 11}, {"counter": 11}),
        (("--players", "3"), {"how-to": 1, "shore": 1, "find": 16}, {"counter": 11}),
        (("--few-sheets",), {"how-to": 1, "shore": 1, "find": 16}, {}),
        (("--few-sheets", "--players", "2"), {"how-to": 1, "shore": 1, "find": 11}, {}),
        (("--without", "board", "--without", "cards"), {"how-to": 1, "counter": 11}, {}),
    ],
)
def test_a_build_prints_the_selected_pieces(
    workshop: Workshop, words: tuple[str, ...], needed: dict[str, int], extras: dict[str, int]
) -> None:
    assert workshop.build(*words).code == 0
    assert copies(workshop, PRINT) == needed
    assert copies(workshop, EXTRAS) == extras
    assert preflight(workshop.out / "tidewrack") == ()


def test_the_first_page_names_substitutes(workshop: Workshop) -> None:
    assert workshop.build().code == 0
    words = first_page(workshop)
    assert f"In a second file, {EXTRAS}: only what you do not have" in words
    assert "Or pebbles" in words
    assert "Dashed lines" not in words


def test_the_first_page_explains_folds_that_only_extras_have(workshop: Workshop) -> None:
    workshop.edit(COUNTER, "</card>", '<fold y1="50%" x2="100%" y2="50%" word="no"/></card>')
    assert workshop.build().code == 0
    assert "Dashed lines are folds" in first_page(workshop)


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        (("--with", "conters"), ['no part "conters" for --with; did you mean "counters"?']),
        (("--without", "x"), ['no part "x" for --without; known: board, cards, counter']),
        (("--only", "card"), ['no "card"; did you mean "cards"?']),
        (("--only", "finds"), ['no "finds"; did you mean "find", in the part "cards"?']),
        (("--with", "find", "--without", "find"), ["in both --with and --without"]),
        (("--players", "9", "--without", "x"), ['"x"', "is for 2 to 4 players, not for 9"]),
    ],
)
def test_an_unknown_name_is_reported_before_anything_is_drawn(
    workshop: Workshop, words: tuple[str, ...], faults: list[str]
) -> None:
    workshop.edit(GAME, "front: find.xml", "front: no-such.xml")  # drawing would fail
    ran = workshop.build(*words)
    assert (ran.code, len(ran.faults), workshop.built) == (2, len(faults), [])
    for fault, wanted in zip(ran.faults, faults, strict=True):
        assert wanted in fault


def test_an_unknown_name_lists_those_of_a_large_kit(tmp_path: Path) -> None:
    ran = run("build", "gruff", "--only", "nope", "-o", str(tmp_path / "out"))
    assert ran.code == 2
    assert 'Gruff has no "nope"; known: ability, ability-box, ' in ran.err
    assert ran.err.count("\n") == 1


def test_a_number_of_players_between_the_possible_ones_is_refused(workshop: Workshop) -> None:
    workshop.edit(GAME, "players: [2, 4]", "players: [2, 4]\nplayer-counts: [2, 4]")
    assert workshop.run("kits").out.startswith("tidewrack    Tidewrack, 2 or 4 players. ")
    ran = workshop.build("--players", "3")
    assert (ran.code, len(ran.faults), workshop.built) == (2, 1, [])
    assert "Tidewrack is for 2 or 4 players, not for 3" in ran.err


def test_the_first_page_lists_what_few_sheets_leaves_out(workshop: Workshop) -> None:
    assert workshop.build("--few-sheets").code == 0
    text = first_page(workshop)
    assert "Or pebbles" in text.partition("Not printed: use what you have")[2]
    assert "second file" not in text


def test_spares_are_printed_alone_with_their_backs(workshop: Workshop) -> None:
    ran = workshop.build("--spare", "whelk=2", "--spare", "counter/gull", "--spare", "whelk")
    assert (ran.code, ran.err) == (0, "")
    assert workshop.built == [
        "tidewrack/spares/manifest.json", "tidewrack/spares/tidewrack-spares-a4.pdf"
    ]  # fmt: skip
    text = (workshop.out / workshop.built[0]).read_text(encoding="utf-8")
    pieces = {each["id"]: each for each in json.loads(text)["pieces"]}
    assert {name: each["copies"] for name, each in pieces.items()} == {
        "find/whelk": 3, "counter/gull": 1
    }  # fmt: skip
    assert [face["face"] for face in pieces["find/whelk"]["faces"]].count("back") == 3


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--spare", "welk"), 'Tidewrack has no piece "welk"; did you mean "whelk"?'),
        (("--spare", "whelk=some"), '"some" is not a number of copies of whelk'),
        (("--spare", "whelk=0"), "find/whelk cannot be printed 0 times; print 1 to 100"),
        (
            ("--spare", "whelk=60", "--spare", "find/whelk=41"),
            "find/whelk cannot be printed 101 times",
        ),
        (("--spare", "whelk", "--only", "cards"), "spares are all that is printed"),
        (("--spare", "whelk", "--players", "2"), "spares are all that is printed"),
        (("--spare", "whelk", "--booklet"), "a booklet needs the rulebook"),
    ],
)
def test_spares_that_cannot_be_printed_are_refused(
    workshop: Workshop, words: tuple[str, ...], fault: str
) -> None:
    ran = workshop.build(*words)
    assert (ran.code, len(ran.faults), workshop.built) == (2, 1, [])
    assert fault in ran.err


def test_a_spare_may_have_its_printed_name_in_the_language_of_the_kit(tmp_path: Path) -> None:
    kit = load_kit(BUILT_IN.find("gruff"))
    found = spare_copies(kit, [("headlong BONK", 2)])
    assert found == {"ability/headlong-bonk": 2}
    ran = run("build", "grumbles", "--spare", "schub", "--language", "de", "-o", tmp_path)
    assert (ran.code, ran.err) == (0, "")
    pieces = json.loads((tmp_path / "grumbles/de/spares/manifest.json").read_text("utf-8"))[
        "pieces"
    ]
    assert [each["id"].rpartition("/")[2] for each in pieces] == ["push"]
    with pytest.raises(KitError, match="in this --language"):
        spare_copies(kit, [("zzzz", 1)])


def test_a_spare_with_the_name_of_several_pieces_is_refused() -> None:
    with pytest.raises(
        KitError, match=r'"boss" could be several pieces; name one of \S+/boss, \S+/boss'
    ):
        spare_copies(load_kit(BUILT_IN.find("grudge")), [("boss", 1)])


def test_a_spare_named_by_its_component_lists_the_pieces_of_it() -> None:
    kit = load_kit(BUILT_IN.find("grizzled"))
    with pytest.raises(
        KitError,
        match=r'"Threat Cards" could be several pieces; name one of menace/t01, menace/t02',
    ):
        spare_copies(kit, [("Threat Cards", 1)])
    assert spare_copies(kit, [("christmas", 1)]) == {"christmas/x01": 1}


def test_a_spare_that_nothing_resembles_comes_with_the_names_of_rows() -> None:
    with pytest.raises(KitError, match=r"or its row: mat, grizzled/g1, .* more"):
        spare_copies(load_kit(BUILT_IN.find("grizzled")), [("zzzz", 1)])


def test_suggested_components_are_listed_with_their_part() -> None:
    with pytest.raises(KitError) as caught:
        check_choice(load_kit(BUILT_IN.find("grumbles")), Selection(only="boards"))
    assert str(caught.value.faults[0].hint) == (
        'did you mean "board-saltire" or "board-plus", in the part "pieces"?'
    )


def test_a_build_of_nothing_is_an_error(workshop: Workshop) -> None:
    ran = workshop.build("--without", "board", "--without", "cards", "--few-sheets")
    assert (ran.code, workshop.built) == (2, [])
    assert "Tidewrack has nothing left to print" in ran.err


@pytest.mark.parametrize(
    ("needed", "message"),
    [
        (
            "players + 90",
            "needed is the number 92, but must be true, false or a number from 0 to 2, its",
        ),
        ("players / 4", "needed is the number 0.5, but must be"),
        ("row.nonsense", "cannot be evaluated"),
        ("seats", 'uses the unknown name "seats"'),
    ],
)
def test_an_invalid_number_of_needed_copies_is_reported_with_its_line(
    workshop: Workshop, needed: str, message: str
) -> None:
    workshop.edit(GAME, "needed: row.copies if players > 2 else 1", f"needed: {needed}")
    ran = workshop.build("--players", "2")
    assert ran.code == 2
    assert message in ran.err
    assert f"{GAME}:{workshop.line(GAME, 'needed:')}" in ran.err


def test_split_adds_a_file_for_each_part_without_blank_backs(workshop: Workshop) -> None:
    assert workshop.build("--split").code == 0
    data = manifest(workshop)
    files = {entry["path"]: entry for entry in data["files"] if entry["path"].endswith("a4.pdf")}
    again = {path for path, entry in files.items() if entry["repeats"]}
    assert again == {
        f"parts/tidewrack-{part}-a4.pdf" for part in ("how-to", "board", "cards", "counters")
    }
    assert copies(workshop, "parts/tidewrack-counters-a4.pdf") == {"counter": 11}
    for path in again:
        shown = {
            (face["file"], face["page"]) for piece in data["pieces"] for face in piece["faces"]
        }
        pages = {page for file, page in shown if file == path}
        assert pages == set(range(1, files[path]["pages"] + 1))
    assert preflight(workshop.out / "tidewrack") == ()


def test_a_part_with_both_kinds_of_sheets_is_split_in_two_files(workshop: Workshop) -> None:
    workshop.edit(GAME, "    part: board\n", "    part: cards\n")
    assert workshop.build("--split").code == 0
    assert copies(workshop, "parts/tidewrack-cards-a4.pdf") == {"find": 16}
    assert copies(workshop, "parts/tidewrack-cards-one-sided-a4.pdf") == {"shore": 1}


def test_a_piece_missing_from_a_split_file_is_found(workshop: Workshop) -> None:
    assert workshop.build("--split").code == 0
    path = workshop.out / "tidewrack/manifest.json"
    data = manifest(workshop)
    shore = next(piece for piece in data["pieces"] if piece["component"] == "shore")
    shore["faces"] = [face for face in shore["faces"] if "parts/" not in face["file"]]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert [fault.check for fault in preflight(path.parent)] == ["proof-count"]


NEEDS = {
    "ggt": {
        "map": [1, 1, 1, 1, 1],
        "monitor": [2, 3, 4, 5, 6],
        "tracking-token": [16, 24, 32, 40, 48],
        "power-token": [30, 45, 60, 75, 90],
        "initiative-card": [2, 3, 4, 5, 6],
        "reference": [2, 3, 4, 5, 6],
        "object": [4, 4, 6, 6, 7],
        **{f"deck-{n}": [52 * (n <= players) for players in range(2, 7)] for n in range(1, 7)},
        **{f"deck-box-{n}": [int(n <= players) for players in range(2, 7)] for n in range(1, 7)},
    },
    "grizzled": {"aid": [2, 3, 4, 5], "tile": [12, 12, 16, 16], "speech": [5, 5, 4, 3]},
    "gruff": {"aid": [2, 3, 4], "slider": [22, 33, 44]},
    "grudge": {},
    "grumbles": {},
}
"""The number of pieces of a component that the rules require, from the fewest players to the most."""


@pytest.mark.parametrize("name", NEEDS)
def test_needed_pieces_match_the_rules_for_each_number_of_players(name: str) -> None:
    kit = load_kit(BUILT_IN.find(name))
    fewest, most = kit.file.players
    needs = {
        component.id: [
            sum(each.copies for each in deal(component, kit.tables, players))
            for players in range(fewest, most + 1)
        ]
        for component in kit.file.components
        if component.needed
    }
    assert needs == NEEDS[name]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ggt", "--players", "7"), "2 to 6"),
        (("grudge", "--players", "2"), "is for 1 player, not for 2"),
    ],
)
def test_a_number_of_players_outside_the_kits_range_is_refused(
    words: tuple[str, ...], says: str
) -> None:
    assert says in run("build", *words).err


def test_a_kit_without_monitors_explains_how_to_mark_one(workshop: Workshop) -> None:
    ran = workshop.run("monitors", "tidewrack")
    assert ran.code == 2
    assert (
        'Tidewrack has no "monitors"; in game.yaml, mark a component with `monitor: true`'
        in ran.err
    )
