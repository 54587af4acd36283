"""Grammar of SVG drawings: shapes, paths, groups and references, with extreme numbers."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.fuzz.grammar.trees import texts

numbers = st.one_of(
    st.integers(0, 24).map(str),
    st.integers(0, 24).map(str),
    st.sampled_from((
        "0", "-1", ".5", "-.5e1", "1e300", "-1e300", "1e-320", "1e999", "nan", "9" * 400, "1..2", "5%", "3mm",
    )),
)  # fmt: skip
MOST = 900_000
"""Maximum number of characters of a drawing."""
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@st.composite
def path_data(draw: st.DrawFn) -> str:
    """The `d` of a path: commands with about as many numbers as they take."""
    parts = ["M1 1"]
    for _ in range(draw(st.integers(0, 6))):
        sign = draw(st.sampled_from(sorted(_COUNTS)))
        count = _COUNTS[sign] + draw(st.sampled_from((0, 0, 0, 0, 0, -1, 1)))
        given = [draw(numbers) for _ in range(max(0, count))]
        if sign == "A" and draw(st.booleans()) and len(given) == 7:
            given[2:5] = ["0", "1", "0"]
        parts.append(draw(st.sampled_from((sign, sign.lower()))) + " ".join(given))
    return " ".join(parts * draw(st.sampled_from((1, 1, 1, 2, 2000))))


_transforms = st.builds(
    "{}({})".format,
    st.sampled_from(("translate", "scale", "rotate", "matrix", "skewX", "nonsense")),
    st.lists(numbers, max_size=6).map(" ".join),
)
_paints = st.sampled_from(
    ("currentColor", "none", "#123", "red", "url(#g)", "url(http://a/b)", "hsl(1,2,3)")
)


@st.composite
def _attributes(draw: st.DrawFn) -> str:
    words = []
    for name in draw(st.lists(st.sampled_from(_NAMES), max_size=5, unique=True)):
        if name == "transform":
            value = draw(_transforms)
        elif name in ("fill", "stroke"):
            value = draw(_paints)
        elif name == "style":
            value = f"fill:{draw(_paints)};stroke-width:{draw(numbers)}"
        elif name in ("href", "xlink:href", "clip-path", "mask"):
            value = draw(
                st.sampled_from(("#a", "#b", "#g", "url(#a)", "http://a/b", "file:///etc/passwd"))
            )
        elif name in ("points", "stroke-dasharray", "viewBox"):
            value = " ".join(draw(st.lists(numbers, max_size=8)))
        elif name == "id":
            value = draw(st.sampled_from(("a", "b", "g")))
        else:
            value = draw(numbers)
        words.append(f'{name}="{value}"')
    return " ".join(words)


_NAMES = (
    "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "points", "transform",
    "fill", "stroke", "stroke-width", "stroke-dasharray", "style", "id", "href", "xlink:href", "clip-path",
    "opacity", "viewBox", "onload", "mask",
)  # fmt: skip
_SHAPES = (
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "use",
    "image",
    "stop",
    "animate",
)
_GROUPS = (
    "g",
    "defs",
    "symbol",
    "clipPath",
    "linearGradient",
    "pattern",
    "mask",
    "svg",
    "text",
    "style",
    "a",
)


def _repeated(text: str, times: int) -> str:
    """A text repeated up to the limit: 3,000 times 3,000 times would fill the memory."""
    return text * max(1, min(times, MOST // len(text)))


def _grouped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("<{0} {1}>{2}</{0}>".format, st.sampled_from(_GROUPS), _attributes(), inner),
        st.tuples(inner, inner).map("".join),
        st.builds(_repeated, inner, st.sampled_from((2, 50, 3000))),
        st.builds(
            lambda text, deep: "<g>" * deep + text + "</g>" * deep, inner, st.sampled_from((2, 300))
        ),
    )


_shapes = st.one_of(
    st.builds('<path d="{}" {}/>'.format, path_data(), _attributes()),
    st.builds("<{} {}/>".format, st.sampled_from(_SHAPES), _attributes()),
    st.just('<path d="M1 1h9v9z"/>'),
)
_HEADS = (
    "", "", "", '<?xml version="1.0"?>', '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
    '<!DOCTYPE svg SYSTEM "file:///etc/passwd">', "<?php ?>", "", "", "",
)  # fmt: skip
_OPENS = (
    'viewBox="0 0 24 24"', 'viewBox="0 0 24 24"', 'viewBox="0 0 0 0"', 'viewBox="0 0 1e300 1"', 'width="24"',
    'width="24" height="24"', 'viewBox="a b c d"', "",
)  # fmt: skip


@st.composite
def drawings(draw: st.DrawFn) -> bytes:
    """A drawing; one in ten has a few places of its text changed."""
    inside = draw(st.recursive(_shapes, _grouped, max_leaves=8))[:MOST]
    if draw(st.booleans()):
        inside += '<path d="M1 1h9v9z"/>'
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head, opens = draw(st.sampled_from(_HEADS)), draw(st.sampled_from(_OPENS))
    text = f"{head}<svg {spaces} {opens}>{inside}</svg>"
    if not draw(st.integers(0, 9)):
        return draw(texts(text, text))
    return text.encode("utf-8", "surrogatepass")
