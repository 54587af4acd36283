"""Tests of a new kit from a table: guessed, drawn and checked, without any manual input."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jinja2
import pytest
from PIL import Image

from generator.base.errors import CheckFailed, KitError
from generator.kit.decks import deal
from generator.kit.load import load_kit
from generator.kit.tables.guess import guess_field, meant_copies
from generator.kit.tables.records import Table, table_named
from generator.pipeline.check import check
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import PieceSpec
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.scene.alt_text import all_words
from generator.press.templates.style import style_of
from generator.press.text import system_fonts
from generator.tools.from_table.new_kit import new_from_table
from generator.tools.scaffold import CreatedKit, ScaffoldOptions, create_kit
from generator.tools.starter_files import starter_environment, without_gaps
from tests.kit.sheet_files import Cell, ods, xlsx

CREATURES: list[list[Cell]] = [
    ["Name", "Type", "Cost", "ATK/DEF", "Tame", "Rules {Text}", "Flavor Text", "Art", "Art back", "Qty"],
    ["Ember Fox", "Fire", 2, "1/3", True, "Deal *1 damage: 2 :ember:.", "“It *burned.*”", "fox.png",
     "backs/red.svg", 3],
    ["Frost Giant", "Ice", 7, "5/5", False, "Freeze a creature. " * 9, None, "giant.jpg",
     "backs/red.svg", None],
    ["Ember Fox", "Fire", 3, "2/2", False, None, "Quick *step.", "fox.png", "backs/red.svg", 0],
]  # fmt: skip
QUESTS: list[list[Cell]] = [["Title", "Goal"], ["Fish", "Bring three fish."], ["Tide", "Wait."]]
NOTES: list[list[Cell]] = [["remember to rebalance"], ["soon"]]


def imported(folder: Path, file: str, content: bytes, **options: Any) -> CreatedKit:
    (folder / file).write_bytes(content)
    return new_from_table("deck", folder / file, folder, **options)


def game_yaml(folder: Path) -> str:
    return (folder / "data/deck/game.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["xlsx", "ods"])
def test_a_kit_from_a_workbook_passes_every_check(tmp_path: Path, suffix: str) -> None:
    Image.new("RGB", (750, 560), "red").save(tmp_path / "fox.png")
    (tmp_path / "art").mkdir()
    Image.new("RGB", (750, 560), "blue").save(tmp_path / "art/Giant.jpg")
    sheets = {"Creatures": CREATURES, "Quest cards": QUESTS, "Notes": NOTES}
    place = f'{tmp_path}/data/deck/My deck.{suffix}, sheet "Creatures", row'
    result = imported(tmp_path, f"My deck.{suffix}", (xlsx if suffix == "xlsx" else ods)(sheets))
    assert list(result.messages) == [
        'the sheet "Notes" is left out: it has one column alone',
        f"1 picture was not found beside {tmp_path}/My deck.{suffix}; a grey one takes its place in "
        "data/deck/art: put yours in its place (backs/red.svg)",
        f"1 icon was not found beside {tmp_path}/My deck.{suffix}; a plain one takes its place in "
        "data/deck/icons: put yours in its place (ember.svg)",
        "Creatures: 3 cards",
        "Quest cards: 2 cards",
    ]
    roots = result.roots
    faces = next(entry for entry in check("deck", roots) if entry.slug == "faces")
    assert faces.says.partition("; ")[2].startswith(
        "warning: unclosed marks are printed as they are, since game.yaml allows loose markup: "
        f'{place} 2, column F: card "Ember Fox": * is never closed, near "Deal *1 damage: 2 :ember:."'
    )
    # A long path leaves no room for the second.
    second = f', {place} 4, column G: card "Ember Fox": * is never closed, near "Quick *step."'
    assert faces.says.endswith((second, "; … and 1 more"))
    kit = load_kit(roots.find("deck"))
    creatures = kit.tables["creatures"]
    assert isinstance(creatures, Table)
    assert {row.id: (row.cost, row.qty) for row in creatures} == {
        "ember-fox": (2, 3),
        "frost-giant": (7, 1),
        "ember-fox-2": (3, 0),
    }
    front = (tmp_path / "templates/deck/creatures.xml").read_text(encoding="utf-8")
    back = (tmp_path / "templates/deck/creatures-back.xml").read_text(encoding="utf-8")
    for name in kit.file.tables["creatures"].fields:
        assert f"row.{name.replace('-', '_')}" in front + back or name == "id"
    copied = (tmp_path / f"My deck.{suffix}").read_bytes()
    assert (tmp_path / f"data/deck/My deck.{suffix}").read_bytes() == copied


def test_cards_that_share_names_are_told_apart_by_their_kind(tmp_path: Path) -> None:
    deck = "Suit,Rank\n" + "".join(
        f"{suit},{rank}\n" for suit in ("Kites", "Bells") for rank in range(1, 14)
    )
    kit = load_kit(imported(tmp_path, "deck.csv", deck.encode()).roots.find("deck"))
    cards = table_named(kit.tables, "cards")
    assert [row["id"] for row in cards][12:15] == ["kites-13", "bells-1", "bells-2"]


def test_each_guess_is_documented_with_its_evidence(tmp_path: Path) -> None:
    imported(tmp_path, "deck.xlsx", xlsx({"Sheet1": CREATURES}))
    fields = game_yaml(tmp_path).partition("    fields:\n")[2].partition("\n\n")[0]
    assert [line.strip() for line in fields.splitlines()] == [
        "id: {type: id, from-field: name}   # made from the names",
        "name: {type: text, column: Name}   # names",
        "type: {type: text, column: Type}   # words",
        "cost: {type: integer, column: Cost}   # whole numbers, 2 to 7",
        'atk-def: {type: text, column: "ATK/DEF"}   # words',
        "tame: {type: boolean, column: Tame}   # yes or no",
        'rules-text: {type: text, optional: true, markup: loose, column: "Rules {Text}"}'
        "   # texts of up to 170 characters",
        "flavor-text: {type: text, optional: true, markup: loose, column: Flavor Text}"
        "   # texts of up to 14 characters",
        "art: {type: text, translate: false, column: Art}   # names of pictures in art/",
        "art-back: {type: text, translate: false, column: Art back}   # names of pictures in art/",
        "qty: {type: integer, from: 0, default: 1, column: Qty}   # the number of copies, 1 if empty",
    ]
    assert "copies: qty" in game_yaml(tmp_path)


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        ("word\napple\nriver\n", "poker"),
        ("ID;Unit;Attack;Defence;Movement;Elite;Colour\n"
         "U-1;1. Foot;3;2;4;yes;#aa4433\nU-2;2. Foot;1;1;6;no;#335577\n", "mini"),
        ("id,items,<b>,{{ x }}\na,x,1 & 2,3\nb,y,*,_\n", "tarot"),
        ("Name;" + ";".join(f"Stat number {n}" for n in range(24)) + "\n" + "a;" + "7;" * 23 + "8\n",
         "poker"),
        ("Yes;No;on\nx;1;2\ny;2;3\n", "bridge"),
        ("Text\n" + "“" + "A very long story. " * 30 + "”\n", "poker"),
    ],
)  # fmt: skip
def test_cards_from_any_columns_can_be_drawn(tmp_path: Path, rows: str, size: str) -> None:
    result = imported(tmp_path, "deck.csv", rows.encode(), size=size)
    kit = load_kit(result.roots.find("deck"))
    assert len(kit.tables["cards"]) == rows.count("\n") - 1


@pytest.mark.parametrize(
    ("file", "content", "expected"),
    [
        ("deck.txt", b"Name\nOwl\n", "is not a table; save it as .csv, .xlsx or .ods"),
        ("deck.csv", b"Name\n", "has no cards; write a card in each row below the headings"),
        ("deck.csv", b"Name,,\nOwl,1,2\n", "column 2 has no name"),
        ("deck.csv", b"Name,Qty\nOwl,2\nElk,3x\n",
         'deck.csv:3: Qty must be a whole number, but is "3x"; write 3'),
        ("deck.xlsx", b"Name\nOwl\n", "is damaged, has a password, or is no spreadsheet"),
        ("deck.csv", "Name\nOwl\n猫\n".encode(), "deck.csv:3: no font of Grimoire's or of this computer "
         'has "猫" (U+732B); install a font'),
        ("deck.csv", "Name,Text\nOwl,Fly 🔥\n".encode(), 'deck.csv:2: no font of Grimoire\'s or of this '
         'computer has "🔥" (U+1F525); write an icon instead, such as :fire: for 🔥, and draw it'),
        ("deck.csv", b"Name,Text\nOwl," + b"word " * 4_000 + b"\n",
         "the text of 1 card does not fit on a5 cards even in the smallest type; shorten it"),
        ("deck.xlsx", xlsx({"Cards": [["My deck", None, None], ["Name", "Cost", "Text"], ["Owl", 1, "x"]]}),
         'deck.xlsx, sheet "Cards", row 1, column A: names only one of its 3 columns; name every column'),
    ],
)  # fmt: skip
def test_an_impossible_kit_is_reported_and_nothing_is_written(
    tmp_path: Path, file: str, content: bytes, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_fonts, "_folders", tuple)
    with pytest.raises(KitError) as caught:
        imported(tmp_path, file, content)
    assert expected in str(caught.value)
    assert ".unfinished" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_a_title_without_a_font_is_refused_as_it_is_without_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_fonts, "_folders", tuple)
    with pytest.raises(KitError) as without:
        create_kit(ScaffoldOptions("deck", "日本"), tmp_path)
    with pytest.raises(KitError) as caught:
        imported(tmp_path, "deck.csv", b"Name\nOwl\n", title="日本")
    assert str(caught.value) == str(without.value)


@pytest.mark.parametrize(
    ("heading", "cells", "line"),
    [
        ("id", ["a-1", "b"], "id: {type: id}"),
        ("ID", ["A1", "B"], "id: {type: text, column: ID}"),
        ("Copies", ["2", ""], "copies: {type: integer, from: 0, default: 1, column: Copies}"),
        ("Copies", ["x2"], "copies: {type: text, column: Copies}"),
        ("code", ["007", "7"], "code: {type: text}"),
        ("weight", ["1.5", "-2"], "weight: {type: number}"),
        ("tint", ["#aabbcc"], "tint: {type: color}"),
        ("art", ["../up.png"], "art: {type: text}"),
        ("place", ["x"], "card-place: {type: text, column: place}"),
        ("3rd", ["x"], 'column-3rd: {type: text, column: "3rd"}'),
        ("名前", ["x"], 'column: {type: text, column: "名前"}'),
        ("Empty", ["", ""], "empty: {type: text, optional: true, column: Empty}"),
        ("yes", ["no", "YES"], "yes: {type: boolean}"),
    ],
)
def test_the_kind_of_a_column_is_guessed(heading: str, cells: list[str], line: str) -> None:
    assert guess_field(heading, cells).line == line


@pytest.mark.parametrize(
    ("heading", "cells", "meant"),
    [
        ("Qty", ["3x", "", "x2", "4"], {0: "3", 2: "2"}),
        ("Quantity", ["2.0", "3 ×"], {0: "2", 1: "3"}),
        ("Count", ["3x", "many"], {}),
        ("Power", ["3x"], {}),
        ("Copies", ["1", "2"], {}),
    ],
)
def test_implicit_numbers_of_copies_are_found(
    heading: str, cells: list[str], meant: dict[int, str]
) -> None:
    assert meant_copies(heading, cells) == meant


def test_cards_are_as_large_as_their_text_needs(tmp_path: Path) -> None:
    rows = "Name,Story\nOwl," + "Once upon a time. " * 160 + "\nElk,\n"
    result = imported(tmp_path, "deck.csv", rows.encode())
    assert result.messages == (
        "Cards: 2 cards",
        "the cards are A6: their text does not fit on poker cards",
    )
    assert '<card size="a6"' in (tmp_path / "templates/deck/card.xml").read_text()


def test_cards_are_larger_rather_than_their_type_too_small_to_read(tmp_path: Path) -> None:
    rows = "Name,Story\nOwl," + "Once upon a time. " * 280 + "\nElk,\n"
    result = imported(tmp_path, "deck.csv", rows.encode())
    assert result.messages[-1].startswith("the cards are A5")
    assert check("deck", result.roots)


def test_type_too_small_to_read_on_cards_of_a_given_size_is_reported(tmp_path: Path) -> None:
    rows = "Name,Story\nOwl," + "Once upon a time. " * 50 + "\nElk,\n"
    result = imported(tmp_path, "deck.csv", rows.encode(), size="mini")
    assert result.messages[-1] == (
        f'card "Owl" ({tmp_path}/deck.csv:2): the text only fits in type below 6.5 pt, which '
        "`grimoire check deck` refuses; shorten it, or name a larger --size"
    )
    with pytest.raises(CheckFailed) as caught:
        check("deck", result.roots)
    assert {fault.check for fault in caught.value.faults} == {"eyes-size"}


def test_each_file_of_the_starter_is_compiled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many sizes of cards and type are tried."""
    compiled: list[str] = []
    compile = jinja2.Environment.compile

    def noted(self: jinja2.Environment, source: str, *more: Any, **named: Any) -> Any:
        compiled.extend([source] if self.block_start_string == "«%" else [])
        return compile(self, source, *more, **named)

    starter_environment.cache_clear()
    monkeypatch.setattr(jinja2.Environment, "compile", noted)
    rows = "Name,Story\nOwl," + "Once upon a time. " * 160 + "\n"
    assert "A6" in imported(tmp_path, "deck.csv", rows.encode()).messages[1]
    assert len(compiled) == len(set(compiled)) > 4


