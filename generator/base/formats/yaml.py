"""YAML parser: one document as plain values (YAML 1.2, core schema) with their lines.

libyaml, through PyYAML, supplies the events, or PyYAML's pure Python parser if libyaml is missing.
Values are built from the events here rather than by the library's own constructor, for two reasons.
A kit may come from a stranger: no tags, no objects, no endless nesting, no aliases that unfold into
millions of values, no duplicate keys.  And every value must know its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from generator.base.document import Document, Mark
from generator.base.errors import KitError, Place, short
from generator.base.text_files import INVISIBLE

PARSERS: tuple[type, ...] = tuple(
    getattr(yaml, name) for name in ("CBaseLoader", "BaseLoader") if hasattr(yaml, name)
)
"""The parsers, the fastest first: libyaml, if PyYAML was built with it, then pure Python."""

MAX_NODES = 100_000
"""Most values of a file, with keys counted and aliases unfolded."""
MAX_DEPTH = 40
"""Greatest nesting depth of lists and mappings."""
MAX_LENGTH = 3_000_000
"""Most characters of a text that is parsed."""
MAX_WORD = 1_000
"""Most characters of a tag, anchor or alias, which parsers read again with each character."""
MAX_TAGS = 100
"""Most "%TAG" lines; libyaml compares each with all before it."""
MAX_DIGITS = 300
"""Most characters of a number."""

# The plain (unquoted) words that YAML's core schema reads as something other than text.
_PLAIN: tuple[tuple[str, re.Pattern[str], Callable[[str], object]], ...] = (
    ("null", re.compile(r"|~|null|Null|NULL"), lambda word: None),
    ("bool", re.compile(r"true|True|TRUE"), lambda word: True),
    ("bool", re.compile(r"false|False|FALSE"), lambda word: False),
    ("int", re.compile(r"[-+]?[0-9]+"), int),
    ("int", re.compile(r"0o[0-7]+"), lambda word: int(word, 8)),
    ("int", re.compile(r"0x[0-9a-fA-F]+"), lambda word: int(word, 16)),
    ("float", re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
    (
        "float",
        re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"),
        lambda word: float(word.replace(".", "")),
    ),
)
_HIDDEN_COLOR = re.compile(r"[^#]{0,80}\s(#[0-9a-zA-Z]+)")
_LONG_MARK = re.compile(rf"[!&*%]\S{{{MAX_WORD}}}")
_MAY_BE_OTHER = re.compile(r"[-+.0-9~tTfFnN]|$")


class _Node(NamedTuple):
    """Node: a value with the marks inside it and the number of values it unfolds into."""

    value: Any
    inside: dict[str | int, Mark]
    size: int


def parse_yaml(text: str, file: str, parser: type = PARSERS[0]) -> Document:
    """Parse a YAML text of one document; `file` is its name in messages.  Raises KitError."""
    return _Composer(text, file, parser).document()


class _Composer:
    def __init__(self, text: str, file: str, parser: type) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.file = file
        self.count = 0
        self.anchors: dict[str, _Node | None] = {}  # None: the anchored value has not ended yet
        self.events = self._events(parser)

    def document(self) -> Document:
        self._check_length()
        start = next(
            (event for event in self.events if isinstance(event, DocumentStartEvent)), None
        )
        if start is None:
            raise KitError("is empty", place=Place(self.file), check="file-empty")
        root = next(self.events)
        node = self._node(root, 0)
        if node.value is None:
            raise KitError("is empty", place=Place(self.file), check="file-empty")
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                raise self._fault(
                    event, '"---" starts a second document', "keep one document per file"
                )
        return Document(node.value, self.file, Mark(_line(root), node.inside))

    def _check_length(self) -> None:
        """Raise KitError for text that would take the parser longer than any real data."""
        if len(self.text) > MAX_LENGTH:
            message = f"is longer than {MAX_LENGTH:,} characters"
            hint = "split it; long tables are better kept as CSV"
            raise KitError(message, place=Place(self.file), hint=hint, check="file-too-large")
        if self.text.count("\n%TAG") > MAX_TAGS:
            message = 'has too many lines that begin with "%TAG"'
            raise KitError(message, place=Place(self.file), check="file-too-large")
        if long := _LONG_MARK.search(self.text):
            line = self.text.count("\n", 0, long.start()) + 1
            message = f'a word after "{long[0][0]}" is longer than {MAX_WORD} characters'
            hint = "put text in quotes, with spaces between its words"
            raise KitError(message, place=Place(self.file, line), hint=hint, check="file-too-large")

    def _events(self, parser: type) -> Iterator[Event]:
        """Yield the parser's events; a syntax error becomes a KitError in plain words."""
        try:
            yield from yaml.parse(self.text, Loader=parser)
        except yaml.MarkedYAMLError as error:
            from generator.base.formats.yaml_errors import explain_yaml_error  # seldom needed

            raise explain_yaml_error(error, self.file, self.text) from error
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            message = "contains a character or an escape sequence that YAML does not allow"
            hint = 'look for "\\U" in double quotes'
            raise KitError(
                message, place=Place(self.file), hint=hint, check="yaml-syntax"
            ) from error

    def _node(self, event: Any, depth: int) -> _Node:
        if isinstance(event, AliasEvent):
            return self._alias(event)
        self._count(event, 1)
        if event.tag is not None:
            tag = short(event.tag.replace("tag:yaml.org,2002:", "!!"))
            raise self._fault(event, f'the tag "{tag}" is not allowed', "leave it out")
        if depth > MAX_DEPTH:
            raise self._fault(
                event,
                f"values are nested more than {MAX_DEPTH} levels deep",
                check="file-too-large",
            )
        if event.anchor:
            self.anchors[event.anchor] = None
        if isinstance(event, MappingStartEvent):
            node = self._mapping(depth)
        elif isinstance(event, SequenceStartEvent):
            node = self._sequence(depth)
        else:
            assert isinstance(event, ScalarEvent)
            node = _Node(self._scalar(event), {}, 1)
        if event.anchor:
            self.anchors[event.anchor] = node
        return node

    def _mapping(self, depth: int) -> _Node:
        values: dict[str, Any] = {}
        inside: dict[str | int, Mark] = {}
        size = 1
        for event in self.events:
            if isinstance(event, MappingEndEvent):
                break
            key = self._key(event, depth)
            if key in values:
                first = inside[key].line
                message = f'"{short(key)}" appears twice; first on line {first}'
                first_key = depth and key == next(iter(values))  # another record begins with it
                hint = 'if another record begins here, write "- " before it' if first_key else ""
                raise self._fault(event, message, hint, check="duplicate-key")
            node = self._node(next(self.events), depth + 1)
            values[key] = node.value
            inside[key] = Mark(_line(event), node.inside, self._lost(event, node))
            size += 1 + node.size
        return _Node(values, inside, size)

    def _sequence(self, depth: int) -> _Node:
        values: list[Any] = []
        inside: dict[str | int, Mark] = {}
        size = 1
        for event in self.events:
            if isinstance(event, SequenceEndEvent):
                break
            node = self._node(event, depth + 1)
            inside[len(values)] = Mark(_line(event), node.inside, self._lost(event, node))
            values.append(node.value)
            size += node.size
        return _Node(values, inside, size)

    def _key(self, event: Any, depth: int) -> str:
        key = self._node(event, depth + 1).value
        if isinstance(key, str):
            if key == "<<":
                hint = "write out the lines that it stands for"
                raise self._fault(event, 'the merge key "<<" is not supported', hint)
            return key
        if isinstance(event, ScalarEvent):
            message = f'the key "{short(event.value)}" is not text'
            raise self._fault(event, message, "put it in quotes")
        raise self._fault(event, "a list or mapping cannot be a key", "put the key in quotes")

    def _scalar(self, event: ScalarEvent) -> object:
        word: str = event.value
        if event.style:  # None or "" for a plain word
            if event.style == '"' and INVISIBLE.search(word):
                raise self._fault(event, "an escape sequence stands for an invisible character")
            return word
        if not _MAY_BE_OTHER.match(word):
            return word
        for _, pattern, convert in _PLAIN:
            if pattern.fullmatch(word):
                if len(word) > MAX_DIGITS:
                    raise self._fault(
                        event, f"a number has more than {MAX_DIGITS} digits", check="file-too-large"
                    )
                return convert(word)
        return word

    def _lost(self, event: Event, node: _Node) -> str:
        """The colour that an empty value's line hides in a comment, or ""."""
        if node.value is not None:
            return ""
        found = _HIDDEN_COLOR.match(self.lines[event.start_mark.line], event.start_mark.column)
        return found[1] if found else ""

    def _alias(self, event: AliasEvent) -> _Node:
        name = short(event.anchor)
        if event.anchor not in self.anchors:
            hint = f'put text in quotes, or mark a value with "&{name}"'
            raise self._fault(event, f'"*{name}" refers to nothing', hint)
        node = self.anchors[event.anchor]
        if node is None:
            raise self._fault(event, f'"*{name}" is inside the value that it refers to')
        self._count(event, node.size)
        return node

    def _count(self, event: Event, size: int) -> None:
        self.count += size
        if self.count > MAX_NODES:
            message = f"contains more than {MAX_NODES:,} values, with aliases expanded"
            raise self._fault(event, message, check="file-too-large")

    def _fault(
        self, event: Event, message: str, hint: str = "", check: str = "yaml-syntax"
    ) -> KitError:
        return KitError(message, place=Place(self.file, _line(event)), hint=hint, check=check)


def _line(event: Event) -> int:
    return int(event.start_mark.line) + 1


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """Dumper that quotes text which `parse_yaml`, a YAML 1.2 parser, would not read as text."""

    yaml_implicit_resolvers: ClassVar[
        dict[str, Any]
    ] = {}  # PyYAML's own resolvers are those of YAML 1.1

    def ignore_aliases(self, data: object) -> bool:
        return True


for _kind, _pattern, _ in _PLAIN:
    _whole = re.compile(f"(?:{_pattern.pattern})$")
    _Dumper.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", _whole, None)


def dump_yaml(data: object, *, flow_leaves: bool = False, flow: bool = False) -> str:
    """Return plain values as YAML in the given order; `parse_yaml` reads the same values back.

    A value stays on one line.  `flow_leaves`: the innermost lists and mappings in brackets; `flow`:
    all of them.
    """
    in_flow = flow or (None if flow_leaves else False)
    style: dict[str, Any] = {"default_flow_style": in_flow, "width": 10_000, "allow_unicode": True}
    return str(yaml.dump(data, Dumper=_Dumper, sort_keys=False, **style))
