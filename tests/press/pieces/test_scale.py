"""Tests of `--scale`: pieces are printed smaller or larger, with everything on them."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from generator.press.preflight.visual.proof import prove
from tests.press.running import Workshop


def printed(workshop: Workshop, *words: object) -> tuple[list[float], int]:
    """The size of the board, and the pages that it takes."""
    ran = workshop.run("maps", "tidewrack", "-o", "out", *words)
    assert (ran.code, ran.err) == (0, "")
    folder = workshop.out / "tidewrack/maps"
    assert prove(folder).faults == ()
    data = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (size,) = (piece["size"] for piece in data["pieces"])
    return size, data["files"][0]["pages"]


def test_a_board_is_printed_on_one_sheet_or_as_a_poster(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    (width, height), pages = printed(workshop)
    half, one = printed(workshop, "--scale", "50%")
    assert half == pytest.approx([width / 2, height / 2])
    assert one == 1
    drawing = (workshop.out / "tidewrack/maps/shore.svg").read_text(encoding="utf-8")
    assert f'width="{half[0]:g}mm"' in drawing
    double, many = printed(workshop, "--scale", 200)
    assert double == pytest.approx([2 * width, 2 * height])
    assert many > pages


def test_a_kit_at_another_scale_says_so(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    assert workshop.build("--scale", "75%").code == 0
    folder = workshop.out / "tidewrack"
    assert prove(folder).faults == ()
    manifest = folder / "manifest.json"
    data = json.loads(manifest.read_text(encoding="utf-8"))
    assert data["options"]["scale"] == 0.75
    sizes = {piece["component"]: piece["size"][0] for piece in data["pieces"]}
    assert sizes["find"] == pytest.approx(0.75 * 63.5)
    assert sizes["how-to"] == 210
    page = pypdfium2.PdfDocument(folder / "tidewrack-print-a4.pdf")[0]
    words = " ".join(page.get_textpage().get_text_bounded().split())
    assert "All pieces are at 75 % of their size" in words
    refused = workshop.run("build", "tidewrack", "-o", "new", "--since", manifest)
    assert "is of a kit printed at another scale; give the same --scale" in refused.err


@pytest.mark.parametrize("scale", ["5", "500%", "half", "-50%", ""])
def test_a_scale_that_cannot_be_printed_is_refused(scale: str, tmp_path: Path) -> None:
    ran = Workshop(tmp_path).run("maps", "tidewrack", f"--scale={scale}")
    assert ran.code == 2
    assert (
        f'--scale "{scale}" cannot be printed; write a whole percentage from 25% to 400%' in ran.err
    )
