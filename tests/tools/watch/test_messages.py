"""Tests of the messages of watch: one line for each change, however large it is."""

from __future__ import annotations

import pytest

from generator.base.errors import counted
from generator.tools.watch.messages import files_line, ranges


@pytest.mark.parametrize(
    ("numbers", "told"), [([], ""), ([3], "3"), ([7, 1, 2, 3], "1–3, 7"), ([4, 5], "4–5")]
)
def test_pages_are_told_in_runs(numbers: list[int], told: str) -> None:
    assert ranges(numbers) == told


def test_one_of_a_thing_and_more_of_it() -> None:
    assert [counted(1, "face"), counted(3, "face"), counted(2, "copy")] == [
        "1 face", "3 faces", "2 copies",
    ]  # fmt: skip


def test_many_files_are_the_first_and_how_many_more() -> None:
    assert files_line(["a.csv"]) == "a.csv"
    assert files_line(["a.csv", "b.xml", "c.xml"]) == "a.csv and 2 more files"
