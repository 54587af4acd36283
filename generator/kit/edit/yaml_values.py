"""YAML edits: one value or one item of a YAML file changes, and every other character stays.

The parser's marks give the position of a node; the new text replaces it in the node's style.  A
proposal is only accepted if it reads back as expected, so that a rare notation leads to an error,
never to a wrong value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from textwrap import indent
from typing import Any, TypeAlias

import yaml

from generator.base.document import Key
from generator.base.errors import KitError, Place
from generator.base.formats.yaml import PARSERS, dump_yaml, parse_yaml
from generator.kit.edit.line_ends import newline_of, plain

Path: TypeAlias = tuple[Key, ...]


class YamlText:
    """YAML text that `parse_yaml` accepts, with the positions of its nodes."""

    def __init__(self, text: str, shown: str) -> None:
        self.mark, self.text = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
        self.shown = shown
        self.newline = newline_of(text)
        self.data = self._read(self.text)
        self.root: Any = yaml.compose(self.text, Loader=PARSERS[0])

    def with_value(self, path: Path, value: Any) -> str:
        """The text with another value at a path; None removes it from its mapping."""
        expected = _changed(self.data, path, value)
        try:
            node = self._node(path)
        except KeyError:
            return self._first_valid(expected, self._additions(path, value), path)
        if value is None:
            return self._first_valid(expected, self._removals(path, node), path)
        return self._first_valid(expected, self._replacements(node, value), path)

    def with_entries(self, key: str, words: str, before: str) -> str:
        """The text with entries added at the end of one of its lists or mappings, comments included.

        `words` are lines of YAML.  A key that the file lacks comes above the key `before`.
        """
        more = self._read(words)
        old = self.data.get(key) or type(more)()
        added = [*old, *more] if isinstance(more, list) else {**old, **more}
        if key in self.data:
            expected = {**self.data, key: added}
            proposals = self._with_lines(self._node((key,)), words, more)
        else:
            at = [*self.data].index(before)
            pairs = [*self.data.items()]
            expected = dict([*pairs[:at], (key, added), *pairs[at:]])
            proposals = iter([self._inserted(at, self._lines(f"{key}:\n{indent(words, '  ')}\n"))])
        return self._first_valid(expected, proposals, (key,) if key in self.data else ())

    def _with_lines(self, node: Any, words: str, more: Any) -> Iterator[str]:
        """Yield the text with lines, or what they mean, after the last entry of a list or mapping."""
        start, end = node.start_mark.index, _end(node)
        if getattr(node, "flow_style", False) and node.value:
            last = node.value[-1]
            end = _end(last[1] if isinstance(last, tuple) else last)
            flow = dump_yaml(more, flow=True).strip()[1:-1]
            yield f"{self.text[:end]}, {flow}{self.text[end:]}"
        elif isinstance(node, yaml.CollectionNode) and node.value:
            first = node.value[0][0] if isinstance(node.value[0], tuple) else node.value[0]
            line = self.text[self._line_start(first.start_mark.index) :]
            lines = self._lines(indent(words, line[: len(line) - len(line.lstrip(" "))]))
            at = self._line_end(end)
            gap = "" if self.text[:at].endswith(("\n", "\r")) else self.newline
            yield self.text[:at] + gap + lines + self.text[at:]
        else:  # nothing, in whatever notation, perhaps with a comment behind
            at = self._line_end(end)
            line = self.text[:start].rstrip() + self.text[end:at].rstrip() + self.newline
            yield line + self._lines(indent(words, "  ")) + self.text[at:]

    def _lines(self, words: str) -> str:
        """Lines of ours with the line ends of the file."""
        return words.replace("\n", self.newline)

    def with_key(self, old: str, new: str) -> str:
        """The text with a record of its mapping renamed."""
        expected = {new if name == old else name: value for name, value in self.data.items()}
        key = next(each for each, _ in self.root.value if each.value == old)
        return self._first_valid(expected, self._replacements(key, new), (old,))

    def with_item(self, at: int, values: dict[str, Any], like: int | None = None) -> str:
        """The text with a record added to its list or mapping, at the index `at`.

        It is formatted like the item at `like`.  In a mapping, "id" is its key.
        """
        items = self._items()
        if like is None or not items:
            words = self._dumped(values, items)
            text = self._inserted(at, words)
        else:
            text = self._filled(self._inserted(at, self._whole(like)), at, values)
        return self._checked(text, _added(self.data, at, values))

    def without_item(self, at: int) -> str:
        """The text without a record of its list or mapping."""
        start, end = self._span(at)
        return self._checked(self.text[:start] + self.text[end:], _without(self.data, at))

    def with_item_moved(self, at: int, to: int) -> str:
        """The text with a record, and the comment above it, moved to an index."""
        start, end = self._span(at, comment=True)
        words = self.text[start:end]
        words += "" if words.endswith(("\n", "\r")) else self.newline
        rest = YamlText(self.text[:start] + self.text[end:], self.shown)
        text = rest._inserted(to, words)
        return self._checked(text, _moved(self.data, at, to))

    def _checked(self, text: str, expected: Any) -> str:
        return self._first_valid(expected, [text], ())

    def _first_valid(
        self, expected: Any, proposals: Iterator[str] | Sequence[str], path: Path
    ) -> str:
        """The first proposal that reads back as expected, order included.  Raises KitError if none does."""
        for text in proposals:
            try:
                if _same(self._read(text), expected):
                    return self.mark + text
            except KitError:
                continue
        message = "this value cannot be changed here without affecting others"
        hint = "change it in the editor"
        raise KitError(message, place=self._place(path), hint=hint, check="edit-impossible")

    def _read(self, text: str) -> Any:
        return parse_yaml(plain(text), self.shown).data

    def _place(self, path: Path) -> Place:
        return parse_yaml(plain(self.text), self.shown).place(*path)

    def _node(self, path: Path) -> Any:
        """The node at a path.  Raises KeyError if there is none, KitError if it is behind an alias."""
        node = self.root
        for key in path:
            node, after = _child(node, key)
            if node.start_mark.index < after:
                message = "this value is an alias of a value elsewhere in the file"
                place = Place(self.shown, node.start_mark.line + 1)
                hint = "change the original in the editor"
                raise KitError(message, place=place, hint=hint, check="edit-impossible")
        return node

    def _replacements(self, node: Any, value: Any) -> Iterator[str]:
        """Yield the text with a value in place of a node, in the node's style first."""
        start, end = node.start_mark.index, node.end_mark.index
        anchor = re.match(r"&\S+\s+", self.text[start:end])
        start += anchor.end() if anchor else 0
        gap = " " if self.text[start - 1 : start] == ":" else ""
        for words in self._written(value, getattr(node, "style", None), node):
            yield self.text[:start] + gap + words + self.text[end:]

    def _written(self, value: Any, style: str | None, node: Any) -> Iterator[str]:
        if not isinstance(value, str):
            words = dump_yaml([value], flow_leaves=True).strip()
            yield words[2:] if words.startswith("- ") else words[1:-1]
            yield dump_yaml(value, flow=True).strip()
            return
        if style in ("|", ">"):
            yield from self._block(value, node)
        words = value.replace("\n", self.newline)
        single = "'" + words.replace("'", "''") + "'"
        double = json.dumps(value, ensure_ascii=False)
        if style in ("'", '"'):
            yield single if style == "'" and "\n" not in value else double
        elif "\n" not in value:
            yield words
        yield from (double, single) if "'" in value or "\n" in value else (single, double)

    def _block(self, value: str, node: Any) -> Iterator[str]:
        """A value as lines of a block, indented like the old ones."""
        head, *lines = self.text[node.start_mark.index : node.end_mark.index].splitlines()
        old = next((line for line in lines if line.strip()), "")
        indent = old[: len(old) - len(old.lstrip())]
        rows = value.rstrip("\n").split("\n")
        if head.startswith(">"):
            rows = [part for row in rows for part in (row, "")][:-1]
        body = [indent + row if row else "" for row in rows]
        yield self.newline.join([head, *body, ""])

    def _additions(self, path: Path, value: Any) -> Iterator[str]:
        """Yield the text with a new value at a path in a mapping."""
        parent = self._node(path[:-1])
        for words in self._written(value, None, None):
            pair = f"{path[-1]}: {words}"
            if parent.flow_style:
                end = parent.end_mark.index - 1
                body = self.text[parent.start_mark.index + 1 : end]
                start = parent.start_mark.index + 1 + len(body.rstrip())
                yield self.text[:start] + (", " if body.strip() else "") + pair + self.text[start:]
            else:
                column = parent.start_mark.column
                end = _end(parent)
                tail = re.compile(r"[^\r\n]*").match(self.text, end)
                if not self.text[:end].endswith(("\n", "\r")):
                    end = tail.end() if tail else end
                    yield self.text[:end] + self.newline + " " * column + pair + self.text[end:]
                else:
                    yield self.text[:end] + " " * column + pair + self.newline + self.text[end:]

    def _removals(self, path: Path, node: Any) -> Iterator[str]:
        """Yield the text without a pair of a mapping."""
        parent = self._node(path[:-1])
        key = next(each for each, _ in parent.value if each.value == str(path[-1]))
        start, end = key.start_mark.index, _end(node)
        if parent.flow_style:
            after = re.compile(r"\s*,\s*").match(self.text, end)
            if after:
                yield self.text[:start] + self.text[after.end() :]
            before = self.text[:start].rstrip()
            left = before[:-1].rstrip() if before.endswith(",") else self.text[:start]
            yield left + self.text[end:]
        else:
            first = self._line_start(start)
            yield self.text[:first] + self.text[self._line_end(end) :]
            following = next((k for k, _ in parent.value if k.start_mark.index > end), None)
            if following is not None:  # the first pair of an item, after its dash
                yield self.text[:start] + self.text[following.start_mark.index :]

    def _items(self) -> list[tuple[Any, Any]]:
        """The first and last node of each record of the file."""
        if isinstance(self.root, yaml.MappingNode):
            return [(key, value) for key, value in self.root.value]
        return [(value, value) for value in self.root.value]

    def _span(self, at: int, comment: bool = False) -> tuple[int, int]:
        """Start and end of a record's lines; with `comment`, the comment above it included."""
        if self.root.flow_style:
            message = "these records are in brackets, not on lines of their own"
            hint = "change them in the editor"
            raise KitError(message, place=Place(self.shown), hint=hint, check="edit-impossible")
        first, last = self._items()[at]
        start = self._line_start(first.start_mark.index)
        while comment and start > 0:
            above = self._line_start(start - (2 if self.text.endswith("\r\n", 0, start) else 1))
            if above == start or not self.text[above:start].lstrip(" ").startswith("#"):
                break
            start = above
        return start, self._line_end(_end(last))

    def _whole(self, at: int) -> str:
        start, end = self._span(at)
        words = self.text[start:end]
        return words if words.endswith(("\n", "\r")) else words + self.newline

    def _inserted(self, at: int, words: str) -> str:
        items = self._items()
        if at < len(items):
            start, _ = self._span(at, comment=True)
        else:
            start = self._span(len(items) - 1)[1] if items else len(self.text)
        gap = "" if not self.text[:start] or self.text[:start].endswith(("\n", "\r")) else (
            self.newline
        )  # fmt: skip
        return self.text[:start] + gap + words + self.text[start:]

    def _filled(self, text: str, at: int, values: dict[str, Any]) -> str:
        """Put these values into the item at `at`, which is a copy of another one."""
        if isinstance(self.root, yaml.MappingNode):
            key = yaml.compose(text, Loader=PARSERS[0]).value[at][0]
            start, end = key.start_mark.index, key.end_mark.index
            text = text[:start] + str(values["id"]) + text[end:]
            path: Path = (str(values["id"]),)
            values = {name: value for name, value in values.items() if name != "id"}
        else:
            path = (at,)
        for name, value in values.items():
            now = YamlText(text, self.shown)
            record = now.data[path[0]]
            if not _same(record.get(name), value):
                text = now.with_value((*path, name), value)
        return text

    def _dumped(self, values: dict[str, Any], items: list[Any]) -> str:
        """A record in block style, indented like its neighbours."""
        column = items[0][0].start_mark.column if items else 0
        if isinstance(self.root, yaml.MappingNode):
            inner = {name: value for name, value in values.items() if name != "id"}
            lines = dump_yaml({values["id"]: inner}).splitlines()
        else:
            column = max(column - 2, 0)
            lines = dump_yaml([values]).splitlines()
        return "".join(" " * column + line + self.newline for line in lines)

    def _line_start(self, position: int) -> int:
        return max(self.text.rfind("\n", 0, position), self.text.rfind("\r", 0, position)) + 1

    def _line_end(self, position: int) -> int:
        """The end of a position's line, line end included; the position itself at a line's start."""
        if position and self.text[position - 1] in "\r\n":
            return position
        found = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)").match(self.text, position)
        return found.end() if found else position


