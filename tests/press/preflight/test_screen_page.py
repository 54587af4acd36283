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
        ("</svg>", "</svg></div>", "has the end of <div> where <body> is open"),
        ("</body></html>", "", "does not end <body>"),
        ("<title>", '<title id="a">', 'has 2 places called "a"'),
        ('href="#a"', 'href="#b"', 'leads to "#b", which is not there'),
        ("b.html#x", "c.html", 'leads to "c.html", which is not there'),
        ('src="b.png"', 'src="https://example.org/b.png"',
         'leads to "https://example.org/b.png", which is not there'),
        ("https://example.org/", "javascript:x", 'leads to "javascript:x", which is not there'),
        (' alt=""', "", "has a picture without an alternative text"),
        (' aria-label="D"', "", "has a drawing without an alternative text"),
        ("<img", '<img onload="x()"', "has code or style in a <img> itself"),
        ("<title>", "<style>a{background:url(x.png)}</style><title>", "its style loads a file"),
        (POLICY, "", "does not say that nothing may be loaded"),
        ('<a href="#a">', '<a href="data:text/html,x">', "has data in a <a>"),
        ('id="a"', 'id="b" id="a"', "states something twice in a <body>"),
    ],
)  # fmt: skip
def test_every_kind_of_fault_is_found(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in GOOD
    assert faults(tmp_path, GOOD.replace(old, new)) == [expected]
