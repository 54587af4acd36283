"""Calls in a Ruby script: methods of values, the script's own methods and blocks, and commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tree_sitter import Node

from generator.tools.from_squib.literals import Literals, TooManySteps, short_source, source
from generator.tools.from_squib.methods import call
from generator.tools.from_squib.operators import counted
from generator.tools.from_squib.values import MAX_LENGTH, Block, Unknown, Value, text_of

MAX_DEPTH = 60
"""Most levels of nested calls of methods and blocks."""


class LeaveBlock(Exception):
    """A `return`, `next` or `break`, with its value."""

    def __init__(self, kind: str, value: Value) -> None:
        """`kind` is the keyword."""
        super().__init__(kind)
        self.kind, self.value = kind, value


@dataclass(frozen=True, slots=True)
class Call:
    """A call in a script: its name, arguments and block, and the node that it was read from."""

    name: str
    node: Node
    args: list[Value] = field(default_factory=list)
    options: dict[str, Value] = field(default_factory=dict)
    block: Block | None = None


class Commands(Protocol):
    """Handler of commands: calls without a receiver that the script does not define, and constants."""

    def command(self, call: Call) -> Value:
        """Run a command; return Unknown if there is none of that name."""

    def constant(self, name: str, call: Call) -> Value:
        """Run a method of a constant."""

    def skipped(self, node: Node, message: str) -> None:
        """Note something that was not understood."""


@dataclass(slots=True)
class Scope:
    """Variables of a method or block; `outer` is the scope around a block."""

    variables: dict[str, Value] = field(default_factory=dict)
    outer: Scope | None = None

    def find(self, name: str) -> Scope | None:
        scope: Scope | None = self
        while scope is not None and name not in scope.variables:
            scope = scope.outer
        return scope


class Calls(Literals):
    """Evaluator of the calls of a script."""

    def __init__(self, commands: Commands) -> None:
        """`commands` handles the calls that are not Ruby's own."""
        self.commands = commands
        self.methods: dict[str, Node] = {}
        self.constants: dict[str, Value] = {}
        self.globals: dict[str, Value] = {}
        self.scope = Scope()
        self.steps = 0
        self.depth = 0

    def assign(self, left: Node, value: Value) -> None:
        """Assign a value to the left side of an assignment."""
        raise NotImplementedError

    def block(self, node: Node) -> Block:
        """Turn a block into a function of its parameters."""
        parameters = node.child_by_field_name("parameters")
        names = list(parameters.named_children) if parameters else []
        body = node.child_by_field_name("body")
        outer = self.scope

        def run(*args: Value) -> Value:
            given = list(args)
            if len(names) > 1 and len(given) == 1 and isinstance(given[0], list):
                given = given[0]
            inner = Scope({}, outer)
            return self._evaluate_body(inner, names, given, {}, body, "next")

        return run

    def _evaluate_body(self, scope: Scope, parameters: Sequence[Node], args: Sequence[Value],
                options: Mapping[str, Value], body: Node | None, ends: str) -> Value:  # fmt: skip
        """Evaluate the body of a method or block; `ends` is the keyword that leaves it."""
        if self.depth >= MAX_DEPTH:
            raise TooManySteps
        kept, self.scope, self.depth = self.scope, scope, self.depth + 1
        try:
            place = 0
            for parameter in parameters:
                name = parameter.child_by_field_name("name")
                if parameter.type == "keyword_parameter" and name:
                    other = parameter.child_by_field_name("value")
                    scope.variables[source(name)] = (
                        options[source(name)] if source(name) in options else self.value(other)
                    )
                elif parameter.type == "optional_parameter" and name:
                    other = parameter.child_by_field_name("value")
                    scope.variables[source(name)] = (
                        args[place] if place < len(args) else self.value(other)
                    )
                    place += 1
                elif parameter.type in ("identifier", "destructured_parameter"):
                    given = args[place] if place < len(args) else dict(options) or None
                    place += 1
                    if parameter.type == "identifier":
                        scope.variables[source(parameter)] = given
                    else:
                        self.assign(parameter, given)
            return self.value(body)
        except LeaveBlock as leave:
            if leave.kind != ends and ends == "next":
                raise
            return leave.value
        finally:
            self.scope, self.depth = kept, self.depth - 1

    def _argument_list(
        self, node: Node | None
    ) -> tuple[list[Value], dict[str, Value], Node | None]:
        args: list[Value] = []
        options: dict[str, Value] = {}
        passed = None
        for child in node.named_children if node else ():
            if child.type == "pair":
                key = self.value(child.child_by_field_name("key"))
                given = child.child_by_field_name("value")
                options[text_of(key)] = (
                    self.value(given) if given else self._named(text_of(key), child)
                )
            elif child.type == "hash_splat_argument":
                more = self.value(child.named_children[0])
                options |= (
                    {text_of(k): v for k, v in more.items()} if isinstance(more, dict) else {}
                )
            elif child.type == "splat_argument":
                more = self.value(child.named_children[0])
                args += more if isinstance(more, list) else [more]
            elif child.type == "block_argument":
                passed = child
            elif child.type != "comment":
                args.append(self.value(child))
        return args, options, passed

    def _named(self, name: str, node: Node) -> Value:
        found = self.scope.find(name)
        return found.variables[name] if found else Unknown(source(node))

    def _call(self, node: Node) -> Value:
        receiver, method = (node.child_by_field_name(each) for each in ("receiver", "method"))
        name = source(method) if method else "call"
        args, options, passed = self._argument_list(node.child_by_field_name("arguments"))
        given = node.child_by_field_name("block")
        block = self.block(given) if given else None
        if passed and passed.named_children:
            to = self.value(passed.named_children[0])
            block = to if callable(to) else (lambda *items: call(items[0], text_of(to), [], None))
        found = Call(name, node, args, options, block)
        if receiver is None:
            return self._call_function(found)
        if (
            receiver.type in ("constant", "scope_resolution")
            and source(receiver) not in self.constants
        ):
            if name in self.methods and receiver.type == "constant":
                return self._call_function(found)
            return self.commands.constant(source(receiver), found)
        value = self.value(receiver)
        if isinstance(value, Unknown) and source(receiver) == "self":
            return self._call_function(found)
        return self._call_method(value, found)

    def _call_method(self, value: Value, found: Call) -> Value:
        """Evaluate a method of a value."""
        name, args, options, block = found.name, found.args, found.options, found.block
        if name in ("times", "upto", "downto", "step") and isinstance(value, int) and block:
            return _count_off(value, found, block)
        if (
            name in ("times", "upto", "each", "each_with_index", "map", "each_index", "with_index")
            and not block
        ):
            return counted(value, name, args)
        if hasattr(value, "add") and name in ("svg", "png"):
            value.add(found)
            return None
        if callable(value) and name in ("call", "yield", "()"):
            return value(*args)
        grows = name in ("<<", "push", "append", "unshift", "concat")
        if grows and isinstance(value, list) and len(value) < MAX_LENGTH:
            new = [item for arg in args for item in arg] if name == "concat" else args
            at = 0 if name == "unshift" else len(value)
            value[at:at] = new
            return value
        if (
            isinstance(value, list)
            and name in ("with_index", "each_with_index", "map_with_index")
            and block
        ):
            # The items of `each_with_index.with_index` are already pairs.
            pairs = name == "with_index"
            return [
                block(*(item if pairs and isinstance(item, list) and len(item) == 2 else [item, n]))
                for n, item in enumerate(value)
            ]
        try:
            result = call(value, name, [*args, *([options] if options else [])], block)
        except (TypeError, ValueError, IndexError, AttributeError, KeyError):
            result = Unknown(source(found.node))
        through = (
            block and isinstance(value, Unknown) and name not in ("map", "collect", "tap", "zip")
        )
        if through:
            message = f"`{short_source(found.node)}`: what it iterates over is not known"
            self.commands.skipped(found.node, message)
        return result

    def _call_function(self, found: Call) -> Value:
        """Evaluate a call without a receiver: a method of the script, or a command of the deck."""
        if found.name in ("lambda", "proc") and found.block:
            return found.block
        if found.name in self.methods:
            method = self.methods[found.name]
            parameters = method.child_by_field_name("parameters")
            names = parameters.named_children if parameters else []
            body = method.child_by_field_name("body")
            return self._evaluate_body(Scope(), names, found.args, found.options, body, "return")
        if found.name == "loop":
            self.commands.skipped(found.node, "a loop that may never end")
            return None
        return self.commands.command(found)


def _count_off(value: int, found: Call, block: Block) -> Value:
    """Run a block for each number of a method such as `times`."""
    if not all(isinstance(each, int) for each in found.args):
        return Unknown(source(found.node))
    stop = found.args[0] if found.args else value
    width = found.args[1] if len(found.args) > 1 else 1
    steps = {
        "times": range(value),
        "upto": range(value, stop + 1),
        "downto": range(value, stop - 1, -1),
        "step": range(value, stop + 1, width if width > 0 else 1),
    }[found.name]
    for step in steps:
        block(step)
    return value
