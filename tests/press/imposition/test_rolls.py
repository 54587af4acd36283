"""Tests of rolls: pages are as long as needed, and pieces that fit the width are not tiled."""

from dataclasses import replace
from pathlib import Path

from generator.base.units import MM
from generator.press.imposition.pages.lay_pages import lay_pages
from generator.press.manifest import Manifest
from tests.press.imposition.making import font, impose, in_mm, papers, part, piece
from tests.press.preflight.proving import Kit, slugs

ROLL = papers()["plotter"]


def test_a_page_ends_below_its_pieces() -> None:
    (page,) = lay_pages(part(piece("board", 500, 380, back=False)), ROLL)
    assert in_mm(page.paper.box) == (0, 0, 610, 380 + 2 * 6 + 2 * 6 + 3.2)
    (slot,) = page.slots
    assert in_mm(slot.rect) == (55, 13.6, 500, 380)
    assert slot.tile is None


def test_rows_are_minimized_and_pieces_upright_if_possible() -> None:
    (one,) = lay_pages(part(piece("sheet", 210, 297, back=False)), ROLL)
    assert in_mm(next(one.slots).rect)[2:] == (210, 297)
    (cards,) = lay_pages(part(piece("card", 63.5, 88.9, 27)), ROLL)
    assert {round(slot.rect.y, 3) for slot in cards.slots} == {
        round(next(cards.slots).rect.y + row * 89.9 * MM, 3) for row in range(3)
    }


def test_pieces_beyond_the_longest_page_go_on_another_page() -> None:
    pages = lay_pages(part(piece("board", 500, 700, 5, back=False)), ROLL)
    assert [len(list(page.slots)) for page in pages] == [4, 1]
    assert pages[0].paper.height <= ROLL.height
    assert pages[1].paper.height < pages[0].paper.height / 3


def test_a_piece_wider_than_the_roll_is_tiled_on_short_pages() -> None:
    pages = lay_pages(part(piece("wall", 1000, 800, back=False)), ROLL)
    assert len(pages) == 2
    (slot,) = pages[0].slots
    assert slot.tile
    assert (slot.tile.rows, slot.tile.columns) in ((1, 2), (2, 1))
    longest = max(slot.rect.height for page in pages for slot in page.slots)
    assert all(page.paper.height < longest + 45 * MM for page in pages)


def test_pages_of_second_faces_are_no_longer_than_needed() -> None:
    tile, card = piece("tile", 60, 60, 4, two_sided=True), piece("card", 63.5, 88.9, 60)
    sheets = impose([part(card, tile)], ROLL, "none", title="Kit", font=font())
    assert [[p.face for p in sheet.placements][:1] for sheet in sheets] == [
        ["front"], ["back"], ["front"]
    ]  # fmt: skip
    assert sheets[0].scene.height == sheets[1].scene.height < 100 * MM
    assert sheets[2].scene.height > 500 * MM


def test_preflight_knows_the_length_of_each_page(tmp_path: Path) -> None:
    pieces = [piece("board", 500, 380, back=False), piece("card", 63.5, 88.9, 90, two_sided=True)]
    kit = Kit(tmp_path, pieces, "none", "plotter")
    manifests: list[Manifest] = []

    def noted(manifest: Manifest) -> Manifest:
        manifests.append(manifest)
        return manifest

    assert kit.built(manifest=noted) == ()
    (entry,) = manifests[0].files
    assert len(set(entry.lengths)) > 1
    assert entry.page_size == (610, max(entry.lengths))
    assert [entry.size_of(n + 1)[1] for n in range(entry.pages)] == list(entry.lengths)

    def wrong(manifest: Manifest) -> Manifest:
        lengths = (entry.lengths[0] + 1, *entry.lengths[1:])
        return replace(manifest, files=(replace(manifest.files[0], lengths=lengths),))

    faults = kit.proved(wrong)
    assert "proof-page-size" in slugs(faults)