def test_a_picture_beside_a_long_text_has_a_small_part_of_a_larger_card(tmp_path: Path) -> None:
    rows = "Name,Story,Art\nOwl," + "Once upon a time. " * 120 + ",owl.png\n"
    assert "A6" in imported(tmp_path, "deck.csv", rows.encode()).messages[-1]
    assert 'src="art/{{ row.art }}"' in (tmp_path / "templates/deck/card.xml").read_text()


def test_fallback_fonts_are_used_for_missing_letters(tmp_path: Path) -> None:
    imported(tmp_path, "deck.csv", "Name,Text\nשועל,Läuft\nЛиса,Бежит\n".encode())
    game = (tmp_path / "data/deck/game.yaml").read_text()
    assert "fallback-1: Source Sans Pro, fallback-2: Amatic SC}" in game
    assert "system-fonts:" not in game


def test_empty_lines_of_a_template_are_removed_in_linear_time() -> None:
    """Those before an indented line; each is read once, however many there are."""
    assert without_gaps("a\n\n  b\n \n\n  c\n\nd\n") == "a\n  b\n  c\n\nd\n"
    many = "\n" * 1_000_000
    assert without_gaps(f"a{many} b") == "a\n b"
    assert without_gaps(f"a{many}b") == f"a{many}b"


