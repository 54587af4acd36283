"""Tests of PDF content as ISO 32000-1 defines it: positions of text, images and lines."""

import pikepdf
import pytest

from generator.press.preflight.pdf_content import ContentReader, PageContent


def read(stream: str, **forms: str) -> PageContent:
    """A page with that content and with named forms."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(200, 200))
    stored = {
        f"/{name}": pdf.make_stream(
            inner.encode(), Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form,
            BBox=[0, 0, 10, 10], Matrix=[1, 0, 0, 1, 5, 0],
        )
        for name, inner in forms.items()
    }  # fmt: skip
    page.obj["/Resources"] = pikepdf.Dictionary(XObject=pikepdf.Dictionary(stored))
    page.obj["/Contents"] = pdf.make_stream(stream.encode())
    return ContentReader(placed=True).page(page)


@pytest.mark.parametrize(
    ("operators", "start"),
    [
        ("10 20 Td (a) Tj", (10, 20)),
        ("10 20 Td 5 -4 Td (a) Tj", (15, 16)),
        ("2 0 0 2 10 20 Tm 5 1 Td [(a) 20 (b)] TJ", (20, 22)),
        ("12 TL 10 20 Td T* (a) Tj", (10, 8)),
        ("10 20 Td 3 -7 TD T* (a) Tj", (13, 6)),
        ("12 TL 10 20 Td (a) '", (10, 8)),
        ('12 TL 10 20 Td 1 1 (a) "', (10, 8)),
    ],
)
def test_text_begins_at_the_last_text_position(operators: str, start: tuple[float, float]) -> None:
    assert read(f"BT {operators} ET").texts == [start]


def test_text_objects_are_independent_and_matrices_end_with_their_state() -> None:
    content = read("q 1 0 0 -1 0 100 cm BT 10 20 Td (a) Tj ET Q BT 1 1 Td (b) Tj ET")
    assert content.texts == [(10, 80), (1, 1)]


@pytest.mark.parametrize(
    ("operators", "ends"),
    [
        ("1 2 m 3 4 l S", [(1, 2), (3, 4)]),
        ("1 2 m 3 4 l 5 2 l h f", [(1, 2), (3, 4), (5, 2), (1, 2)]),
        ("1 2 3 4 re B", [(1, 2), (4, 2), (4, 6), (1, 6), (1, 2)]),
    ],
)
def test_painted_paths_are_lines(operators: str, ends: list[tuple[float, float]]) -> None:
    assert read(operators).lines == [ends]


@pytest.mark.parametrize(
    "curve", ["0 0 m 0 4 8 4 8 0 c S", "0 0 m 8 4 8 0 v S", "0 0 m 0 4 8 0 y S"]
)
def test_lines_of_curves_have_their_ends_and_bulge(curve: str) -> None:
    (line,) = read(curve).lines
    assert line[0] == (0, 0)
    assert line[-1] == (8, 0)
    assert max(y for _, y in line) > 1


def test_clipping_paths_are_not_lines() -> None:
    assert read("0 0 5 5 re W n 1 1 m 2 2 l S").lines == [[(1, 1), (2, 2)]]


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("1 1 m 4 4 l S", [[(1, 1), (4, 4)]]),
        ("1 1 m 9 1 l 9 9 l S", [[(1, 1), (5, 1)]]),
        ("-3 2 m 8 2 l S", [[(0, 2), (5, 2)]]),
        ("6 0 m 6 5 l S", []),
    ],
)
def test_lines_end_where_they_are_clipped(line: str, seen: list[list[tuple[int, int]]]) -> None:
    assert read(f"0 0 5 5 re W n {line}").lines == seen


def test_text_in_a_form_is_found_through_all_matrices() -> None:
    content = read("q 2 0 0 2 10 10 cm /face Do Q", face="BT 1 2 Td (a) Tj ET")
    assert content.texts == []
    assert list(content.all_texts()) == [(22, 14)]
    ((form, _),) = content.forms
    assert form.box == (0, 0, 10, 10)


def test_names_of_missing_resources_are_kept() -> None:
    content = read("/face Do /goat Do", face="/kid Do")
    assert list(content.all_missing()) == [("/XObject", "/goat"), ("/XObject", "/kid")]


@pytest.mark.parametrize(
    ("operators", "missing"),
    [
        ("BT /F9 8 Tf (a) Tj ET", ("/Font", "/F9")),
        ("/G1 gs", ("/ExtGState", "/G1")),
        ("/S1 sh", ("/Shading", "/S1")),
        ("/Pattern cs /P1 scn", ("/Pattern", "/P1")),
        ("/Pattern CS 0.5 /P2 SCN", ("/Pattern", "/P2")),
        ("/Spot cs 1 scn", ("/ColorSpace", "/Spot")),
        ("/DeviceRGB cs 1 0 0 scn", None),
    ],
)
def test_every_named_resource_is_looked_up(operators: str, missing: tuple[str, str] | None) -> None:
    """Resources of the page and of its forms, each once, however often it is used."""
    found = [missing] if missing else []
    assert list(read(f"{operators} {operators}").all_missing()) == found
    assert list(read("/face Do", face=operators).all_missing()) == found
