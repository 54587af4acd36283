"""Tests of tag edits: attributes are read and written as a template states them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from generator.studio.edit.elements.tag_edits import tag_at, with_attributes

ORDER = ("x", "y", "width", "height")


def edited(template: str, line: int, number: int, values: Mapping[str, str]) -> str:
    tag = tag_at(template, line, number)
    assert tag
    return with_attributes(template, tag, values, ORDER)


def stated(template: str, line: int = 1, number: int = 1) -> dict[str, str | None]:
    tag = tag_at(template, line, number)
    assert tag
    return {name: attribute.value for name, attribute in tag.attributes.items()}


@pytest.mark.parametrize(
    ("tag", "attributes"),
    [
        ('<rect x="1" y=\'2mm\' />', {"x": "1", "y": "2mm"}),
        ('<a>b="1"', {}),
        ('<text\n  x = "1"\n  name="a>b">', {"x": "1", "name": "a>b"}),
        ('<icon name="{{ ["a", "b"][n % 2] }}" x="3"/>', {"name": None, "x": "3"}),
        ('<rect x="{% if a %}1{% endif %}" y="2"/>', {"x": None, "y": "2"}),
        ('<rect {% if a %}x="1"{% else %}y="2"{% endif %} width="3"/>', {"x": None, "y": None, "width": "3"}),
        ('<rect {% if a %}{% for b in c %}x="1"{% endfor %}y="1"{% endif %} width="3"/>', {"x": None, "y": None, "width": "3"}),  # noqa: E501
        ("<rect {{ more }} {# x=\"9\" #} x=\"1\"/>", {"x": "1"}),
        ('<rect {%- if a -%} x="1" {%- endif -%} y="1"/>', {"x": None, "y": "1"}),
        ('<rect {% set a = 1 %} y="1"/>', {"y": "1"}),
        ('<use {{ name }}="x=\'9\' > " {{ c }}x="2" y="1"/>', {"y": "1"}),
        ('<rect x="1', {}),
    ],
)  # fmt: skip
def test_attributes_that_a_template_computes_have_no_value(
    tag: str, attributes: dict[str, str | None]
) -> None:
    assert stated(tag) == attributes


def test_a_tag_is_found_by_its_line_and_its_number_in_it() -> None:
    template = (
        '{# <rect x="0"/> #}<a x="1"/>\n\n<b x="2"/><!-- <c/> --><d x="3"/>{{ "<e" }}<f x="4"/>'
    )
    assert [stated(template, line, number)["x"] for line, number in ((1, 1), (3, 1), (3, 2), (3, 3))] == [*"1234"]  # noqa: E501  # fmt: skip
    assert tag_at(template, 3, 4) is None
    assert tag_at(template, 2, 1) is None


@pytest.mark.parametrize(
    "before", ["[a]{#ff0000}", "[a]{#f00 underline}", "<![CDATA[<a/> ]]>", "<?a <a/> ?>"]
)
def test_a_tag_is_found_after_what_only_resembles_comments_and_tags(before: str) -> None:
    template = f'<text>{before}</text><rect x="1"/>{{# <a/> #}}'
    assert stated(template, 1, 2) == {"x": "1"}


@pytest.mark.parametrize(
    ("tag", "values", "result"),
    [
        ("<rect/>", {"y": "2", "x": "1"}, '<rect x="1" y="2"/>'),
        ("<rect\tfill='a'>", {"x": "1"}, '<rect x="1"\tfill=\'a\'>'),
        ('<rect fill="a" x="1" height="4"/>', {"width": "3", "y": "2"}, '<rect fill="a" x="1" y="2" width="3" height="4"/>'),  # noqa: E501
        ('<rect height="4" fill="a" x="1"/>', {"height": "5", "x": "2"}, '<rect height="5" fill="a" x="2"/>'),
        ('<rect {% if a %}x="1"{% endif %}/>', {"y": "2"}, '<rect y="2" {% if a %}x="1"{% endif %}/>'),
        ("<a/><rect x='1'/>", {"x": "2"}, "<a/><rect x='2'/>"),
    ],
)  # fmt: skip
def test_everything_but_the_values_stays(tag: str, values: dict[str, str], result: str) -> None:
    number = 2 if tag.startswith("<a/>") else 1
    assert edited(f"\n{tag}\r\n<b/>", 2, number, values) == f"\n{result}\r\n<b/>"
