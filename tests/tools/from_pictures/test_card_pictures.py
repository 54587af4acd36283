"""Tests of card pictures: what file names say of backs, copies and decks, and the faults in them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from generator.base.errors import KitError
from generator.base.units import MM
from generator.tools.from_pictures.card_pictures import Grid, PictureDeck, read_picture_decks
from generator.tools.from_pictures.new_kit import read_grid


def paint(path: Path, size: tuple[int, int] = (75, 105), color: str = "navy") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, color).save(path)


def paint_all(folder: Path, *names: str) -> None:
    for name in names:
        paint(folder / name)


def fronts(deck: PictureDeck) -> list[tuple[str, int]]:
    return [(each.name, each.copies) for each in deck.fronts]


def backs(deck: PictureDeck) -> list[str]:
    return [each.file.name for each in deck.own_backs if each]


def test_names_say_the_copies_and_the_order(tmp_path: Path) -> None:
    paint_all(
        tmp_path, "10_wolf x3.png", "9 GREY-fox.jpg", "2x - old bear.webp", "hen (4x).gif",
        "1x1.png", "moth x0.png", ".hidden.png", "~lock.png",
    )  # fmt: skip
    (tmp_path / "notes.txt").write_text("x")
    paint_all(tmp_path, "{{ hen }}.png")  # an expression, in a table
    [deck], left_out = read_picture_decks(tmp_path)
    assert fronts(deck) == [
        ("1x1", 1), ("Old Bear", 2), ("GREY Fox", 1), ("Wolf", 3), ("Hen", 4), ("Moth X0", 1), ("Hen 2", 1),
    ]  # fmt: skip
    assert (deck.back, deck.own_backs, left_out) == (None, (), ["notes.txt"])


def test_a_number_in_front_stays_if_names_would_be_the_same(tmp_path: Path) -> None:
    paint_all(tmp_path, "1 wolf.png", "2 wolf.png", "wolf.png", "wolf.jpg")
    [deck], _ = read_picture_decks(tmp_path)
    assert [name for name, _ in fronts(deck)] == ["1 Wolf", "2 Wolf", "Wolf", "Wolf 2"]


@pytest.mark.parametrize(
    "names",
    [
        ["wolf.png", "fox.png", "back.png"],
        ["fronts/wolf.png", "fronts/fox.png", "backs/all.jpg"],
        ["Wolf.png", "Fox.png", "wolf-back.png", "BACK.png"],
        ["wolf.png", "fox.png", "back/WOLF.png", "back/FOX.png"],
        ["wolf.png", "fox.png", "wolf_back.png", "fox (back).png"],
        ["front/a.png", "front/b.png", "back/1.png", "back/2.png"],
        ["front/a.png", "front/b.png", "double_sided/b.png", "back/all.png"],
    ],
    ids=["one", "one-in-its-folder", "one-of-its-own", "folders", "names", "order", "double-sided"],
)
def test_backs_are_found_by_their_names(tmp_path: Path, names: list[str]) -> None:
    paint_all(tmp_path, *names)
    [deck], _ = read_picture_decks(tmp_path)
    assert len(deck.fronts) == 2
    expected = {
        "BACK.png": ["BACK.png", "wolf-back.png"], "back/WOLF.png": ["FOX.png", "WOLF.png"],
        "wolf_back.png": ["fox (back).png", "wolf_back.png"], "back/1.png": ["1.png", "2.png"],
        "back/all.png": ["all.png", "b.png"],
    }  # fmt: skip
    own = next((value for name, value in expected.items() if name in names), [])
    assert backs(deck) == own
    assert bool(deck.back) is not bool(own)


def test_a_back_is_called_like_a_card_of_which_there_are_copies(tmp_path: Path) -> None:
    paint_all(tmp_path, "wolf x3.png", "fox.png", "wolf-back.png", "back.png")
    [deck], _ = read_picture_decks(tmp_path)
    assert fronts(deck) == [("Fox", 1), ("Wolf", 3)]
    assert backs(deck) == ["back.png", "wolf-back.png"]


def test_each_page_has_the_back_of_its_number(tmp_path: Path) -> None:
    pdf(tmp_path / "cards.pdf", 3, None)
    pdf(tmp_path / "cards-back.pdf", 3, None)
    paint(tmp_path / "wolf.png")
    paint(tmp_path / "back.png")
    [deck], _ = read_picture_decks(tmp_path)
    assert [each.name for each in deck.own_backs] == [
        "cards-back 1", "cards-back 2", "cards-back 3", "back",
    ]  # fmt: skip
    pdf(tmp_path / "cards-back.pdf", 2, None)
    with pytest.raises(KitError, match=r"2 backs for 3 cards: cards-back\.pdf"):
        read_picture_decks(tmp_path)


def test_each_folder_is_a_deck(tmp_path: Path) -> None:
    paint_all(tmp_path, "wolf.png", "back.png", "Items/rope.png", "Items/backs/all.png")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/x.txt").write_text("x")
    decks, left_out = read_picture_decks(tmp_path)
    assert [(deck.name, fronts(deck)) for deck in decks] == [
        ("", [("Wolf", 1)]), ("Items", [("Rope", 1)]),
    ]  # fmt: skip
    assert [deck.back.file.name for deck in decks if deck.back] == ["back.png", "all.png"]
    assert left_out == ["x.txt"]


def test_a_sheet_is_cut_up_to_its_last_card(tmp_path: Path) -> None:
    sheet = Image.new("RGB", (302, 199), "black")
    for number in range(7):
        cell = Image.effect_noise((100, 60), 50 + number).convert("RGB")
        sheet.paste(cell, (round(number % 3 * 302 / 3), number // 3 * 66))
    sheet.save(tmp_path / "deck.png", dpi=(300, 300))
    paint(tmp_path / "back.png", (100, 66))
    [deck], _ = read_picture_decks(tmp_path, Grid(3, 3))
    assert [name for name, _ in fronts(deck)] == [f"Deck {n}" for n in range(1, 8)]
    assert {front.pixels for front in deck.fronts} == {(101, 66), (100, 66), (101, 67), (100, 67)}
    for number, front in enumerate(deck.fronts):
        with Image.open(BytesIO(front.read())) as cell:
            assert cell.size == front.pixels
            x, y = round(number % 3 * 302 / 3), round(number // 3 * 199 / 3)
            assert cell.getpixel((50, 30)) == sheet.getpixel((x + 50, y + 30))
        assert front.printed
        assert round(front.printed.width / MM, 1) == round(302 / 300 * 25.4 / 3, 1)
    assert deck.back
    assert deck.back.pixels == (100, 66)


def test_a_grid_finer_than_its_sheet_is_refused(tmp_path: Path) -> None:
    paint(tmp_path / "deck.png", (300, 200))
    with pytest.raises(
        KitError, match=r"deck\.png is too small for 16 x 2 cards.* 300 x 200 pixels"
    ):
        read_picture_decks(tmp_path, Grid(16, 2))


@pytest.mark.parametrize("back", ["back.png", "deck-back.png"])
def test_backs_on_a_sheet_of_the_same_size_are_cut_too(tmp_path: Path, back: str) -> None:
    for name in ("deck.png", back):
        Image.effect_noise((200, 140), 90).save(tmp_path / name)
    [deck], _ = read_picture_decks(tmp_path, Grid(2, 1))
    assert {each.pixels for each in deck.own_backs} == {(100, 140)}
    assert (len(deck.fronts), len(deck.own_backs), deck.back) == (2, 2, None)


def pdf(path: Path, pages: int, bleed: float | None) -> None:
    canvas = Canvas(str(path), pagesize=(69 * MM, 94 * MM))
    for number in range(pages):
        canvas.setFillColorRGB(number / 10, 0.302, 0.6)
        canvas.rect(0, 0, 200, 300, stroke=0, fill=1)
        if bleed is not None:
            canvas.setTrimBox((bleed * MM, bleed * MM, (69 - bleed) * MM, (94 - bleed) * MM))
        canvas.showPage()
    canvas.save()


def test_a_page_of_a_pdf_file_is_a_card(tmp_path: Path) -> None:
    pdf(tmp_path / "creature cards.pdf", 3, 3)
    pdf(tmp_path / "back.pdf", 1, None)
    [deck], _ = read_picture_decks(tmp_path)
    assert [name for name, _ in fronts(deck)] == [f"Creature Cards {n}" for n in (1, 2, 3)]
    third = deck.fronts[2]
    assert third.bleed is not None
    assert round(third.bleed / MM, 2) == 3
    with Image.open(BytesIO(third.read())) as page:
        assert third.pixels == (815, 1111)
        assert abs(page.width - 815) <= 3
        assert page.convert("RGB").getpixel((400, 400)) == (51, 77, 153)
    assert deck.back
    assert deck.back.bleed is None
    [alone], _ = read_picture_decks(tmp_path / "creature cards.pdf")
    assert (alone.name, len(alone.fronts), alone.back) == ("creature cards", 3, None)


@pytest.mark.parametrize(
    ("boxes", "bleed"),
    [({"trim": 10, "bleed": 7}, 3), ({"trim": 10}, 0), ({"trim": 5}, 5), ({"trim": 10, "bleed": 12}, 0)],
    ids=["marks-and-bleed", "marks", "bleed-alone", "no-bleed"],
)  # fmt: skip
def test_printers_marks_are_no_part_of_a_card(
    tmp_path: Path, boxes: dict[str, float], bleed: float
) -> None:
    """The page is red, but green in the box that the picture has to show."""
    canvas = Canvas(str(tmp_path / "wolf.pdf"), pagesize=(80 * MM, 100 * MM))
    canvas.setFillColorRGB(1, 0, 0)
    canvas.rect(0, 0, 80 * MM, 100 * MM, stroke=0, fill=1)
    edge = boxes["trim"] - bleed
    canvas.setFillColorRGB(0, 1, 0)
    canvas.rect(edge * MM, edge * MM, (80 - 2 * edge) * MM, (100 - 2 * edge) * MM, stroke=0, fill=1)
    for name, inset in boxes.items():
        box = (inset * MM, inset * MM, (80 - inset) * MM, (100 - inset) * MM)
        canvas.setTrimBox(box) if name == "trim" else canvas.setBleedBox(box)
    canvas.save()
    [deck], _ = read_picture_decks(tmp_path)
    [front] = deck.fronts
    assert front.bleed is not None
    assert front.printed
    assert round(front.bleed / MM, 2) == bleed
    assert round(front.printed.width / MM, 2) == 80 - 2 * edge
    with Image.open(BytesIO(front.read())) as page:
        width, height = page.size
        assert abs(width - front.pixels[0]) <= 3
        corners = [(2, 2), (width - 3, 2), (2, height - 3), (width - 3, height - 3)]
        assert {page.convert("RGB").getpixel(corner) for corner in corners} == {(0, 255, 0)}


@pytest.mark.parametrize(
    ("names", "check", "words"),
    [
        ([], "no-pictures", "holds no picture of a card"),
        (["back.png"], "no-pictures", "holds no picture of a card"),
        (["wolf.png", "fox-back.png"], "no-back", "fox-back.png: no front is called so"),
        (["wolf.png", "fox.png", "fox-back.png"], "no-back", "1 card without a back: Wolf"),
        (["a.png", "b.png", "c.png", "back/1.png", "back/2.png"], "no-back",
         "2 backs for 3 cards: 1.png, 2.png"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(tmp_path: Path, names: list[str], check: str, words: str) -> None:
    paint_all(tmp_path, *names)
    with pytest.raises(KitError) as caught:
        read_picture_decks(tmp_path)
    [fault] = caught.value.faults
    assert fault.check == check
    assert words in fault.message


@pytest.mark.parametrize("name", ["wolf.png", "wolf.pdf", "missing"])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    if name != "missing":
        (tmp_path / name).write_bytes(b"%PDF-1.4 no")
    with pytest.raises(KitError) as caught:
        read_picture_decks(tmp_path if name != "missing" else tmp_path / name)
    [fault] = caught.value.faults
    assert fault.check == ("file-not-found" if name == "missing" else "picture-file")
    assert name in fault.message


def test_a_link_that_leads_out_of_the_folder_is_no_card(tmp_path: Path) -> None:
    paint(tmp_path / "secret.png")
    paint(tmp_path / "cards/wolf.png")
    (tmp_path / "cards/fox.png").symlink_to(tmp_path / "secret.png")
    [deck], _ = read_picture_decks(tmp_path / "cards")
    assert fronts(deck) == [("Wolf", 1)]


def test_the_cards_of_a_sheet_are_written_as_people_do() -> None:
    assert read_grid("10x7") == read_grid(" 10 × 7 ") == Grid(10, 7)
    for text in ("", "10", "0x7", "10x", "100x1", "axb"):
        with pytest.raises(KitError, match="across and down"):
            read_grid(text)
