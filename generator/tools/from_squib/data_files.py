"""Data files of a Squib script: reads CSV files, spreadsheets and YAML into columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.base.errors import Fault, KitError
from generator.base.formats.csv import parse_csv
from generator.base.formats.spreadsheet import parse_sheet
from generator.base.load_document import load_csv, load_sheet_names, load_yaml
from generator.base.text_files import read_bytes, shown_name
from generator.kit.tables.guess import COPIES
from generator.tools.from_deck.design import MAX_CARDS
from generator.tools.from_squib.values import Block, Table, Unknown, text_of


def read_table(method: str, path: Path, options: dict[str, Any], faults: list[Fault]) -> Table:
    """Read the table of a file with `csv`, `xlsx` or `yaml`; faults of cells are added to `faults`.

    Raises KitError if the file cannot be read.
    """
    if method == "yaml":
        return _of_yaml(load_yaml(path).data)
    if method == "csv":
        return _of_rows(load_csv(path).data, options)
    names = load_sheet_names(path)
    sheet = options.get("sheet", 0)
    if isinstance(sheet, int) and 0 <= sheet < len(names):
        sheet = names[sheet]
    shown = shown_name(path)
    return _of_rows(parse_sheet(read_bytes(path, shown), shown, str(sheet), faults).data, options)


def inline_table(text: str, options: dict[str, Any]) -> Table:
    """Read the table in the text of `csv data:`.  Raises KitError if it is invalid."""
    return _of_rows(parse_csv(text, "the script").data, options)


def _of_rows(rows: list[dict[str, str]], options: dict[str, Any]) -> Table:
    if len(rows) > MAX_CARDS:
        raise KitError(f"has more than {MAX_CARDS} rows", check="table-shape")
    headings = list(rows[0]) if rows else []
    table = Table({heading: [row[heading].strip() or None for row in rows] for heading in headings})
    copies_heading = text_of(options.get("explode") or options.get("qty_header") or "qty").lower()
    for heading in headings:
        if heading.lower() == copies_heading or (
            copies_heading == "qty" and heading.lower() in COPIES[:2]
        ):
            table.copies = heading
    return table


def _of_yaml(data: Any) -> Table:
    """Turn a list of records into columns, each as long as the list; columns are returned as they are."""
    if isinstance(data, list):
        records = [each for each in data if isinstance(each, dict)][:MAX_CARDS]
        keys = list(dict.fromkeys(str(key) for record in records for key in record))
        return Table({key: [record.get(key) for record in records] for key in keys})
    columns = data if isinstance(data, dict) else {}
    return Table({str(key): cells for key, cells in columns.items() if isinstance(cells, list)})


def change_cells(table: Table, block: Block) -> None:
    """Change every cell by a block, like `csv do |column, cell|`."""
    for heading, cells in table.items():
        for index, cell in enumerate(cells):
            found = block(heading, cell)
            cells[index] = cell if isinstance(found, Unknown) else found


def columns_of(table: Table, cards: int) -> dict[str, list[str]]:
    """The columns with a plain value for each of the cards, as text."""
    return {
        heading: [text_of(cell) for cell in cells]
        for heading, cells in table.items()
        if isinstance(cells, list)
        and len(cells) == cards
        and not any(isinstance(cell, list | dict | Unknown) for cell in cells)
    }
