"""Tests of the SVG sanitizer: drawings that cannot be printed are refused quickly, with their line."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path as FilePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.press.svg import sanitizer
from generator.press.svg.importer import Drawing, import_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" '
SQUARE = "M1 1h4v4h-4z"

_STOPS = '<stop offset="0"/><stop offset="1" stop-color="red"/>'
REPEATS = f'<linearGradient id="g" spreadMethod="reflect">{_STOPS}</linearGradient>'
BESIDE = f'<radialGradient id="g" fx="0.1">{_STOPS}</radialGradient>'
Draw = Callable[[str], Drawing]


@pytest.fixture
def draw(tmp_path: FilePath) -> Draw:
    """The drawing of an SVG document, or of its content in a square of 24 units."""

    def drawn(source: str) -> Drawing:
        if "<svg" not in source:
            source = f'{HEAD}viewBox="0 0 24 24">{source}</svg>'
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.svg"
        file.write_text(source, encoding="utf-8")
        return import_svg(file)

    return drawn


CLIP = '<clipPath id="c"'
CLIPPED = '</clipPath><path d="M0 0h9v9z" clip-path="url(#c)"/>'


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("<text>hello</text>", "<text> cannot be drawn; turn the text into paths"),
        ('<image href="a.png"/>', "<image> cannot be drawn; place the picture with <image>"),
        ("<script>alert(1)</script>", "<script> cannot be drawn"),
        (f'<path d="{SQUARE}" fill="url(#g)"/>', "a pattern, or a gradient that is not in"),
        (f'<path d="{SQUARE}" stroke="url(#g)"/>', "the gradient or pattern of a line cannot"),
        (f'{REPEATS}<path d="{SQUARE}" fill="url(#g)"/>', "a repeating gradient cannot be"),
        (f'{BESIDE}<path d="{SQUARE}" fill="url(#g)"/>', "a gradient with an off-centre focus"),
        (f'<g opacity="much"><path d="{SQUARE}"/></g>', '"much" is not a number'),
        (
            f'<path d="{SQUARE}" fill="currentColor" fill-opacity=".2"/>',
            "currentColor cannot be transparent",
        ),
        (f'<path d="{SQUARE}" fill="reddish"/>', '"reddish" is not a solid colour'),
        (f'<path d="{SQUARE}" filter="url(#f)"/>', "filter cannot be printed; flatten it"),
        (f'<g clip-path="url(#c)"><path d="{SQUARE}"/></g>', "with one that is not in the drawing"),
        (
            f'{CLIP} clipPathUnits="objectBoundingBox"><path d="{SQUARE}"/>{CLIPPED}',
            "that stretches",
        ),
        (
            f'{CLIP}><path d="{SQUARE}"/><rect width="3" height="3"/>{CLIPPED}',
            "several shapes that",
        ),
        (f'{CLIP}><path clip-rule="evenodd" d="{SQUARE}M2 2h1v1z"/>{CLIPPED}', "one with holes"),
        (
            f'{CLIP}><path style="clip-path:url(#c)" d="{SQUARE}"/>{CLIPPED}',
            "that is clipped itself",
        ),
        (f"{CLIP}><text>hello</text>{CLIPPED}", "<text> cannot be drawn"),
        (f'<path d="{SQUARE}" stroke="red" stroke-dashoffset="3"/>', "stroke-dashoffset"),
        (f'<path d="{SQUARE}" stroke="red" stroke-dasharray="-1"/>', "has a negative length"),
        ("<style>g > path {fill: red}</style>", 'the style selector "g > path" is not supported'),
        ("<style>@media print {.a{fill:red}}</style>", "the style sheet cannot be read"),
        ('<path d="M1 1L2"/>', 'the path data "d" of a <path> is incomplete'),
        ('<path d="M1 1A1e300 1e300 0 0 1 5 5"/>', "has a curve with impossible radii"),
        ('<path d="M1 1A1e-320 1e-320 0 0 1 5 5"/>', 'the path data "d" of a <path> is incomplete'),
        ("<path></g>", "a tag is not closed: <path> is still open at </g>"),
        ("<path>&nbsp;</path>", 'there is no character "&nbsp;"'),
        ('<path d="M1 1 nan 2"/>', 'd="M1 1 nan 2" of <path> cannot be read'),
        ('<path d="L1 1"/>', 'd="L1 1" of <path> cannot be read'),
        ('<path d="M1 1L1e999 2"/>', "a coordinate is too large"),
        ('<g transform="spin(3)"/>', 'transform="spin(3)" of <g> cannot be read'),
        ('<g transform="matrix(1 2 3)"/>', "of <g> cannot be read"),
        ('<rect width="wide" height="3"/>', 'width="wide" of <rect> cannot be read'),
        ('<circle r="-3"/>', 'r="-3" of <circle> cannot be read'),
        ('<use href="#nothing"/>', '<use> refers to "#nothing", which is not in the drawing'),
        ('<use href="other.svg#a"/>', '<use> refers to "other.svg#a"'),
        ("<g/>", "draws nothing"),
        (f"{HEAD}/>", "has neither a viewBox nor a width and height"),
        (f'{HEAD}viewBox="0 0 9"/>', 'viewBox="0 0 9" of <svg> cannot be read'),
        (f'{HEAD}viewBox="0 0 0 9"/>', "must be four numbers"),
        (f'{HEAD}width="0" height="0" viewBox="0 0 9 9"/>', "has no size"),
        ("<svg><path></svg>", "is not well-formed XML"),
        ('<html lang="<svg"/>', "is not well-formed XML"),
        ("<html><svg/></html>", "its root is not <svg>"),
        (
            f'<!DOCTYPE svg [<!ENTITY e "x">]>{HEAD}viewBox="0 0 9 9"/>',
            "declares entities, which are not supported",
        ),
        (
            f'<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/hostname">]>{HEAD}id="&e;"/>',
            "is not well-formed XML",
        ),
    ],
)
def test_unprintable_content_is_refused(draw: Draw, source: str, message: str) -> None:
    with pytest.raises(KitError, match=re.escape(message)) as caught:
        draw(source)
    assert all(fault.place and fault.place.file.endswith(".svg") for fault in caught.value.faults)


def test_all_faults_are_reported_with_their_lines(draw: Draw) -> None:
    with pytest.raises(KitError) as caught:
        draw(
            '\n<text>a</text>\n<rect width="x" height="9"/>\n<g>\n<path fill="bad" d="M1 1h2"/>\n'
            '</g><path filter="url(#f)"\n d="M1 1h2"/>'
        )
    faults = caught.value.faults
    assert [fault.place.line for fault in faults if fault.place] == [2, 3, 5, 7]
    assert [fault.message.split()[0] for fault in faults] == [
        "<text>",
        'width="x"',
        '"bad"',
        "filter",
    ]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('<g id="a"><use href="#a"/></g>', "<g> uses itself"),
        ('<use id="a" href="#a"/>', "<use> uses itself"),
        ('<use id="a" href="#b"/><use id="b" href="#a"/>', "<use> uses itself"),
        ("<g>" * 150 + "</g>" * 150, "<g> is nested too deeply"),
        ("<g>" * 500 + "</g>" * 500, "is not well-formed XML"),
        ("".join(f'<g id="n{i}"><use href="#n{i + 1}"/></g>' for i in range(999)), "too deeply"),
        (
            '<rect id="n0" width="1" height="1"/>'
            + "".join(
                f'<g id="n{i}">' + f'<use href="#n{i - 1}"/>' * 10 + "</g>" for i in range(1, 9)
            ),
            "is too large with every <use> expanded",
        ),
        (
            "<g " + " ".join(f'a{number}=""' for number in range(90_000)) + "/>",
            "has an element with more than 1,000 attributes",
        ),
        (
            f'<path id="a" d="{SQUARE * 5000}"/>' + '<use href="#a"/>' * 200,
            "is too large with every <use> expanded",
        ),
    ],
)
def test_huge_drawings_are_refused_quickly(draw: Draw, source: str, message: str) -> None:
    started = time.process_time()
    with pytest.raises(KitError, match=re.escape(message)):
        draw(source)
    assert time.process_time() - started < 2


@pytest.mark.parametrize("key", ["points", "transform", "x", "width", "d", "viewBox"])
def test_odd_attributes_take_linear_time(key: str) -> None:
    started = time.process_time()
    for odd in ("1" * 10**5, "1 " * 10**5, "1" + " " * 10**5, "rotate(1) " * 10**4, "," * 10**5):
        assert not sanitizer._FORMS[key].fullmatch(odd + "?")
    assert time.process_time() - started < 2


def test_files_that_are_not_drawings_are_refused(tmp_path: FilePath) -> None:
    (tmp_path / "packed.svg").write_bytes(b"\x1f\x8b\x08\x00")
    (tmp_path / "huge.svg").write_bytes(b" " * (sanitizer.MAX_BYTES + 1))
    (tmp_path / "empty.svg").write_bytes(b"")
    for name, message in [
        ("packed.svg", "it is compressed"),
        ("huge.svg", "is larger than 2 MB"),
        ("empty.svg", "is not well-formed XML"),
        ("missing.svg", "cannot be read: No such file"),
        ("", "cannot be read"),
    ]:
        with pytest.raises(KitError, match=message):
            import_svg(tmp_path / name)


@given(
    st.lists(
        st.sampled_from(
            [
                *("<g>", "</g>", "<rect ", "<path ", "<use ", "<text>", "</text>", "/>", '"', "-"),
                *('d="M1 1', "L2 2", "A1 1 0 0 1 3 3", "z", 'id="a" ', 'href="#a" ', "&amp;"),
                *('width="9" ', 'height="1e9" ', 'fill="', "url(", "red", 'style="', "x:y;"),
                *('transform="', "rotate(3)"),
            ]
        ),
        max_size=14,
    )
)
def test_anything_is_drawn_or_refused_in_plain_words(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    file = tmp_path_factory.mktemp("any") / "a.svg"
    file.write_text(f'{HEAD}viewBox="0 0 9 9"><g>{"".join(parts)}</g></svg>')
    try:
        drawing = import_svg(file)
    except KitError:
        return
    assert drawing.items
