"""Literals of a Ruby script: strings, numbers, arrays, hashes and ranges."""

from __future__ import annotations

import re
from collections.abc import Sequence

import tree_sitter_ruby
from tree_sitter import Language, Node, Parser

from generator.tools.from_squib.values import MAX_LENGTH, TooManySteps, Unknown, Value, text_of

_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "e": "", "r": "", "0": ""}


CHUNK = 65_536
"""Bytes of a script that the parser reads at a time."""
MAX_READS = 500
"""Most reads of the parser: it backtracks over nested unterminated literals."""


def parse(source: bytes) -> Node:
    """Parse a script into a tree, which contains syntax errors as nodes.  Raises TooManySteps."""
    reads = 0

    def read(start: int, point: object) -> bytes:
        nonlocal reads
        reads += 1
        return source[start : start + CHUNK]

    parser = Parser(Language(tree_sitter_ruby.language()))
    try:
        parser.parse(read, progress_callback=lambda offset, error: reads > MAX_READS)
    except ValueError:
        raise TooManySteps from None
    return parser.parse(source).root_node  # a tree parsed in chunks has no text


class Literals:
    """Evaluator of the literals of a script; a subclass evaluates the expressions in them."""

    def value(self, node: Node | None) -> Value:
        """Evaluate an expression."""
        raise NotImplementedError

    def _named(self, name: str, node: Node) -> Value:
        """The value of a variable."""
        raise NotImplementedError

    def _body(self, node: Node | None) -> Value:
        result = None
        for child in node.named_children if node else ():
            if child.type not in ("comment", "heredoc_body"):
                result = self.value(child)
        return result

    def _integer(self, node: Node) -> Value:
        words = source(node)
        return int(words.replace("_", ""), 0) if words.isdecimal() else Unknown(words)

    def _float(self, node: Node) -> Value:
        return float(source(node).replace("_", ""))

    def _string(self, node: Node) -> Value:
        words = ""
        for child in node.named_children:
            if child.type == "interpolation":
                value = self._body(child)
                if isinstance(value, Unknown):
                    return value
                words += text_of(value)
            elif child.type == "escape_sequence":
                words += _escaped(source(child), raw=source(node)[:1] == "'")
            else:
                words += source(child)
        return words[:MAX_LENGTH]

    _bare_string = _delimited_symbol = _bare_symbol = _string

    def _chained_string(self, node: Node) -> Value:
        parts = [self.value(child) for child in node.named_children]
        return Unknown(source(node)) if _unknown(parts) else "".join(map(text_of, parts))

    def _heredoc_beginning(self, node: Node) -> Value:
        start = node
        while start.parent and not any(c.type == "heredoc_body" for c in start.parent.children):
            start = start.parent
        for sibling in start.parent.children if start.parent else ():
            if sibling.type == "heredoc_body" and sibling.start_byte > node.start_byte:
                words = self._joined_heredoc(sibling)
                return _dedented(words) if "~" in source(node) and isinstance(words, str) else words
        return Unknown(source(node))

    def _joined_heredoc(self, node: Node) -> Value:
        words = ""
        for child in node.named_children:
            if child.type == "interpolation":
                words += text_of(self._body(child))
            elif child.type == "heredoc_content":
                words += source(child)
        return words.removeprefix("\n")

    def _simple_symbol(self, node: Node) -> Value:
        return source(node)[1:]

    def _hash_key_symbol(self, node: Node) -> Value:
        return source(node)

    def _regex(self, node: Node) -> Value:
        pattern = "".join(source(child) for child in node.named_children)
        try:
            nested = re.search(r"\)[*+{]", pattern)
            return Unknown(pattern) if nested or len(pattern) >= 60 else re.compile(pattern)
        except re.error:
            return Unknown(pattern)

    def _array(self, node: Node) -> Value:
        items: list[Value] = []
        for child in node.named_children:
            if child.type == "splat_argument":
                inner = self.value(child.named_children[0])
                items += list(inner) if isinstance(inner, list | range) else [inner]
            elif child.type == "pair":
                items.append(self._hash(node))
                break
            elif child.type != "comment":
                items.append(self.value(child))
        return items

    _string_array = _symbol_array = _right_assignment_list = _array

    def _hash(self, node: Node) -> Value:
        pairs: dict[Value, Value] = {}
        for child in node.named_children:
            if child.type == "pair":
                key = self.value(child.child_by_field_name("key"))
                if isinstance(key, str | int | float):
                    pairs[key] = self.value(child.child_by_field_name("value"))
        return pairs

    def _argument_list(
        self, node: Node | None
    ) -> tuple[list[Value], dict[str, Value], Node | None]:
        args: list[Value] = []
        options: dict[str, Value] = {}
        passed = None
        for child in node.named_children if node else ():
            if child.type == "pair":
                key = text_of(self.value(child.child_by_field_name("key")))
                given = child.child_by_field_name("value")
                options[key] = self.value(given) if given else self._named(key, child)
            elif child.type == "hash_splat_argument":
                more = self.value(child.named_children[0])
                more = more if isinstance(more, dict) else {}
                options |= {text_of(k): v for k, v in more.items()}
            elif child.type == "splat_argument":
                more = self.value(child.named_children[0])
                args += more if isinstance(more, list) else [more]
            elif child.type == "block_argument":
                passed = child
            elif child.type != "comment":
                args.append(self.value(child))
        return args, options, passed

    def _range(self, node: Node) -> Value:
        low = self.value(node.child_by_field_name("begin"))
        high = self.value(node.child_by_field_name("end"))
        dots = 0 if "..." in source(node) else 1
        if isinstance(low, int) and (high is None or isinstance(high, int)):
            high = -1 if high is None else high
            if low >= 0 > high or (low < 0 and dots):
                return [low, high, ".."]  # counted from the end: a range of cards
            return range(low, min(high + dots, low + MAX_LENGTH))
        return Unknown(source(node))


def _unknown(values: Sequence[Value]) -> bool:
    return any(isinstance(value, Unknown) for value in values)


def _escaped(words: str, raw: bool) -> str:
    inner = words[1:]
    if raw:
        return inner if inner in ("'", "\\") else words
    if match := re.fullmatch(r"u\{?([0-9a-fA-F]{1,6})\}?", inner):
        return chr(int(match[1], 16)) if int(match[1], 16) < 0x110000 else ""
    return _ESCAPES.get(inner, inner)


def _dedented(words: str) -> str:
    lines = words.split("\n")
    least = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[least:] for line in lines)


def source(node: Node) -> str:
    """The source text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def short_source(node: Node | None) -> str:
    """The source text of a node on one line, shortened to 60 characters."""
    words = " ".join(source(node).split()) if node else ""
    return words if len(words) <= 60 else words[:57] + "…"
