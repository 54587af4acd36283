"""Tests of the sandbox: internals are inaccessible, and no short template gives a huge result."""

from __future__ import annotations

import re

import pytest
from jinja2.exceptions import (
    SecurityError,
    TemplateRuntimeError,
    TemplateSyntaxError,
    UndefinedError,
)

from generator.base.document import Mark
from generator.kit.expressions.sandbox import Sandbox
from generator.kit.expressions.syntax_errors import explain_syntax_error, opening_line
from generator.kit.manifest.spec import OptionSpec
from generator.kit.tables.records import Record, freeze

ROW = Record({"id": "nan", "fat": 4, "tags": ("old", "grey"), "note": None}, "a.yaml", Mark(1))


def render(template: str, *, autoescape: bool = True) -> str:
    return Sandbox(autoescape=autoescape).from_string(template).render(row=ROW, x="<&>")


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ row.id }} {{ row['fat'] * 2 + 1 }}", "nan 9"),
        ("{{ x }}{{ '<' ~ x }}", "&lt;&amp;&gt;&lt;&lt;&amp;&gt;"),
        ("{{ row.tags | join(', ') }}; {{ ['<a>', 'b'] | join('|') }}", "old, grey; &lt;a&gt;|b"),
        ("{{ [row] | join(' ', attribute='id') }}", "nan"),
        ("{{ '%02d/%s' | format(7, 'a') }} {{ '%02d' % 7 }}", "07/a 07"),
        ("{{ 'a-b' | replace('-', '<') }}", "a&lt;b"),
        ("{{ row.tags | map('upper') | join }}", "OLDGREY"),
        ("{{ [row, row] | sum(attribute='fat') }} {{ [[1], [2]] | sum(start=[]) }}", "8 [1, 2]"),
        ("{% for n in range(1, 4) %}{{ n }}{% endfor %}", "123"),
        ("{{ [1, 2, 3] | batch(2) | list }} {{ 2.567 | round(1) }}", "[[1, 2], [3]] 2.6"),
        ("{{ [1, 2, 3] | slice(2) | list }}", "[[1, 2], [3]]"),
        ("{{ 'a,b'.split(',') | last | upper }}", "B"),
        ("{% macro m(a) %}<b>{{ a }}</b>{% endmacro %}{{ m('<') }}", "<b>&lt;</b>"),
        ("{% set ns = namespace(n=0) %}{% set ns.n = ns.n + 2 %}{{ ns.n }}", "2"),
        ("{{ row.note or '-' }}{{ row.note is none }}", "-True"),
        ("{% for key, value in row.items() %}{{ key }}{% endfor %}", "idfattagsnote"),
    ],
)
def test_templates_can_use_common_features(template: str, text: str) -> None:
    assert render(template) == text


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("{{ 'a'.upper }}", '"upper" is a function, which has no value to print; write "upper()"'),
        (
            "{{ row.id.upper }}",
            '"upper" is a function, which has no value to print; write "upper()"',
        ),
        ("{% macro m() %}{% endmacro %}{{ m }}", '"m" is a function, which has no value to print'),
    ],
)
@pytest.mark.parametrize("autoescape", [True, False])
def test_a_printed_function_is_named(template: str, says: str, autoescape: bool) -> None:
    with pytest.raises(SecurityError, match=re.escape(says)):
        render(template, autoescape=autoescape)


def test_special_characters_are_kept_without_escaping() -> None:
    assert render("{{ x ~ '<' }}", autoescape=False) == "<&><"


@pytest.mark.parametrize(
    "template",
    [
        "{{ row.__class__ }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ row._values }}",
        "{{ row['__class__'] }}",
        "{{ row | map('attr', '__class__') | list }}",
        "{{ self.__init__.__globals__ }}",
        "{{ cycler.__init__.__globals__ }}",
        "{{ row.place_of.__func__ }}",
        "{{ [].append(1) }}",
        "{{ {}.update(a=1) }}",
        "{{ '{0.__class__}'.format(row) }}",
        "{{ '{:>999999999}'.format(1) }}",
        "{{ 'a'.join('b') }}",
        "{{ 'a'.ljust(999999999) }}",
        "{{ 'a'.encode() }}",
        "{{ (5).to_bytes(999999999, 'big') }}",
        "{{ (5).real }}",
    ],
)
def test_internals_and_unbounded_methods_are_inaccessible(template: str) -> None:
    with pytest.raises(TemplateRuntimeError):
        render(template)