def _child(node: Any, key: Key) -> tuple[Any, int]:
    """The child of a node, and the position after which it must be, unless it is an alias."""
    if isinstance(node, yaml.SequenceNode) and isinstance(key, int):
        starts = [each.start_mark.index + 1 for each in node.value[:key]]
        return node.value[key], max([node.start_mark.index, *starts])
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == str(key):
                return value, name.start_mark.index
    raise KeyError(key)


def _end(node: Any) -> int:
    """The end of a node's last word; the end mark of a block is after following blank lines."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _changed(data: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    key, *rest = path
    if isinstance(data, list):
        return [_changed(v, tuple(rest), value) if i == key else v for i, v in enumerate(data)]
    changed = dict(data)
    changed[key] = _changed(changed.get(key, {}), tuple(rest), value)
    return {name: each for name, each in changed.items() if each is not None or name != key}


def _added(data: Any, at: int, values: dict[str, Any]) -> Any:
    filled = {name: value for name, value in values.items() if value is not None}
    if isinstance(data, list):
        return [*data[:at], filled, *data[at:]]
    id = filled.pop("id")
    pairs = list(data.items())
    return dict([*pairs[:at], (id, filled), *pairs[at:]])


def _without(data: Any, at: int) -> Any:
    if isinstance(data, list):
        return [each for number, each in enumerate(data) if number != at]
    return dict(pair for number, pair in enumerate(data.items()) if number != at)


def _moved(data: Any, at: int, to: int) -> Any:
    mapping = isinstance(data, dict)
    items: list[Any] = list(data.items()) if mapping else list(data)
    items.insert(to, items.pop(at))
    return dict(items) if mapping else items


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal in type and value, and the records of a file in order."""
    if isinstance(one, dict) and isinstance(other, dict) and [*one] != [*other]:
        return False
    return _normalized(one) == _normalized(other)


def _normalized(value: Any) -> str:
    """A value as text for comparison; None in a mapping counts as missing."""

    def without_nothing(value: Any) -> Any:
        if isinstance(value, dict):
            pairs = value.items()
            return {name: without_nothing(each) for name, each in pairs if each is not None}
        return [*map(without_nothing, value)] if isinstance(value, list) else value

    return json.dumps(without_nothing(value), sort_keys=True)
