"""Tests of the reference page on rulebooks: every block and every key is documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.schema import ClosedModel
from generator.press.rulebook.directives import CoverSpec, FigureSpec
from tests.press.rulebook.making import Maker

PAGE = (Path(__file__).parents[3] / "templates" / "RULEBOOK.md").read_text(encoding="utf-8")


def test_every_block_is_documented(maker: Maker) -> None:
    (fault,) = maker.faults("```qqq\n```")
    blocks = fault.partition("known: ")[2].removesuffix(" (rulebook-syntax)").split(", ")
    assert len(blocks) > 5
    assert [block for block in blocks if f"| `{block}` |" not in PAGE] == []


@pytest.mark.parametrize("spec", [CoverSpec, FigureSpec])
def test_every_key_of_a_block_is_documented(spec: type[ClosedModel]) -> None:
    assert [name for name in spec.model_fields if f"`{name}`" not in PAGE] == []
