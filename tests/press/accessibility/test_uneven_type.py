"""Tests of the check for uneven type: texts of one kind in different sizes on one face."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.press.running import FIND, Workshop

LONG = "*Long.* This one needs so many words that it fits its row only in smaller type."


def faults(
    folder: Path, attributes: str, texts: tuple[str, str] = ("*Short.* Words.", LONG)
) -> list[str]:
    """What `grimoire check` says of cards with two texts that one line states."""
    workshop = Workshop(folder)
    text = f'<text x="5" y="{{{{ y }}}}" width="40" height="7" {attributes}>{{{{ words }}}}</text>'
    name = '<text x="5" y="60" width="50" height="9" size="9">{{ row.name }}</text>'
    workshop.write(
        FIND,
        f"{{% macro line(y, words) %}}{text}{{% endmacro %}}\n"
        f'<card size="poker">{{{{ line(6, "{texts[0]}") }}}}{{{{ line(26, "{texts[1]}") }}}}{name}</card>',
    )
    return workshop.run("check", "tidewrack").faults


def test_long_and_short_lines_of_a_list_must_have_one_size(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, 'size="10..6.5"')
    assert fault.startswith(f'{FIND}:1: Finds "')
    assert '"Long." is printed at 7.25 pt, but "Short.", a text of the same kind, at 10 pt' in fault
    assert fault.endswith(
        'add alike="words": all of them get the size of the smallest (eyes-uneven)'
    )


@pytest.mark.parametrize("alike", ["words", "{{ y }}"])
def test_texts_may_be_alike_or_deliberately_not(tmp_path: Path, alike: str) -> None:
    assert faults(tmp_path, f'size="10..6.5" alike="{alike}"') == []


def test_stated_sizes_are_not_compared(tmp_path: Path) -> None:
    assert faults(tmp_path, 'size="{{ 10 if y < 9 else 7 }}"') == []
    scaled = ("*Short.* Words.", "[Larger]{140%} words.")
    assert faults(tmp_path / "scaled", 'size="7..6.5"', scaled) == []
