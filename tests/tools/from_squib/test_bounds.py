"""Tests of the bounds of a Squib script: no value grows without end."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.tools.from_squib.literals import parse
from generator.tools.from_squib.project import Project
from generator.tools.from_squib.values import TooManySteps, Unknown


@pytest.mark.parametrize(
    "grow",
    [
        "x + x", "x + [x].join", "x.concat(x)", "[x, x].join", "x.gsub('a', 'aa')", "x.gsub('a') { x }",
        "[x, x].flatten.join", "[x, x].flat_map { |y| [y, y] }.join", "n = n * n; x",
        "[x, x].to_s",
    ],
)  # fmt: skip
def test_no_script_fills_the_memory(tmp_path: Path, grow: str) -> None:
    words = f"n = 9\nx = 'ab'\n60.times {{ x = {grow} }}\n"
    with pytest.raises(TooManySteps):
        Project(tmp_path).ruby.value(parse(words.encode()))


@pytest.mark.parametrize(
    "words",
    [
        f"('a' * 400 + 'b').gsub(/{pattern}$/, 'x')"
        for pattern in ("(a+)+", "(a*)*", "(a|a)*", "a*a*a*")
    ]
    + ["('a' * 50000).sub(/a*b/, '')"],
)
def test_patterns_with_catastrophic_backtracking_are_refused(tmp_path: Path, words: str) -> None:
    found = Project(tmp_path).ruby.value(parse(words.encode()))
    assert isinstance(found, Unknown)
