"""Tests of source lines: a fault names the line to change, even if no tag is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError, Place
from generator.press.templates.environment import Templates
from generator.press.templates.source_lines import place_at, with_marks
from tests.press.running import BOARD, Workshop

MACROS = "templates/tidewrack/macros.xml"
BEFORE = """{% import "macros.xml" as m %}
<board width="150mm" height="120mm">
  {% for i in range(3) %}
  <group x="{{ i }}mm">
    {{ m.sign() }}
  </group>
  {% endfor %}
"""
AFTER = "\n  <rect fill='ink'/>\n</board>\n"
LINE = BEFORE.count("\n") + 1


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("{# note", "a comment is opened but never closed"),
        ("{% raw %}", "{% raw %} is opened but never closed"),
        ("<!-- note", "a comment is opened but never closed"),
        ("<![CDATA[ a", "<![CDATA[ is opened but never closed"),
        ("<", 'a "<" does not start a tag'),
        (">", 'the words ">" are outside any <text>'),
        ("#} and", 'the words "#} and" are outside any <text>'),
        ("</group>", "</group> has no opening tag"),
        ("<group>", "a tag is not closed: <group>"),
        (
            "<txet>a\n\n</text>",
            '<txet> is opened here, but closed with </text>; did you mean "text"?',
        ),
        ("<gruop>\n<text>a</text>\n</group>", "<gruop> is opened here, but closed with </group>"),
        ("<lemon>", "a tag is not closed: <lemon> is still open at </board>"),
        ("<rect fill='ink'", 'a tag has no closing ">"'),
        ("<rect fill='ink/>", 'a "<" is inside quotes, or a quote before it is not closed'),
        ("<? a", "the markup is not well formed"),
        ("]]>", "the markup is not well formed"),
        ("<text\n x='-4mm' y='9mm' size='9'>Out</text>", 'the text "Out" extends'),
        (
            "<group turn='2'><icon name='wave' x='-4mm' width='9mm' height='9mm' fill='ink'/></group>",
            "beyond the safe",
        ),
    ],
)
def test_a_fault_is_reported_at_its_own_line(tmp_path: Path, fault: str, says: str) -> None:
    workshop = Workshop(tmp_path)
    sign = '<rect width="2mm" fill="ink"/>'
    workshop.write(MACROS, f"{{% macro sign() %}}\n\n{sign}\n{{% endmacro %}}\n")
    workshop.write(BOARD, BEFORE + f"  {fault}" + AFTER)
    result = workshop.build().faults[0]
    assert result.startswith(f"{BOARD}:{LINE}: "), result
    assert says in result


def test_a_tag_that_is_still_open_is_reported_where_it_opens(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write(MACROS, "{% macro sign() %}\n\n{% if 1 %}\n<rect/>\n{% endmacro %}\n")
    workshop.write(BOARD, BEFORE + AFTER)
    (fault,) = workshop.build().faults
    assert fault.startswith(f"{MACROS}:3: ")
    assert "{% endmacro %} is used where {% if %} is still open" in fault


def test_an_included_template_that_does_not_compile_is_tried_once(tmp_path: Path) -> None:
    (tmp_path / "face.xml").write_text('{% include "part.xml" %}')
    (tmp_path / "part.xml").write_text("{% if 1 %}")
    templates = Templates([tmp_path])
    steps = []
    for _ in range(2):
        with pytest.raises(KitError, match="never closed"):
            templates.render("face.xml", {})
        templates.environment.meter.settle()
        steps.append(templates.environment.meter.done)
    assert steps[0] == steps[1] > 0


@pytest.mark.parametrize("rest", ["<", ">", "</board>", "<rect/>"])
def test_content_after_the_end_is_reported_at_its_own_line(tmp_path: Path, rest: str) -> None:
    workshop = Workshop(tmp_path)
    text = '<board width="150mm" height="120mm">\n<rect fill="ink"/>\n</board>\n\n\n'
    workshop.write(BOARD, text + rest + "\n")
    result = workshop.build().faults[0]
    assert result.startswith(f"{BOARD}:6: "), result
    assert "there is something after the closing tag of the piece" in result


def test_a_template_that_sees_the_marks_is_reported_at_its_last_tag(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    board = '<board width="150mm" height="120mm">\n{% set a %}ab{% endset %}\n{{ a | length }}\n<\n'
    workshop.write(BOARD, board + "</board>\n")
    assert workshop.build().faults[0].startswith(f"{BOARD}:1: ")


def test_marks_are_before_text_and_never_in_code() -> None:
    source = "{# a\n b #}\n  <a x='{{\n 1 }}' {y/>\n{%- if c %}\n d {% endif %} e"
    marked = with_marks(source, "t#.xml")
    plain = "<a x='1' {y/>"
    rendered = "\ue0003:t&#35;.xml\ue001<a x='1\ue0004:t&#35;.xml\ue001' {y/>"
    assert marked.count("\ue000") == 4
    assert place_at(rendered, plain, 1) == Place("t#.xml", 3)
    assert place_at(rendered, plain, len(plain) - 1) == Place("t#.xml", 4)
    assert place_at(rendered, plain + " ", 1) is None


@pytest.mark.parametrize(
    ("call", "place"),
    [
        ("{{ m.sign(row.siz) }}", "card.xml:3: there is no"),
        ("{{ m.sign(size=nothing) }}", 'card.xml:3: "nothing" is not defined'),
        ("{{ m.sign(row.format) }}", 'card.xml:3: the template fails: "format" is not allowed'),
        ("{{ m.sign(1) }}", 'macros.xml:3: "words" is not defined'),
    ],
)
def test_a_wrong_name_is_reported_where_it_stands_even_if_a_macro_uses_it(
    tmp_path: Path, call: str, place: str
) -> None:
    macro = "{% macro sign(size) %}\n{{ size }}\n{{ words }}\n{% endmacro %}"
    (tmp_path / "macros.xml").write_text(macro)
    (tmp_path / "card.xml").write_text(f'{{% import "macros.xml" as m %}}\n<card>\n{call}\n</card>')
    with pytest.raises(KitError) as caught:
        Templates([tmp_path]).render("card.xml", {"row": "a text"})
    assert str(caught.value).startswith(f"{tmp_path}/{place}")