def test_sheets_with_similar_or_numeric_names_are_separate_decks(tmp_path: Path) -> None:
    content = xlsx(dict.fromkeys(("123", "Quests A", "Quests-A", "Yes"), QUESTS))
    kit = load_kit(imported(tmp_path, "deck.xlsx", content).roots.find("deck"))
    assert [component.id for component in kit.file.components] == [
        "123", "quests-a", "quests-a-3", "yes",
    ]  # fmt: skip
    assert list(kit.tables) == ["t_123", "quests_a", "quests_a_3", "yes"]


@pytest.mark.parametrize(
    ("headings", "field"),
    [
        ("Card Name,Name (Deutsch)", "name: {type: text, column: Card Name}"),
        ("Card,Card Name", "name: {type: text, column: Card Name}"),
        ("Card Name,Name", "card-name: {type: text, column: Card Name}"),
        ("Card Name,Title", "card-name: {type: text, column: Card Name}"),
    ],
)
def test_a_name_under_any_heading_is_the_name_of_its_card(
    tmp_path: Path, headings: str, field: str
) -> None:
    cards = f"{headings}\nSeñora Núñez,Señora Núñez\n"
    kit = load_kit(imported(tmp_path, "deck.csv", cards.encode()).roots.find("deck"))
    assert field in game_yaml(tmp_path)
    component = kit.file.components[0]
    pieces = [PieceSpec(component, row, "", copies) for row, copies in deal(component, kit.tables)]
    assert [piece.label for piece in pieces] == ["Señora Núñez"]


