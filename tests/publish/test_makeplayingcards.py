"""Tests of the export to MakePlayingCards: orders that MPC Autofill reads, and their verification."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lxml import etree

from generator.publish.export import export
from generator.publish.print_shops.makeplayingcards import BLANK, Card, _order
from generator.publish.request import ExportRequest
from tests.publish.making import ExportCopy

ORDER = "order.xml"


def order_of(copy: ExportCopy, path: str = ORDER) -> etree._Element:
    return etree.fromstring((copy.folder / path).read_bytes())


def slots(order: etree._Element, side: str) -> dict[str, str]:
    """The slots of each picture."""
    return {
        card.findtext("id", ""): card.findtext("slots", "")
        for card in order.iterfind(f"{side}/card")
    }


def test_a_whole_export_passes_its_proof(mpc: ExportCopy) -> None:
    assert mpc.faults() == []


def test_every_copy_of_a_card_has_a_slot(mpc: ExportCopy) -> None:
    order = order_of(mpc)
    assert order.findtext("details/quantity") == "16"
    assert order.findtext("cardback") == "find/back.png"
    fronts = slots(order, "fronts")
    assert fronts["find/whelk-front.png"] == "0,1"
    assert ",".join(fronts.values()) == ",".join(map(str, range(16)))
    assert order.find("backs") is None
    assert {card.findtext("sourceType") for card in order.iterfind(".//card")} == {"Local File"}
    assert all((mpc.folder / path).is_file() for path in [*fronts, "find/back.png"])


def test_pictures_have_the_pixels_of_the_card_with_its_bleed(mpc: ExportCopy) -> None:
    pictures = [each for each in mpc.manifest()["files"] if each["role"] == "face"]
    assert {(each["width"], each["height"], each["dpi"]) for each in pictures} == {(815, 1110, 300)}


def test_other_pieces_are_listed_with_the_reason(mpc: ExportCopy) -> None:
    listed = (mpc.folder / "not-offered.csv").read_text(encoding="utf-8").splitlines()
    assert len(listed) == 4
    assert "its cut is" in listed[1]
    assert "rectangular cards only" in listed[2]


def test_cards_with_another_back_have_it_in_their_own_slots() -> None:
    cards = [Card("A", "a.png", "x.png"), *[Card("B", "b.png", "y.png")] * 2]
    order = etree.fromstring(_order(cards, "(S30) Standard Smooth"))
    assert order.findtext("cardback") == "y.png"
    assert slots(order, "fronts") == {"a.png": "0", "b.png": "1,2"}
    assert slots(order, "backs") == {"x.png": "0"}
    assert [child.tag for child in order] == ["details", "fronts", "backs", "cardback"]


def test_a_title_with_markup_is_text() -> None:
    order = etree.fromstring(_order([Card("<b>&", "a.png", "x.png")], "S30"))
    assert order.findtext("fronts/card/query") == "<b>&"


def test_large_decks_are_split_and_cards_without_backs_get_a_white_one(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    from generator.publish.shop_limits import MpcLimits, load_limits
    from tests.publish.making import SHARED, with_shop_limits

    folder = tmp_path_factory.mktemp("mpc-split")
    roots = with_shop_limits(folder, "mpc", lambda text: text.replace("most: 612", "most: 10"))
    component = folder / "data/tidewrack/game.yaml"
    text = component.read_text(encoding="utf-8")
    assert text.count("back: find-back.xml") == 1
    component.write_text(text.replace("    back: find-back.xml\n", "", 1), encoding="utf-8")
    result = export(ExportRequest("tidewrack", "mpc", roots, folder / "out"))
    copy = ExportCopy(result.folder, load_limits(SHARED, "mpc", MpcLimits))
    orders = [order_of(copy, f"order-{number}.xml") for number in (1, 2)]
    assert [order.findtext("details/quantity") for order in orders] == ["10", "6"]
    assert {order.findtext("cardback") for order in orders} == {BLANK}
    assert copy.faults() == []


def change_slots(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(f"<slots>{old}</slots>", f"<slots>{new}</slots>", 1)


@pytest.mark.parametrize(
    ("change", "slugs", "message"),
    [
        (
            change_slots("0,1", "0"),
            {"export-slots", "export-copies"},
            "one front for each of its 16",
        ),
        (change_slots("0,1", "0,1,1"), {"export-slots", "export-copies"}, "one front for each"),
        (change_slots("0,1", "0,x"), {"export-slots", "export-copies"}, "is not an order"),
        (lambda text: text[:-9], {"export-slots", "export-copies"}, "is not an order"),
        (
            lambda text: text.replace("<quantity>16<", "<quantity>700<"),
            {"export-slots"},
            "has 700 cards; the shop prints 1 to 612",
        ),
        (
            lambda text: text.replace("whelk-front", "oar-front", 1),
            {"export-copies"},
            "is ordered 3 times with the back find/back.png, but the kit holds 1",
        ),
        (
            lambda text: text.replace("<cardback>find/back", "<cardback>find/whelk-front"),
            {"export-copies"},
            "is ordered 0 times with the back find/back.png",
        ),
        (
            lambda text: text.replace(
                "  <cardback>",
                "<backs><card><id>find/back.png</id><slots>3,3</slots></card></backs><cardback>",
            ),
            {"export-slots"},
            "has two backs for a slot",
        ),
    ],
)
def test_a_wrong_order_is_reported(
    mpc: ExportCopy, change: Callable[[str], str], slugs: set[str], message: str
) -> None:
    before = (mpc.folder / ORDER).read_text(encoding="utf-8")
    assert change(before) != before
    mpc.write(ORDER, change(before).encode())
    assert mpc.failed_checks() == slugs
    assert any(message in str(fault) for fault in mpc.faults())
