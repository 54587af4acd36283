"""Tag proof: every piece of content belongs to an element, on pages and in forms at any depth."""

from pathlib import Path

import pikepdf
import pytest

from generator.press.preflight.visual.tags import prove_tags
from tests.press.running import Workshop


@pytest.fixture(scope="module")
def enlarged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit on A3, whose first page is one form within another."""
    shop = Workshop(tmp_path_factory.mktemp("a3"))
    result = shop.build("--paper", "a3", "--backs", "none")
    assert result.code == 0, result.err
    return shop.out / "tidewrack" / "tidewrack-print-a3.pdf"


def test_a_first_page_that_is_enlarged_is_tagged(enlarged: Path) -> None:
    proof = prove_tags(enlarged)
    assert proof.faults == []
    assert proof.roles["H1"] == 2  # what is in the kit, and how to sort it
    assert proof.roles["Table"] == 1


def test_content_missing_from_an_inner_form_is_found(enlarged: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    with pikepdf.open(enlarged) as pdf:
        (outer,) = pdf.pages[0].obj["/Resources"]["/XObject"].values()
        (inner,) = outer["/Resources"]["/XObject"].values()
        inner.write(b"")
        pdf.save(path)
    assert [fault.message for fault in prove_tags(path).faults] == [
        "has elements that list missing content"
    ]