@pytest.mark.parametrize(
    ("states", "where", "note"),
    [
        (("", "cut", ""), 'row.status != "cut"', "2 cards; 1 row with Status cut is left out"),
        (("Out", "final", "Cut"), 'row.status not in ["Cut", "Out"]',
         "1 card; 2 rows with Status Cut or Out are left out"),
        (("final", "", "draft"), None, "3 cards"),
        (("cut", "cut", "cut"), None, "3 cards"),
    ],
)  # fmt: skip
def test_rows_that_are_cut_are_left_out(
    tmp_path: Path, states: tuple[str, ...], where: str | None, note: str
) -> None:
    rows = "".join(f"Card {n},{n + 5},{state}\n" for n, state in enumerate(states))
    result = imported(tmp_path, "deck.csv", f"Name,Cost,Status\n{rows}".encode())
    kit = load_kit(result.roots.find("deck"))
    component = kit.file.components[0]
    assert (component.where, result.messages) == (where, (f"Cards: {note}",))
    assert f"{len(deal(component, kit.tables))} card" in note
    front = (tmp_path / "templates/deck/card.xml").read_text(encoding="utf-8")
    assert ("row.status" in front) is (where is None)
    # The condition compares with what the sheet says, in every language.
    assert ("translate: false" in game_yaml(tmp_path)) is (where is not None)