@pytest.mark.parametrize(
    "name", ["random", "lipsum", "pprint", "urlize", "attr", "wordwrap", "indent", "tojson"]
)
def test_random_and_other_unneeded_features_are_absent(name: str) -> None:
    with pytest.raises(TemplateSyntaxError, match=f"No filter named '{name}'"):
        render("{{ [1] | " + name + " }}")
    with pytest.raises(UndefinedError, match=f'"{name}" is not defined'):
        render("{{ " + name + "() }}")


@pytest.mark.parametrize(
    "template",
    [
        "{{ 'a' * 10 ** 9 }}",
        "{{ 10 ** 9 * 'a' }}",
        "{{ [0] * 10 ** 9 }}",
        "{{ (0,) * 10 ** 9 }}",
        "{{ 9 ** 9 ** 9 ** 9 }}",
        "{{ 2 ** 1000 * 2 ** 1000 }}",
        "{{ range(10 ** 9) | list }}",
        "{{ '%999999999d' % 1 }}",
        "{{ '%*d' % (999999999, 1) }}",
        "{{ '%.999999999f' | format(1.5) }}",
        "{{ ('%s' * 100000) % (('a' * 100000),) }}",
        "{{ 'a' | center(10 ** 9) }}",
        "{{ ['a'] | map('center', 10 ** 9) | list }}",
        "{{ [1] | batch(10 ** 9, 0) | list }}",
        "{{ [1] | slice(10 ** 9) | list }}",
        "{{ 1.5 | round(10 ** 9) }}",
        "{{ ('a' * 1000000) | replace('a', 'b' * 1000000) }}",
        "{{ ('a' * 1000000) | replace('', 'b' * 1000000) }}",
        "{{ (['a' * 1000000] * 1000) | join }}",
        "{{ ('a' * 1000) | join('b' * 1000000) }}",
        "{{ ([[0] * 9999] * 9999) | sum(start=[]) }}",
        "{% set ns = namespace(a='aa') %}"
        "{% for _ in range(99) %}{% set ns.a = ns.a ~ ns.a %}{% endfor %}",
        "{% set ns = namespace(a='aa') %}"
        "{% for _ in range(99) %}{% set ns.a = ns.a + ns.a %}{% endfor %}",
        "{% set ns = namespace(a=[1]) %}"
        "{% for _ in range(99) %}{% set ns.a = ns.a + ns.a %}{% endfor %}",
        "{% set ns = namespace(a=3) %}"
        "{% for _ in range(99) %}{% set ns.a = ns.a * ns.a %}{% endfor %}",
        "{% set a %}aaaaaaaaaa{% endset %}"
        + "{% set a %}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{{ a }}{% endset %}" * 20,
        "{% macro m() %}{% for _ in range(9999) %}aaaaaaaaaa{% endfor %}{% endmacro %}"
        "{% for _ in range(9999) %}{{ m() }}{% endfor %}",
    ],
)
def test_results_have_a_bounded_size(template: str) -> None:
    with pytest.raises(SecurityError):
        render(template)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ y }}", '"y" is not defined'),
        ("{{ row.fatt }}", 'there is no "fatt" in a.yaml:1; did you mean "fat"?'),
        ("{{ row['fatt'] }}", 'there is no "fatt" in a.yaml:1; did you mean "fat"?'),
        ("{{ row.tags[7] }}", 'there is no "7" in it'),
        ("{{ row[row] }}", "only a name or a number is allowed in [ ]"),
        ("{{ row[row.tags] }}", "only a name or a number is allowed in [ ]"),
        ("{{ row.note }}", "a missing value is printed; test for it first"),
    ],
)
def test_an_undefined_value_is_an_error(template: str, message: str) -> None:
    with pytest.raises(UndefinedError) as caught:
        render(template)
    assert str(caught.value) == message


def test_two_environments_share_nothing() -> None:
    first = Sandbox(autoescape=True)
    first.filters["twice"] = lambda value: value * 2
    first.globals["kit"] = "Herd"
    second = Sandbox(autoescape=True)
    assert "twice" not in second.filters
    assert "kit" not in second.globals


