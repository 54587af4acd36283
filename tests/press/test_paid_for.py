"""Tests of metering: work that a kit causes is done once and counts against its limits."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import jinja2
import pytest

from generator.kit.expressions import metering
from tests.press.running import FIND, Workshop
from tests.press.test_hostile import TOO_DEEP, refused


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    monkeypatch.setattr(metering, "MAX_STEPS", 3_000_000)
    return Workshop(tmp_path)


GROWING = {
    "code in a tag": "{% if 0 %}<a " + "{{ a }}" * 40,
    "open values": "{{ " * 20_000,
    "open comments": "<!-- " * 15_000,
    "open tags": "<a " * 20_000,
    "open quotes": "<a b='" * 15_000,
}


@pytest.mark.parametrize("begin", GROWING)
def test_unclosed_markup_is_read_once(begin: str, workshop: Workshop) -> None:
    workshop.edit(FIND, "<card", GROWING[begin] + "<card")
    assert len(refused(workshop).splitlines()) == 1
    assert workshop.run("words", "tidewrack", "--language", "fr").code in (0, 1)


def test_a_template_that_does_not_compile_is_compiled_once(workshop: Workshop) -> None:
    loops = "{% for a in [1] %}" * 25 + "{% endfor %}" * 25  # more than any Python compiles
    workshop.edit(FIND, "<card", f"{loops}<card")
    with mock.patch.object(
        jinja2.Environment, "compile", autospec=True, side_effect=jinja2.Environment.compile
    ) as compiled:
        assert TOO_DEEP in refused(workshop)
    assert [call.args[2:3] for call in compiled.call_args_list].count(("find.xml",)) == 1


def test_characters_read_by_a_slow_filter_are_metered(workshop: Workshop) -> None:
    loop = "{% set x = 'ab ' * 30_000 %}{% for i in range(999) %}{% set y = x|title %}{% endfor %}"
    workshop.edit(FIND, "<card", loop + "<card")
    assert "steps" in refused(workshop)
