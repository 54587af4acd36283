"""Tests of the messages of watch: one line for each change, however large it is."""

from __future__ import annotations

import pytest

from generator.base.errors import counted
from generator.tools.watch.watch import files_line, ranges


@pytest.mark.parametrize(
    ("numbers", "expected"), [([], ""), ([3], "3"), ([7, 1, 2, 3], "1–3, 7"), ([4, 5], "4–5")]
)
def test_pages_are_listed_as_ranges(numbers: list[int], expected: str) -> None:
    assert ranges(numbers) == expected


def test_singular_and_plural() -> None:
    assert [counted(1, "face"), counted(3, "face"), counted(2, "copy")] == [
        "1 face", "3 faces", "2 copies",
    ]  # fmt: skip


def test_many_files_are_shortened_to_the_first_and_a_count() -> None:
    assert files_line(["a.csv"]) == "a.csv"
    assert files_line(["a.csv", "b.xml", "c.xml"]) == "a.csv and 2 more files"