NESTED = """{% set n = namespace(a=["x"]) %}
{% for i in range(9) %}{% set n.a = [n.a, n.a] %}{% endfor %}"""
MAPPED = """{% set n = namespace(a={}) %}
{% for i in range(9) %}{% set n.a = dict(a=n.a, b=n.a) %}{% endfor %}"""


@pytest.mark.parametrize(
    "source",
    [
        NESTED + "{{ n.a }}",
        NESTED + "{{ n }}",
        NESTED + '{{ n.a ~ "" }}',
        NESTED + "{{ n.a | upper }}",
        NESTED + '{{ n.a | join(",") }}',
        NESTED + '{{ "%s" % (n.a,) }}',
        NESTED + '{{ "%s" | format(n.a) }}',
        MAPPED + "{{ n.a | string }}",
    ],
)
def test_nested_lists_are_not_expanded_to_text(source: str) -> None:
    with pytest.raises(SecurityError, match="a list cannot be printed"):
        Sandbox(autoescape=True).from_string(source).render()


def test_a_joined_list_is_printed() -> None:
    source = '{{ [1, "a"] | join(", ") }} {{ "b" | upper }} {{ " c " | trim }}'
    assert Sandbox(autoescape=True).from_string(source).render() == "1, a B c"


@pytest.mark.parametrize(
    "value", ["range", "x.upper", "self", "namespace", "cycler(1, 2)", "joiner()"]
)
def test_a_function_is_not_printed(value: str) -> None:
    """Its text has an address in memory, which differs from run to run."""
    with pytest.raises(SecurityError, match="has no value to print"):
        Sandbox(autoescape=True).from_string(f"{{{{ {value} }}}}").render(x="a")


def test_only_the_fields_of_a_model_are_accessible() -> None:
    option = OptionSpec.model_validate({"default": 3, "says": "how many"})
    environment = Sandbox(autoescape=False)
    assert environment.from_string("{{ option.says }}").render(option=option) == "how many"
    for source in (
        "{{ option.parse_raw('1') }}",
        "{{ option.model_dump() }}",
        "{{ option.copy() }}",
    ):
        with pytest.raises(SecurityError):
            environment.from_string(source).render(option=option)


@pytest.mark.parametrize(
    ("template", "says"),
    [
        ("{% if x %}a", "{% if %} is opened but never closed"),
        ("{% macro f() %}", "{% macro %} is opened but never closed"),
        ("{{ a", "a tag is opened but never closed"),
        ("{{ a }", "closed with the wrong brackets"),
        ("{# a", "a comment is opened but never closed"),
        ("{{ “a” }}", "“ is not allowed as a quotation mark"),
        ("{% if x %}{% endfor %}", "{% endfor %} is used where {% if %} is still open"),
        ("{% endif %}", "{% endif %} has no opening tag"),
        ("{% iff x %}", "there is no tag {% iff %}"),
        ("{% if x = 1 %}{% endif %}", '"=" is not allowed here'),
        ("{{ 1e400 }}", "a number is too large"),
    ],
)
def test_a_mistake_in_a_template_is_reported_in_plain_words(template: str, says: str) -> None:
    environment = Sandbox(autoescape=True)
    with pytest.raises(TemplateSyntaxError) as caught:
        environment.parse(template)
    message, hint = explain_syntax_error(caught.value, environment)
    assert says in message
    assert hint


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("a\n{% if x %}\n{% if y %}b{% endif %}\n\n", 2),
        ("{% if x %}\n{% if y %}\n{% for z in y %}{% endfor %}\n", 2),
        ("{% macro f() %}{% endmacro %}\n{% macro g() %}\n\n", 2),
        ("a\n{{ b\n", 2),
    ],
)
def test_an_unclosed_tag_is_reported_where_it_is_opened(template: str, line: int) -> None:
    environment = Sandbox(autoescape=True)
    with pytest.raises(TemplateSyntaxError) as caught:
        environment.parse(template)
    assert opening_line(caught.value, environment) == line


def test_a_missing_name_is_reported_with_the_record_that_lacks_it() -> None:
    record = freeze({"hand": 5}, "figures.yaml", Mark(3))
    template = Sandbox(autoescape=True).from_string("{{ figures.hnd }}")
    with pytest.raises(UndefinedError, match=r'no "hnd" in figures\.yaml:3; did you'):
        template.render(figures=record)
