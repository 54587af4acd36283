"""Tests of preflight of screen pages: every kind of fault is found."""

from pathlib import Path

import pytest

from generator.press.preflight.screen_page import screen_faults

POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'">"""
GOOD = (
    f'<!doctype html><html><head>{POLICY}<title>A</title></head><body id="a"><a href="#a">A</a>'
    '<a href="https://example.org/">B</a><a href="b.html#x">C</a><img src="b.png" alt="">'
    '<svg aria-label="D"><path d="M0 0"/><image href="data:image/png;base64,AA"/></svg></body></html>'
)


def faults(folder: Path, page: str) -> list[str]:
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    return [fault.message for fault in screen_faults(file, {"b.html", "b.png"})]


def test_a_good_page_has_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("</svg>", "</svg></div>", "has </div> where <body> is open"),
        ("</body></html>", "", "does not close <body>"),
        ("<title>", '<title id="a">', 'has 2 elements with the id "a"'),
        ('href="#a"', 'href="#b"', 'links to "#b", which does not exist'),
        ("b.html#x", "c.html", 'links to "c.html", which does not exist'),
        ('src="b.png"', 'src="https://example.org/b.png"',
         'links to "https://example.org/b.png", which does not exist'),
        ("https://example.org/", "javascript:x", 'links to "javascript:x", which does not exist'),
        (' alt=""', "", "has a picture without alternative text"),
        (' aria-label="D"', "", "has a drawing without alternative text"),
        ("<img", '<img onload="x()"', "has inline code or style in a <img>"),
        ("<title>", "<style>a{background:url(x.png)}</style><title>", "its style loads a file"),
        (POLICY, "", "has no content security policy that forbids loading"),
        ('<a href="#a">', '<a href="data:text/html,x">', "has a data address in a <a>"),
        ('id="a"', 'id="b" id="a"', "repeats an attribute in a <body>"),
    ],
)  # fmt: skip
def test_every_kind_of_fault_is_found(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in GOOD
    assert faults(tmp_path, GOOD.replace(old, new)) == [expected]
