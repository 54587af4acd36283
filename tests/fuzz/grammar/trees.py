"""Grammar of trees: plain data as in YAML and JSON, with a few values changed."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.fuzz.text_changes import SIGNS, VALUES, broken

NUMBERS: tuple[Any, ...] = (
    0, -1, 1, 2, 0.5, -0.0, 1e-320, 1e300, 10**9, 2**31, 2**63, 10**30, float("inf"), float("nan"),
)  # fmt: skip
WORDS: tuple[Any, ...] = (
    "", " ", "a", "id", "row", "self", "None", "null", "con", "..", "../../etc/passwd", "/etc/passwd",
    "a" * 300, "x " * 5000, "{{ row }}", "{% for a in range(9999) %}", "{{", "*a*", ":wave:", "[[walk]]",
    "\x1b[31m", "\x1b]52;c;aGk=\x07", "\u202eabc", "\u2028", "\ufeff", "é", "한", "😀", "\u0301", "finds.csv",
    "art/glass.png", "1..9", "9mm", "-9mm", "1e999", "0x10", "2024-01-01", "#ffffff", "#12345", "<rect/>",
)  # fmt: skip
PLAIN: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"a": {"b": []}}, [1, [2, [3]]])

values = st.one_of(st.sampled_from(NUMBERS), st.sampled_from(WORDS), st.sampled_from(PLAIN))
Path = tuple[Any, ...]


def paths(tree: Any, path: Path = ()) -> Iterator[Path]:
    """The path of each value of a tree."""
    yield path
    if isinstance(tree, dict):
        for key in tree:
            yield from paths(tree[key], (*path, key))
    elif isinstance(tree, list):
        for index, each in enumerate(tree):
            yield from paths(each, (*path, index))


@st.composite
def changed(draw: st.DrawFn, tree: Any, most: int = 3) -> Any:
    """The tree with one to `most` of its values replaced, removed, repeated or renamed."""
    tree = copy.deepcopy(tree)
    for _ in range(draw(st.integers(1, most))):
        ways = [path for path in paths(tree) if path]
        if not ways:
            return copy.deepcopy(draw(values))
        *above, last = draw(st.sampled_from(ways))
        parent = tree
        for step in above:
            parent = parent[step]
        _change(draw, tree, parent, last)
    return tree


def _change(draw: st.DrawFn, tree: Any, parent: Any, last: Any) -> None:
    how = draw(
        st.sampled_from(("value", "value", "value", "other", "remove", "repeat", "key", "deep"))
    )
    if how == "value":
        parent[last] = copy.deepcopy(draw(values))
    elif how == "other":  # from the same tree, so that it is valid elsewhere
        found = draw(st.sampled_from([path for path in paths(tree) if path]))
        other = tree
        for step in found:
            other = other[step]
        parent[last] = copy.deepcopy(other)
    elif how == "remove":
        del parent[last]
    elif how == "deep":
        for _ in range(draw(st.sampled_from((1, 30, 400)))):
            parent[last] = [parent[last]]
    elif isinstance(parent, list):
        parent[last:last] = [parent[last]] * draw(st.sampled_from((1, 3, 2000)))
    elif how == "key":
        name = draw(st.sampled_from((f"{last}x", str(last)[:-1], *WORDS)))
        parent[str(name)] = parent.pop(last)
    else:
        for number in range(draw(st.sampled_from((1, 3, 2000)))):
            parent[f"{last}-{number}"] = parent[last]


@st.composite
def yaml_files(draw: st.DrawFn, text: str) -> bytes:
    """A YAML file with changes of its data, or of its text."""
    if draw(st.integers(0, 3)):
        with _room():
            tree = draw(changed(yaml.safe_load(text)))
            dumped: str = yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=100)
        return dumped.encode("utf-8", "surrogatepass")
    return draw(texts(text, text))


@st.composite
def json_files(draw: st.DrawFn, text: str) -> bytes:
    """A JSON file with changes of its data, or of its text."""
    if draw(st.integers(0, 4)):
        with _room():
            return json.dumps(draw(changed(json.loads(text))), indent=1).encode()
    return draw(texts(text, text))


@contextmanager
def _room() -> Iterator[None]:
    """Stack for trees that are deeper than any that Grimoire accepts."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


@st.composite
def texts(draw: st.DrawFn, text: str, other: str) -> bytes:
    """Any text with a few places changed at random or maliciously."""
    result = broken(text, other, draw(st.randoms(use_true_random=False)))
    return result.encode("utf-8", "surrogatepass")


hostile = st.one_of(st.sampled_from(SIGNS), st.sampled_from(VALUES), st.sampled_from(WORDS))
"""Words and characters that should not be trusted in any file of a kit."""
