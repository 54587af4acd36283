"""Tests of content streams: operators that position content, whatever surrounds them."""

from __future__ import annotations

from typing import Any

import pikepdf
import pytest

from generator.press.preflight.content_stream import instructions

PLACING = frozenset(["q", "Q", "cm", "Do", "BT", "Tm", "TJ", "Tj", "'"])


def read(*parts: bytes) -> list[tuple[str, list[Any]]]:
    with pikepdf.new() as pdf:
        streams = [pdf.make_indirect(pdf.make_stream(part)) for part in parts]
        source = pikepdf.Array(streams) if len(streams) > 1 else streams[0]
        return list(instructions(source, PLACING))


@pytest.mark.parametrize(
    ("stream", "found"),
    [
        (b"q 1 0 0 -1 .5 -841.89 cm", [("q", []), ("cm", [1, 0, 0, -1, 0.5, -841.89])]),
        (b"0 0 m 5 5 l h W n 0.1 w/S1 Do", [("Do", ["/S1"])]),
        (b"/GS0 gs /S1 Do Q", [("Do", ["/S1"]), ("Q", [])]),
        (b"BT/F1+0 9 Tf[<01>24<02>]TJ ET", [("BT", []), ("TJ", [])]),
        (b"(a (nested) \\) q Q) Tj q", [("Tj", []), ("q", [])]),
        (b"[(Q) -20 (q)] TJ", [("TJ", [])]),
        (b"/P <</MCID 0>> BDC q EMC", [("q", [])]),
        (b"/Span <</Alt <feff0051> /A (Q)>> BDC q", [("q", [])]),
        (b"% q Q\nq", [("q", [])]),
        (b"BI /W 1 /H 1 ID \x00 Q q\xff EI Q", [("Q", [])]),
        (b"1 2 --3 0 0 0 cm q", []),
    ],
)
def test_instructions_are_found_with_their_operands(
    stream: bytes, found: list[tuple[str, list[Any]]]
) -> None:
    assert read(stream) == found


def test_content_streams_of_a_page_are_joined() -> None:
    assert read(b"q 1 0", b"0 1 2 3 cm") == [("q", []), ("cm", [1, 0, 0, 1, 2, 3])]
