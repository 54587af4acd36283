"""Tests of the CSV reader: files as spreadsheets write them, and faults with their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import Place
from generator.base.formats.csv import parse_csv
from generator.base.load_document import load_csv
from tests.kit.making import error_lines


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_the_separator_is_detected_from_the_header(mark: str) -> None:
    document = parse_csv(f"id{mark}name\nnan{mark} Old Nan \n", "a.csv")
    assert document.data == [{"id": "nan", "name": "Old Nan"}]


def test_a_comma_in_the_header_beats_other_separators() -> None:
    assert parse_csv("id,a;b\n1,2\n", "a.csv").data == [{"id": "1", "a;b": "2"}]


def test_the_separator_is_the_most_frequent_mark_outside_of_quotes() -> None:
    german = parse_csv("Name;Kosten, Gold;Text\nOwl;2;Hoot, hoot\n", "a.csv")
    assert german.data == [{"Name": "Owl", "Kosten, Gold": "2", "Text": "Hoot, hoot"}]
    quoted = parse_csv('id,"a;b;c",name\n1,2,3\n', "a.csv")
    assert quoted.columns == ("id", "a;b;c", "name")


def test_line_numbers_count_blank_lines_and_quoted_line_ends() -> None:
    text = '\nid,name\n\nnan,"Old\nNan"\n,,\nbo,"say ""meh"""\n'
    document = parse_csv(text, "a.csv")
    assert document.data == [{"id": "nan", "name": "Old\nNan"}, {"id": "bo", "name": 'say "meh"'}]
    assert document.place() == Place("a.csv", 2)
    assert document.place(0, "name") == Place("a.csv", 4)
    assert document.place(1) == Place("a.csv", 7)


def test_every_row_of_the_wrong_length_is_reported() -> None:
    assert error_lines(lambda: parse_csv("a,b,c\n1,2\n1,2,3\n1,2,3,4\n1\n", "a.csv")) == [
        "a.csv:2: the row has 2 values, but the header has 3 columns; add the missing cells (csv-syntax)",
        "a.csv:4: the row has 4 values, but the header has 3 columns; "
        "put a cell that contains the separator in quotes (csv-syntax)",
        "a.csv:5: the row has 1 value, but the header has 3 columns; add the missing cells (csv-syntax)",
    ]


def test_column_names_are_unique() -> None:
    assert error_lines(lambda: parse_csv("a,,a\n1,2,3\n", "a.csv")) == [
        "a.csv:1: column 2 has no name; name it, or delete the column (column-name)",
        'a.csv:1: two columns are named "a" (column-name)',
    ]


def test_empty_columns_without_a_name_are_left_out() -> None:
    document = parse_csv("a,,b,,\n1,,2,,\n,,,,\n3,,4,,\n", "a.csv")
    assert document.data == [{"a": "1", "b": "2"}, {"a": "3", "b": "4"}]
    assert document.columns == ("a", "b")
    assert error_lines(lambda: parse_csv("a,,b,,\n1,,2,,\n3,,4,,5\n", "a.csv")) == [
        "a.csv:1: column 5 has no name; name it, or delete the column (column-name)"
    ]


@pytest.mark.parametrize("text", ["", "\n\n", ",,\n"])
def test_a_file_without_a_header_is_empty(text: str) -> None:
    assert error_lines(lambda: parse_csv(text, "a.csv")) == [
        "a.csv: is empty; begin with a row of column names (file-empty)"
    ]


def test_a_header_alone_is_a_table_without_rows() -> None:
    assert parse_csv("a,b\n", "a.csv").data == []


def test_a_huge_cell_is_reported_with_its_line() -> None:
    [line] = error_lines(lambda: parse_csv(f'a,b\n1,2\n"{"x" * 200_000}"\n', "a.csv"))
    assert line.startswith("a.csv:3: a cell has more than 131,072 characters; shorten it, or close")


@pytest.mark.parametrize("row", ['"open', '"a"b,c'])
def test_a_malformed_quote_is_reported_at_its_opening_line(row: str) -> None:
    [line] = error_lines(lambda: parse_csv(f"a,b\n1,2\n{row}\n3,4\n", "a.csv"))
    assert line.startswith("a.csv:3: a quote is not closed, or text follows a closing quote; ")


def test_a_file_is_read_as_utf8_with_or_without_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"\xef\xbb\xbfid,name\r\nbo,B\xc3\xb6\r\n")
    assert load_csv(tmp_path / "a.csv").data == [{"id": "bo", "name": "Bö"}]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_the_separator_line_of_excel_is_skipped(mark: str) -> None:
    document = parse_csv(f"sep={mark}\r\nid{mark}name\r\na{mark}Ada", "a.csv")
    assert document.data == [{"id": "a", "name": "Ada"}]
    assert document.place(0) == Place("a.csv", 3)


def test_a_failed_formula_of_a_spreadsheet_is_not_printed() -> None:
    lines = error_lines(lambda: parse_csv("id,name\na,See #REF! below\nb,#REF!\nc,#N/A\n", "a.csv"))
    assert [line.partition(";")[0] for line in lines] == [
        "a.csv:3: a cell contains the formula error #REF!",
        "a.csv:4: a cell contains the formula error #N/A",
    ]
