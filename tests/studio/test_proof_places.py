"""Tests of proof places: the findings of a proof are shown at their places on the page."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from generator.studio import jobs
from generator.studio.proof_places import page_picture
from generator.tools.jobs import build
from tests.studio.test_open_kit import created, open_kit

__all__ = ["created"]


def silent(step: str, done: int, of: int) -> None:
    pass


def test_a_finding_has_its_page_and_its_place(created: Path) -> None:
    kit = open_kit(created)
    folder = build(silent, kit.request, None).folder
    assert jobs.proof(silent, folder).findings == ()
    manifest = json.loads((folder / "manifest.json").read_text())
    piece = next(one for one in manifest["pieces"] if one["id"] == "card/north-star")
    face = piece["faces"][0]
    face["x"] += 3
    (folder / "manifest.json").write_text(json.dumps(manifest))
    found = jobs.proof(silent, folder).findings
    one = next(each for each in found if "north-star" in each.says and "front" in each.says)
    assert (one.file, one.page) == (face["file"], face["page"])
    assert one.box is not None
    assert one.box.left == pytest.approx(face["x"] / 210)
    assert one.box.top == pytest.approx(1 - (face["y"] + 88) / 297, abs=0.01)
    page = Image.open(BytesIO(page_picture(folder, one.file, one.page, 20)))
    assert page.size == (166, 234)
    with pytest.raises(IndexError):
        page_picture(folder, "manifest.json", 1, 20)
