"""Tests of which changes of faces leave every piece in its place on the sheets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.press.pieces.piece import Piece
from generator.tools.watch.incremental import same_layout
from tests.press.imposition.making import part, piece
from tests.press.scene.drawing import laid_out

RED = '<card width="30" height="30" fill="red"/>'
BLUE = '<card width="30" height="30" fill="sky"/>'
STRIPED = (
    '<card width="30" height="30"><rect x="-3" y="0" width="36" height="8" fill="sky"/></card>'
)
INSIDE = '<card width="30" height="30" fill="red"><rect inset="5" fill="sky"/></card>'


def drawn(*faces: str) -> list[Piece]:
    bare = piece("one", 30, 30, back=False)
    return [
        replace(bare, id=f"p{n}", copies=2, front=laid_out(face)) for n, face in enumerate(faces)
    ]


@pytest.mark.parametrize(
    ("new", "same"),
    [
        ([RED, RED], True),
        ([INSIDE, RED], True),
        ([BLUE, BLUE], True),  # another edge colour, but still that of the neighbour
        ([BLUE, RED], False),
        ([STRIPED, STRIPED], False),
    ],
)
def test_pieces_stay_while_their_edges_match_their_neighbours(new: list[str], same: bool) -> None:
    before, after = part(*drawn(RED, RED)), part(*drawn(*new))
    assert same_layout([before], [after]) is same
