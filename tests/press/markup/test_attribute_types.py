"""Tests of attribute types: valid values are parsed, others are refused in plain words."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.base.units import MM
from generator.press.markup.attribute_types import ATTRIBUTE_TYPES, AUTO, Percentage

GOOD = [
    ("length", "63mm", 63 * MM), ("length", "5", 5 * MM), ("length", "-2.5in", -180.0),
    ("length", " 9 pt ", 9.0), ("length", "1cm", 10 * MM), ("length", "50%", 0.5),
    ("extent", "0", 0.0), ("extent", "50%", 0.5), ("thickness", "0.3mm", 0.3 * MM),
    ("height", "auto", AUTO), ("height", "2in", 144.0),
    ("number", "-.5", -0.5), ("number", "2.", 2.0), ("factor", "1.2", 1.2),
    ("integer", "500", 500), ("flag", "yes", True), ("flag", "no", False),
    ("color", "#AbC", "#aabbcc"), ("color", "#A1b2C3", "#a1b2c3"), ("color", "sea", "sea"),
    ("points", "0,0 10,0", ((0.0, 0.0), (10 * MM, 0.0))), ("dash", "2pt 1pt", (2.0, 1.0)),
    ("sizes", "9", (9.0, 9.0)), ("sizes", "9..6.5", (9.0, 6.5)), ("sizes", "3mm..6", (3 * MM, 6.0)),
    ("view", "100 50", (100 * MM, 50 * MM)), ("tracks", "2 1 .5", (2.0, 1.0, 0.5)),
    ("target", "#rules", "#rules"), ("target", "https://example.org/?a=b", "https://example.org/?a=b"),
    ("target", "mailto:me@example.org", "mailto:me@example.org"), ("text", " any ", " any "),
]  # fmt: skip

BAD = [
    ("length", "mm"), ("length", "5 mm 3"), ("length", "1e5"), ("length", "５mm"), ("length", "%"),
    ("length", "10.1m"), ("length", "10001mm"), ("length", "1e400"), ("length", ""),
    ("extent", "-1"), ("thickness", "0"), ("thickness", "5%"), ("height", "automatic"),
    ("number", "nan"), ("number", "inf"), ("number", "1,5"), ("number", "1000001"), ("factor", "0"),
    ("integer", "0"), ("integer", "501"), ("integer", "+5"), ("integer", "1.0"), ("integer", "٣"),
    ("flag", "true"), ("color", "#12"), ("color", "#12345"), ("color", "#ggg"),
    ("points", "0,0"), ("points", "0,0 1"), ("points", "a,b c,d"), ("dash", ""), ("dash", "0 0"),
    ("dash", "-1 2"), ("sizes", "6..9"), ("sizes", "0"), ("sizes", "9..6..3"), ("sizes", "2001"),
    ("view", "100"), ("view", "0 5"), ("tracks", ""), ("tracks", "1 0"), ("outline", ""),
    ("outline", "L 5"), ("outline", "M 0 0 L nan 5"), ("outline", "<svg>"),
    ("target", "javascript:alert(1)"), ("target", "rules"), ("target", "#"), ("target", "# a"),
    ("target", "file:///etc/passwd"),
    ("length", "9m" * 200), ("extent", f"-{'0' * 299}1"), ("thickness", "0" * 300),
    ("number", "x" * 300), ("factor", "0" * 300), ("integer", "9" * 300), ("flag", "y" * 300),
    ("points", "0" * 300), ("dash", "0 " * 300), ("sizes", "9.." * 2 + "9" * 300),
    ("sizes", f"9..{'0' * 300}1"), ("view", "1 " * 300), ("tracks", "0 " * 300),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "value"), GOOD)
def test_an_attribute_type_parses_its_values(kind: str, text: str, value: object) -> None:
    assert ATTRIBUTE_TYPES[kind](text) == value


@pytest.mark.parametrize(("kind", "text"), BAD)
def test_an_attribute_type_refuses_other_values(kind: str, text: str) -> None:
    with pytest.raises(KitError) as caught:
        ATTRIBUTE_TYPES[kind](text)
    assert len(str(caught.value)) < 200


def test_shares_and_lengths_are_distinguished() -> None:
    assert isinstance(ATTRIBUTE_TYPES["length"]("50%"), Percentage)
    assert not isinstance(ATTRIBUTE_TYPES["length"]("50mm"), Percentage)


def test_path_data_with_every_command_is_parsed_in_millimetres() -> None:
    outline = ATTRIBUTE_TYPES["outline"](
        "M0 0 h1 v1 l-1 0 q0 -1 1 -1 c0 0 1 0 1 1 s1 0 1 1 a1 1 0 0 1 1 1 z"
    )
    assert {segment[0] for segment in outline} == {"M", "L", "C", "Z"}
    assert outline[:3] == (("M", 0.0, 0.0), ("L", MM, 0.0), ("L", MM, MM))
