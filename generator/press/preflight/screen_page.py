"""Preflight of pages for screens: well formed, nothing loaded from elsewhere, no broken links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from generator.base.errors import Fault, Place
from generator.base.text_files import bytes_of

CHECK = "proof-screen"
VOID = {"meta", "br", "hr", "img", "input", "link", "source"}
"""Elements without an end tag."""
_LOADS = {"src", "srcset", "data", "poster", "xlink:href"}
"""Attributes whose address a browser loads by itself, on any element."""
_LEADS = re.compile(r"(https?|mailto):\S+")
_STYLE = re.compile(r"@import|url\(\s*['\"]?(?!#|data:)", re.IGNORECASE)
_POLICY = "Content-Security-Policy"


def screen_faults(path: Path, linkable: Container[str], check: str = CHECK) -> Iterator[Fault]:
    """Faults of an HTML page; `linkable` are the files that it may link to, relative to its own."""
    reader = _Reader(linkable)
    reader.feed(bytes_of(path).decode())
    reader.close()
    for message in dict.fromkeys([*reader.messages, *reader.at_the_end()]):
        yield Fault(message, Place(str(path)), check=check)


class _Reader(HTMLParser):
    """Reads a page and records its faults."""

    def __init__(self, linkable: Container[str]) -> None:
        super().__init__()
        self.messages: list[str] = []
        self._linkable = linkable
        self._open: list[str] = []
        self._ids: Counter[str] = Counter()
        self._anchors: dict[str, None] = {}
        self._policy = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._element(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._element(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            last = f"<{self._open[-1]}> is open" if self._open else "nothing is open"
            self.messages.append(f"has </{tag}> where {last}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "style" and _STYLE.search(data):
            self.messages.append("its style loads a file")

    def _element(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if len(given) < len(attrs):
            self.messages.append(f"repeats an attribute in a <{tag}>")
        if given.get("http-equiv") == _POLICY:
            self._policy = "default-src 'none'" in given.get("content", "")
        if "id" in given:
            self._ids[given["id"]] += 1
        if any(name.startswith("on") for name in given) or "style" in given:
            self.messages.append(f"has inline code or style in a <{tag}>")
        if tag == "img" and "alt" not in given:
            self.messages.append("has a picture without alternative text")
        if tag == "svg" and not (given.get("aria-label") or given.get("aria-hidden")):
            self.messages.append("has a drawing without alternative text")
        for name, value in given.items():
            if name == "href" or name in _LOADS:
                self._address(tag, name, value)

    def _address(self, tag: str, name: str, value: str) -> None:
        if value.startswith("#"):
            self._anchors[unquote(value[1:])] = None
        elif value.startswith("data:"):
            if tag not in ("image", "img"):
                self.messages.append(f"has a data address in a <{tag}>")
        elif tag == "a" and name == "href" and _LEADS.fullmatch(value):
            pass  # a reader may follow it
        elif unquote(value.partition("#")[0]) not in self._linkable:
            self.messages.append(f'links to "{value}", which does not exist')

    def at_the_end(self) -> Iterator[str]:
        """Faults that show only once everything is read."""
        if self._open:
            yield f"does not close <{self._open[-1]}>"
        for id, count in self._ids.items():
            if count > 1:
                yield f'has {count} elements with the id "{id}"'
        for anchor in self._anchors:
            if anchor not in self._ids:
                yield f'links to "#{anchor}", which does not exist'
        if not self._policy:
            yield "has no content security policy that forbids loading"