def test_icons_in_texts_are_printed_and_those_not_found_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    gem = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    (tmp_path / "art/Gem.svg").write_text(gem)
    cards = "Name,Text,Time\nOwl,Pay 2 :brick: or :wood: for a :gem: and a :star:.,10:30:00\n"
    result = imported(tmp_path, "deck.csv", cards.encode())
    assert result.messages[0] == (
        f"2 icons were not found beside {tmp_path}/deck.csv; plain ones take their places in "
        "data/deck/icons: put yours in their places (brick.svg, wood.svg)"
    )
    icons = {path.name: path.read_text() for path in (tmp_path / "data/deck/icons").iterdir()}
    assert set(icons) == {"brick.svg", "wood.svg", "gem.svg"}
    assert icons["gem.svg"] == gem
    assert icons["brick.svg"] != icons["wood.svg"]
    kit = load_kit(result.roots.find("deck"))
    ((owl,),) = (part.pieces for part in FaceSet(kit, style_of(kit)).parts())
    assert "Pay 2 brick or wood for a gem and a star" in all_words(owl.front)


def test_an_icon_that_cannot_be_a_file_is_printed_as_text(tmp_path: Path) -> None:
    """So are the others of its column, for which no drawings are needed."""
    result = imported(tmp_path, "deck.csv", b"Name,Text\nOwl,Roll :con: for :gold: now.\n")
    assert result.messages == ("Cards: 1 card",)
    assert "{{ row.text | plain }}" in (tmp_path / "templates/deck/card.xml").read_text()


def test_a_kit_checks_the_size_of_each_deck(tmp_path: Path) -> None:
    heroes: list[list[Cell]] = [
        ["Name", "Qty", "Status"],
        ["Ann", 2, None],
        ["Bo", None, "ok"],
        ["Cy", 5, "cut"],
    ]
    sheets = {"Heroes": heroes, "Quest cards": QUESTS}
    roots = imported(tmp_path, "deck.xlsx", xlsx(sheets)).roots
    says = {entry.slug: entry.says for entry in check("deck", roots)}
    assert says["C-heroes"] == "the deck Heroes has 3 cards"
    assert says["C-quest-cards"] == "the deck Quest cards has 2 cards"
    heroes[1][1] = 3
    (tmp_path / "data/deck/deck.xlsx").write_bytes(xlsx(sheets))
    with pytest.raises(CheckFailed, match=r"the deck Heroes has 3 cards: found 4, expected 3"):
        check("deck", roots)


@pytest.mark.parametrize("copies", [2, 0])
def test_a_kit_has_a_rulebook_to_complete(tmp_path: Path, copies: int) -> None:
    cards = f"Name,Qty,Text\nOwl,{copies},*x\n".encode()
    roots = imported(tmp_path, "deck.csv", cards, title='Say "Hi": #1 & <co>').roots
    kit = load_kit(roots.find("deck"))
    paper = papers(kit.folders.shared)["a4"]
    faces = FaceSet(kit, style_of(kit, paper=paper))
    book = compose_book(faces, rulebook_context(faces, faces.parts(), paper))
    words = " ".join(all_words(page) for page in book.pages)
    assert "Set-up" in words
    assert ("Owl" in words, "What is in the box" in words) == (copies > 0, copies > 0)
