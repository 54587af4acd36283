"""Grammar of templates and expressions: Jinja around scene markup, by the tables of its elements.

Generated text is mostly well formed, so that it passes the parsers; then parts of it may be
repeated thousands of times, or truncated.
"""

from __future__ import annotations

from hypothesis import strategies as st

from generator.press.markup.elements import ELEMENTS, Attribute
from tests.fuzz.grammar.trees import hostile

NAMES = (
    "row", "row.name", "row.text", "row.worth", "tables", "tables.finds", "kit", "kit.title", "loop",
    "loop.index", "face", "paper", "self", "caller", "nothing", "n", "x", "range(9)", "range(9999)",
    "namespace()", "_('a')", "(tables.finds | first)", "kit.__class__", "row['__class__']",
)  # fmt: skip
LITERALS = (
    "0", "1", "-1", "9" * 40, "1.5", "1e999", "''", "'a'", "'ab' * 9999", "'a' * 10**9", "[1] * 9999", "none",
    "true", "[]", "{}", "()", "'{0.__class__}'", "'%999999d'", "'<b>'", "'\\u202e'", "'\\x1b[31m'",
)  # fmt: skip
FILTERS = (
    "abs", "batch(3) | list", "capitalize", "center(9999)", "count", "d('a')", "escape", "first", "float",
    "format(1)", "groupby('kind')", "int", "join(',')", "last", "length", "list", "lower", "map('abs')",
    "map(attribute='name')", "max", "min", "plain", "rejectattr('name')", "replace('a', 'aaaa')", "reverse",
    "round(99)", "select", "slice(3) | list", "sort", "sort(attribute='name')", "string", "striptags",
    "sum", "sum(attribute='worth')", "title", "trim", "truncate(3)", "unique", "upper", "wordcount",
    "wordwrap(2)", "xmlattr", "attr('__class__')", "tojson", "pprint", "nofilter",
)  # fmt: skip
TESTS = (
    "defined",
    "none",
    "odd",
    "string",
    "iterable",
    "sameas(1)",
    "in([1])",
    "divisibleby(0)",
    "nosuch",
)
SIGNS = ("+", "-", "*", "/", "//", "%", "**", "~", "==", "<", "in", "not in", "and", "or", "is")


def _longer(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds("({0[0]} {1} {0[1]})".format, two, st.sampled_from(SIGNS)),
        st.builds("({} | {})".format, inner, st.sampled_from(FILTERS)),
        st.builds("({} is {})".format, inner, st.sampled_from(TESTS)),
        st.builds("({0[0]} if {0[1]} else {0[0]})".format, two),
        two.map("({0[0]})[{0[1]}]".format),
        two.map("{0[0]}({0[1]})".format),
        two.map("[{0[0]}, {0[1]}]".format),
        two.map("{{{0[0]}: {0[1]}}}".format),
        inner.map("(not -{})".format),
        inner.map("({}).name".format),
        st.builds(lambda text, times: "(" * times + text + ")" * times, inner, _often),
    )


_often = st.sampled_from((1, 1, 1, 2, 3, 60, 3000))
expressions = st.recursive(st.sampled_from((*NAMES, *LITERALS)), _longer, max_leaves=6)
"""Expressions of every kind, most of which make sense."""


def _value(attribute: Attribute) -> st.SearchStrategy[str]:
    sensible = {
        "length": ("0", "3mm", "50%", "-3mm", "1e300mm", "0.0001mm", "9999mm"),
        "number": ("0", "45", "-1", "1e300", "nan"),
        "color": ("ink", "none", "#ffffff", "accent", "nocolor"),
        "factor": ("1", "0", "-1", "1e300"),
        "thickness": ("0.3mm", "0", "1e300mm"),
        "dash": ("1mm 1mm", "0 0", "1e-300mm"),
    }.get(
        attribute.kind, ("wave", "art/glass.png", "frame.xml", "find.xml", "title", "1..9", "yes")
    )
    usual = st.sampled_from((*attribute.choices, *sensible))
    return st.one_of(usual, usual, usual, hostile, expressions.map("{{{{ {} }}}}".format))


@st.composite
def _element(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    name = draw(st.sampled_from(sorted(ELEMENTS)))
    known = ELEMENTS[name].attributes
    needed = [each for each in known if known[each].required]
    more = draw(st.lists(st.sampled_from(sorted(known)), max_size=4)) if known else []
    words = [
        f'{each}="{draw(_value(known[each])).replace(chr(34), chr(39))}"'
        for each in dict.fromkeys([*needed, *more])
    ]
    begin = " ".join([f"<{name}", *words])
    content = draw(inner)
    if not draw(st.integers(0, 12)):
        return f"{begin}>{content}"
    return f"{begin}/>" if draw(st.booleans()) else f"{begin}>{content}</{name}>"


def _block(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    both = st.tuples(expressions, inner)
    return st.one_of(
        _element(inner),
        _element(inner),
        both.map("{{% for x in {0[0]} %}}{0[1]}{{% endfor %}}".format),
        both.map("{{% if {0[0]} %}}{0[1]}{{% else %}}{0[1]}{{% endif %}}".format),
        both.map("{{% set n = {0[0]} %}}{0[1]}".format),
        both.map("{{% set n %}}{0[1]}{{% endset %}}{{{{ {0[0]} }}}}".format),
        both.map("{{% macro f(x) %}}{0[1]}{{% endmacro %}}{{{{ f({0[0]}) }}}}".format),
        both.map("{{% with x = {0[0]} %}}{0[1]}{{% endwith %}}".format),
        inner.map("{{% filter upper %}}{}{{% endfilter %}}".format),
        inner.map("{{% raw %}}{}{{% endraw %}}".format),
        inner.map("<text>{}</text>".format),
        st.tuples(inner, inner).map("".join),
        st.builds(str.__mul__, inner, st.sampled_from((2, 30, 900))),
    )


_leaf = st.one_of(
    expressions.map("{{{{ {} }}}}".format),
    hostile,
    st.sampled_from((
        "words", "<text>a</text>", '{% include "frame.xml" %}', '{% include "find.xml" %}', "{{ loop(1) }}",
        '{% import "badge.xml" as m %}{{ m.f() }}', "{# a note #}", "<!-- a note -->", "{{", "{%", "{#", "<",
        "{% endif %}", "</text>", "{% raw %}", "]]>", "<![CDATA[", "{% if a %}", "{% elif a %}", "<use",
        "{% extends 'x' %}", "{% block a %}{% endblock %}", "{% do x %}", "&", "&#0;", "&lt;", "%}", "}}",
    )),
)  # fmt: skip
blocks = st.recursive(_leaf, _block, max_leaves=10)
"""Blocks of a template."""


@st.composite
def templates(draw: st.DrawFn, text: str) -> bytes:
    """A template with blocks inserted at valid places or replacing it; some repeated or truncated."""
    piece = draw(blocks)
    piece *= draw(st.sampled_from((1, 1, 1, 1, 5, 400))) if len(piece) < 2000 else 1
    tags = [at for at, sign in enumerate(text) if sign == "\n"]
    at = draw(st.sampled_from(tags or [0])) + 1
    result = text[:at] + piece + text[at:]
    if not draw(st.integers(0, 9)):
        result = result[: draw(st.integers(0, len(result)))]
    return result[:900_000].encode("utf-8", "surrogatepass")
