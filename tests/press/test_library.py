"""Tests of shared data files: a user's own extend those of Grimoire, and faults have lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Size
from generator.kit.locate import BUILT_IN
from generator.press import library
from generator.press.paper import Binding

READERS = {
    "papers.yaml": library.papers,
    "sizes.yaml": library.sizes,
    "palette.yaml": lambda folders: library.palette(folders, "full"),
    "fonts.yaml": library.fonts,
    "booklet.yaml": library.binding,
}
OURS = BUILT_IN.find("grumbles").shared


def with_own(folder: Path, name: str, text: str) -> tuple[Path, ...]:
    (folder / name).write_text(text, encoding="utf-8")
    return (folder, *OURS)


def test_a_user_can_add_papers_sizes_colours_and_fonts(tmp_path: Path) -> None:
    own = with_own(tmp_path, "papers.yaml", "a9: {width: 37, height: 52, margin: 3, book: a9}\n")
    own = with_own(tmp_path, "sizes.yaml", "poker: [64, 89]\ndomino: [24, 48]\na9: [37, 52]\n")
    own = with_own(
        tmp_path, "palette.yaml", 'ink: "#111111"\nsky: {full: "#abcdef", low: "#ffffff"}\n'
    )
    own = with_own(tmp_path, "fonts.yaml", "Mine: {regular: mine.ttf}\n")
    assert {"a4", "letter", "a9"} <= set(library.papers(own))
    sizes = library.sizes(own)
    assert sizes["poker"] == Size(64 * MM, 89 * MM)
    assert {"domino", "tarot"} <= set(sizes)
    assert library.palette(own, "full")["sky"] == "#abcdef"
    assert library.palette(own, "low")["sky"] == "#ffffff"
    assert library.palette(own, "low")["ink"] == "#111111"
    assert "paper" in library.palette(own, "full")
    book = library.fonts(own)
    assert book.files["Mine"]["regular"] == tmp_path / "mine.ttf"
    assert "Roboto" in book.files


def test_a_user_can_set_the_thickness_of_paper(tmp_path: Path) -> None:
    assert library.binding(OURS).thickness == pytest.approx(0.1 * MM)
    own = with_own(tmp_path, "booklet.yaml", "thickness: 0.13\n")
    assert library.binding(own) == Binding(0.13 * MM, 16)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("palette.yaml", "- a\n", "palette.yaml:1: must be a mapping"),
        ("palette.yaml", "a: '#ffffff'\nink: blue\n", "palette.yaml:2: ink must be a colour"),
        ("palette.yaml", "ink: 5\n", "palette.yaml:1: ink must be text"),
        ("palette.yaml", "ink: []\n", "palette.yaml:1: ink must be a mapping"),
        ("sizes.yaml", "a: [5, 5]\npoker: big\n", 'sizes.yaml:2: the size "poker" is not a width'),
        ("sizes.yaml", "poker: [5, -5]\n", "is not a width and a height"),
        ("sizes.yaml", "poker: [5, .nan]\n", "is not a width and a height"),
        ("sizes.yaml", "poker: [5, true]\n", "is not a width and a height"),
        ("fonts.yaml", "A: b\n", "fonts.yaml:1: A must be a mapping"),
        (
            "fonts.yaml",
            "A:\n  bald: b.ttf\n",
            'fonts.yaml:2: font family "A" has the unknown style',
        ),
        ("fonts.yaml", "A:\n  bold: b.ttf\n  package: no_such\n", 'fonts.yaml:3: font family "A"'),
        ("booklet.yaml", "sheets: 0\n", "booklet.yaml:1: sheets must be 1 or more, but is 0"),
        ("booklet.yaml", "sheets: 9\nglue: 1\n", 'booklet.yaml:2: unknown field "glue"'),
        ("booklet.yaml", "sheets: many\n", "booklet.yaml:1: sheets must be a whole number"),
        ("papers.yaml", "a9: 5\n", "papers.yaml:1: "),
        ("papers.yaml", "5\n", "papers.yaml:1: must be a mapping"),
    ],
)
def test_faults_are_reported_with_their_line(
    name: str, text: str, says: str, tmp_path: Path
) -> None:
    own = with_own(tmp_path, name, text)
    with pytest.raises(KitError) as caught:
        READERS[name](own)
    assert says in str(caught.value)
