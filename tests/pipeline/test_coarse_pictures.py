"""Tests of picture resolution: a soft picture is reported once, a coarse one is refused by default."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from generator.press.request import MANIFEST
from tests.press.running import GAME, Workshop

GLASS = "data/tidewrack/art/glass.png"


def workshop(folder: Path, side: int) -> Workshop:
    result = Workshop(folder)
    out = BytesIO()
    Image.new("RGB", (side, side), "#508878").save(out, "PNG")
    result.write(GLASS, out.getvalue())
    return result


def test_a_soft_picture_is_printed_and_reported_once(tmp_path: Path) -> None:
    kit = workshop(tmp_path, 250)
    ran = kit.build()
    assert ran.code == 0
    assert (ran.out + ran.err).count("glass.png") == 1
    assert "warning: pictures below 200 dpi look soft" in ran.out + ran.err


@pytest.mark.parametrize("way", ["--draft", "allow"])
def test_a_coarse_picture_is_printed_only_on_request(way: str, tmp_path: Path) -> None:
    """The preflight at the end of the build allows it, too."""
    kit = workshop(tmp_path, 60)
    refused = kit.build()
    assert refused.code == 1
    assert "below the minimum of 100" in refused.err
    if way == "allow":
        kit.edit(GAME, "\nplayers:", "\ncoarse: allow\nplayers:")
    ran = kit.build(*([way] if way == "--draft" else []))
    assert ran.code == 0
    assert "glass.png" in ran.out + ran.err


def test_a_higher_resolution_can_be_required(tmp_path: Path) -> None:
    kit = workshop(tmp_path, 3000)
    sides = []
    for more in ([], ["--dpi", 600]):
        assert kit.build("--only", "cards", *more).code == 0
        (file,) = kit.out.rglob("*cards*.pdf")
        with pikepdf.open(file) as pdf:
            sides.append(max(int(each.Width) for each in pdf.objects
                             if isinstance(each, pikepdf.Stream) and "/Width" in each
                             and each.Width == each.Height))  # fmt: skip
    assert sides[1] == pytest.approx(2 * sides[0], abs=1)
    assert sides[0] == 632
    (manifest,) = kit.out.rglob(f"cards/{MANIFEST}")
    assert json.loads(manifest.read_text())["options"]["dpi"] == 600
    assert kit.build("--dpi", 20).code == 2
