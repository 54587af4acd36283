"""Tests of a new kit from pictures: it prints each picture where it belongs, and bleeds beyond the cut."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from PIL import Image

from generator.base.errors import KitError
from generator.pipeline.check import check
from generator.tools.from_pictures.new_kit import new_from_pictures
from tests.press.running import run

DOT = 12  # pixels of a millimetre


def gradient(path: Path, width: float, height: float, *, kind: str = "PNG") -> None:
    """A picture whose red and green say where a pixel lies, in halves of a millimetre."""
    across = numpy.linspace(0, width * 2, round(width * DOT))
    down = numpy.linspace(0, height * 2, round(height * DOT))
    pixels = numpy.zeros((len(down), len(across), 3), numpy.uint8)
    pixels[..., 0], pixels[..., 1], pixels[..., 2] = across, down[:, None], 90
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(path, kind, dpi=(DOT * 25.4,) * 2)


def test_a_folder_becomes_a_game_to_print(tmp_path: Path) -> None:
    for name in ("wolf x3", "fox"):
        gradient(tmp_path / f"cards/{name}.png", 63.5, 88.9)
    gradient(tmp_path / "cards/hen.jpg", 88.9, 63.5, kind="JPEG")
    gradient(tmp_path / "cards/back.png", 63.5, 88.9)
    for name in ("rope", "rope back", "axe", "axe back"):
        gradient(tmp_path / f"cards/Big Items/{name}.png", 126, 76)
    (tmp_path / "cards/notes.txt").write_text("x")
    result = new_from_pictures("game", tmp_path / "cards", tmp_path, title="My Game")
    assert list(result.messages) == [
        "Cards: 5 cards, 63.5 x 88.9 mm without bleed",
        "Big Items: 2 cards, 120 x 70 mm with 3 mm of bleed",
        "not pictures of cards, and left out: notes.txt",
    ]
    data = tmp_path / "data/game"
    assert (data / "cards.csv").read_text().splitlines() == [
        "name,picture,copies",
        "Fox,art/cards/fox.png,1",
        "Hen,art/cards/hen.jpg,1",
        "Wolf,art/cards/wolf.png,3",
    ]
    assert (
        "Axe,art/big-items/axe.png,1,art/big-items/axe-back.png"
        in (data / "big-items.csv").read_text()
    )
    original = (tmp_path / "cards/fox.png").read_bytes()
    assert (data / "art/cards/fox.png").read_bytes() == original
    with Image.open(data / "art/cards/hen.jpg") as turned:
        assert turned.size == (762, 1067)
    assert check("game", result.roots)


@pytest.mark.parametrize("bleed", [0, 2, 3])
def test_what_a_picture_lacks_beyond_the_cut_is_its_mirror_image(
    tmp_path: Path, bleed: int
) -> None:
    """Red and green at a place beyond the cut are those of the picture, or of its mirror image."""
    gradient(tmp_path / "cards/wolf.png", 60 + 2 * bleed, 90 + 2 * bleed)
    new_from_pictures("game", tmp_path / "cards", tmp_path, size="60mmx90mm")
    assert f"bleed: {bleed}" in (tmp_path / "data/game/game.yaml").read_text()
    roots = (
        "--data",
        tmp_path / "data",
        "--templates",
        tmp_path / "templates",
        "-o",
        tmp_path / "o",
    )
    assert run("export", "game", "--for", "png", *roots).code == 0
    [file] = (tmp_path / "o").rglob("wolf-front.png")
    with Image.open(file) as image:
        pixels = numpy.asarray(image.convert("RGB")).astype(float)
    beyond = (pixels.shape[1] * 25.4 / 300 - 60) / 2
    assert beyond > 2.9

    def expected(place: float, side: float) -> float:
        inside = place + bleed
        whole = side + 2 * bleed
        return 2 * (abs(inside) if inside < whole else 2 * whole - inside)

    for x in (-2.7, -1.5, 0.2, 30, 59.8, 61.5, 62.7):
        for y in (-2.7, -0.5, 0.2, 45, 89.8, 91.5, 92.7):
            across, down = (round((place + beyond) * 300 / 25.4) for place in (x, y))
            found = pixels[down, across]
            assert found[:2] == pytest.approx((expected(x, 60), expected(y, 90)), abs=2)
            assert found[2] == pytest.approx(90, abs=1)  # no seam shows


def test_the_command_tells_what_it_has_found(tmp_path: Path) -> None:
    Image.effect_noise((300, 280), 90).save(tmp_path / "sheet.png")
    result = run("new", "game", "--from-pictures", tmp_path / "sheet.png", "--grid", "4x2",
                 "--in", tmp_path)  # fmt: skip
    assert (result.code, result.err) == (0, "")
    assert (
        "Sheet: 8 cards, 47.6 x 88.9 mm without bleed; guessed from their proportions" in result.out
    )
    assert "too few pixels to be sharp: Sheet 1, Sheet 2" in result.out
    assert "coarse: allow" in (tmp_path / "data/game/game.yaml").read_text()
    roots = (
        "--data",
        tmp_path / "data",
        "--templates",
        tmp_path / "templates",
        "-o",
        tmp_path / "o",
    )
    assert run("build", "game", *roots).code == 0


def test_many_files_are_counted_and_not_listed(tmp_path: Path) -> None:
    for number in range(13):
        gradient(tmp_path / f"cards/{number}.png", 63.5, 88.9)
    out = run("new", "game", "--from-pictures", tmp_path / "cards", "--in", tmp_path).out
    assert f"{tmp_path}/data/game/art/cards (13 files)\n" in out
    assert f"{tmp_path}/data/game/cards.csv\n" in out


def test_an_error_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/wolf.png").write_bytes(b"x")
    with pytest.raises(KitError, match=r"wolf\.png"):
        new_from_pictures("game", tmp_path / "cards", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["cards"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--grid", "3x3"], "--grid is for sheets of pictures"),
        (["--from-pictures", "x", "--look", "night"], "--look cannot be combined with --from-pictures"),
        (["--from-pictures", "x", "--language", "de"], "--language is for the cards of a spreadsheet"),
    ],
)  # fmt: skip
def test_options_that_say_nothing_here_are_refused(words: list[str], message: str) -> None:
    result = run("new", "game", *words)
    assert result.code == 2
    assert message in result.err
