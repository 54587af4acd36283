"""Tests of the files that people bring: what is no table says so, and what is half one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.kit.load import load_kit
from generator.kit.tables.records import table_named
from generator.tools.from_table.sheets import read_sheets
from tests.kit.sheet_files import xlsx
from tests.tools.from_table.test_new_kit import game_yaml, imported

BOOK = xlsx({"Cards": [["Name", "Cost"], ["Name", "Cost"], ["Owl", 2]]})
OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        (
            "deck.csv",
            b"%PDF-1.7\n%\xe2\xe3",
            "is a PDF file, whatever its name says; save the table as .csv",
        ),
        (
            "deck.xlsx",
            b"%PDF-1.7\n%\xe2\xe3",
            "is a PDF file, whatever its name says; save the table as .csv",
        ),
        (
            "deck.ods",
            b"\n<HTML><table>",
            "is a web page, whatever its name says; save the table as .csv",
        ),
        (
            "deck.csv",
            BOOK,
            "is a workbook or an archive, not a CSV file; give a workbook its own ending",
        ),
        (
            "deck.xlsx",
            OLD_EXCEL,
            "is an old Excel file (.xls), or has a password; open it, and save it as",
        ),
        (
            "~$deck.xlsx",
            b"\x04Mary",
            "is only the note that another program has the table open; name the",
        ),
        (
            ".~lock.deck.ods#",
            b",mary",
            "is only the note that another program has the table open; name the",
        ),
        ("deck.xls", OLD_EXCEL, "is not a table; save it as .csv, .xlsx or .ods"),
        ("deck.numbers", BOOK, "is not a table; save it as .csv, .xlsx or .ods"),
    ],
)
def test_what_is_no_table_is_told_with_the_remedy(
    file: str, content: bytes, says: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_bytes(content)
    with pytest.raises(KitError) as caught:
        read_sheets(tmp_path / file)
    assert str(caught.value).startswith(f"{tmp_path / file}: {says}")


@pytest.mark.parametrize(
    ("file", "content", "place"),
    [
        ("deck.csv", b"Name,Cost\nOwl,2\nName,Cost\n", ":3"),
        ("deck.xlsx", BOOK, ', sheet "Cards", row 2'),
    ],
)
def test_headings_that_are_repeated_are_no_card(
    file: str, content: bytes, place: str, tmp_path: Path
) -> None:
    with pytest.raises(KitError) as caught:
        imported(tmp_path, file, content)
    expected = f"{tmp_path / file}{place}: the row repeats the headings; delete it (table-shape)"
    assert str(caught.value) == expected


def test_a_first_row_that_may_be_a_card_is_mentioned(tmp_path: Path) -> None:
    assert imported(tmp_path, "deck.csv", b"Owl,2,Hoot\nFox,3,Run\n").messages == (
        "the first row is taken as headings (Owl, 2, Hoot): if it is a card, write headings above it",
        "Cards: 1 card",
    )


def test_an_export_with_empty_rows_and_columns_is_read(tmp_path: Path) -> None:
    rows = "Name,,Effect,,\nDragon,,Fly.,,\n,,,,\nMage,,Draw.,,\n"
    result = imported(tmp_path, "deck.csv", rows.encode())
    assert result.messages == ("Cards: 2 cards",)
    assert len(load_kit(result.roots.find("deck")).tables["cards"]) == 2


@pytest.mark.parametrize(
    ("heading", "address"),
    [
        ("Image URL", "https://example.org/view?id=1AbC"),
        ("Front", "https://example.org/dragon.png?raw=1"),
        ("Art", '"=IMAGE(""https://example.org/a"", 2)"'),
    ],
)
def test_pictures_on_the_web_are_not_printed_as_addresses(
    heading: str, address: str, tmp_path: Path
) -> None:
    rows = f"Name,{heading},Effect\nDragon,{address},Fly.\nMage,,Draw.\n"
    result = imported(tmp_path, "deck.csv", rows.encode())
    assert result.messages == (
        f"{heading}: pictures on the web are not fetched; save them beside {tmp_path}/deck.csv, write "
        "the names of their files in the cells, and begin again",
        f"Cards: 2 cards; not printed: {heading}",
    )
    assert "not printed" in game_yaml(tmp_path)


def test_a_web_address_that_is_no_picture_is_printed(tmp_path: Path) -> None:
    rows = b"Name,Link\nDragon,https://example.org/dragon\n"
    assert imported(tmp_path, "deck.csv", rows).messages == ("Cards: 1 card",)


@pytest.mark.parametrize(
    ("headings", "fields"),
    [
        ("Titel;Typ;Kosten;Fähigkeit;Stärke;Anzahl", ("kosten", "fahigkeit", "Titel", "anzahl")),
        ("Nom;Genre;Coût;Pouvoir;Force;Nombre", ("cout", "pouvoir", "Nom", "nombre")),
        (
            "Nombre;Tipo;Coste;Habilidad;Fuerza;Cantidad",
            ("coste", "habilidad", "Nombre", "cantidad"),
        ),
    ],
    ids=["German", "French", "Spanish"],
)
def test_headings_in_other_languages_have_their_places(
    tmp_path: Path, headings: str, fields: tuple[str, str, str, str]
) -> None:
    cost, ability, name, copies = fields
    rows = f"{headings}\nRäuber;Mensch;2;Stiehl.;3;2\nDrache;Ungeheuer;9;;9;1\n"
    assert imported(tmp_path, "deck.csv", rows.encode()).messages == ("Cards: 2 cards",)
    front = (tmp_path / "templates/deck/card.xml").read_text(encoding="utf-8")
    assert '_("Mensch")' in front  # which has a colour
    assert front.index(f"{{{{ row.{cost} }}}}") < front.index(f"{{{{ row.{ability} }}}}")
    written = game_yaml(tmp_path)
    assert f"name: {{type: text, column: {name}}}   # names" in written
    assert "   # texts of up to 7 characters" in written
    assert f"copies: {copies}" in written


@pytest.mark.parametrize(
    ("heading", "cells", "note"),
    [
        ("Qty", ("lots", "2"),
         'Qty is not taken as the number of copies: "lots" is no whole number; each card is printed once'),
        ("Art", ("C:\\me\\owl.png", "fox.png"),
         'Art is printed as text, not as pictures: "C:\\me\\owl.png" is not below the folder of the table; '
         "write only the names of files, and begin again"),
        ("Art", ("/me/owl.png", "/me/fox.png"),
         'Art is printed as text, not as pictures: "/me/owl.png" is not below the folder of the table; '
         "write only the names of files, and begin again"),
        ("Qty", ("", ""), ""),
        ("Motto", ("And/or", "x"), ""),
    ],
)  # fmt: skip
def test_a_column_that_is_taken_otherwise_than_meant_is_mentioned(
    heading: str, cells: tuple[str, str], note: str, tmp_path: Path
) -> None:
    rows = f"Name,{heading}\nOwl,{cells[0]}\nFox,{cells[1]}\n"
    messages = imported(tmp_path, "deck.csv", rows.encode()).messages
    assert messages == ((note, "Cards: 2 cards") if note else ("Cards: 2 cards",))


def test_a_file_in_windows_1252_is_read_and_copied_as_utf_8(tmp_path: Path) -> None:
    rows = "Name;Typ;Text\r\nKäse;Speise;„Schmeckt“ für 5 €.\r\n"
    created = imported(tmp_path, "deck.csv", rows.encode("cp1252"))
    assert (tmp_path / "data/deck/deck.csv").read_bytes() == rows.encode()
    (note,) = (each for each in created.messages if "1252" in each)
    assert note.endswith(
        "deck.csv is not UTF-8 but Windows-1252, as Excel saves CSV files: it is read so "
        '("Käse"), and the copy in the kit is UTF-8'
    )
    (row,) = table_named(load_kit(created.roots.find("deck")).tables, "cards")
    assert (row["name"], row["text"]) == ("Käse", "„Schmeckt“ für 5 €.")


@pytest.mark.parametrize(
    "content",
    ["Name\nKäse\nÖl".encode() + b"\xe4", "Name\nKäse".encode("utf-16"), b"Name\nA\x81"],
    ids=["damaged", "utf-16", "neither"],
)
def test_what_is_no_windows_1252_is_still_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(KitError) as caught:
        imported(tmp_path, "deck.csv", content)
    assert {fault.check for fault in caught.value.faults} == {"file-encoding"}
