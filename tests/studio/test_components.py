"""Tests of components: the numbers that fields give while somebody types."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("nicegui")

from generator.studio.pages.components import whole_number


@pytest.mark.parametrize(
    ("value", "whole"),
    [(None, 1), (0, 1), (0.5, 1), (-3, 1), (2.7, 2), (99, 99), (1e9, 99), (float("inf"), 99),
     (float("nan"), 1)],
)  # fmt: skip
def test_a_number_is_within_the_bounds_of_its_field(value: Any, whole: int) -> None:
    field: Any = SimpleNamespace(min=1, max=99, value=value)
    assert whole_number(field) == whole
