"""Calls in a Ruby script: methods of values, the script's own methods and blocks, and commands."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from tree_sitter import Node

from generator.tools.from_squib.literals import Literals, TooManySteps, short_source, source
from generator.tools.from_squib.methods import call
from generator.tools.from_squib.objects import Deck, Frame, Method, RubyClass, RubyObject
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


class Commands(Protocol):
    """Handler of commands: calls without a receiver that the script does not define, and constants."""

    def command(
        self,
        name: str,
        args: list[Value],
        options: dict[str, Value],
        block: Block | None,
        node: Node,
    ) -> Value:
        """Run a command; return Unknown if there is none of that name."""

    def constant(self, name: str, method: str, args: list[Value], options: dict[str, Value],
                 block: Block | None, node: Node) -> Value:  # fmt: skip
        """Run a method of a constant."""

    def skipped(self, node: Node, message: str) -> None:
        """Note something that was not understood."""


@dataclass(slots=True)
class Scope:
    """Variables of a method or block; `outer` is the scope around a block."""

    variables: dict[str, Value] = field(default_factory=dict)
    outer: Scope | None = None
    block: Block | None = None
    """The block that was passed to the method."""

    def passed_block(self) -> Block | None:
        """The block passed to the method around."""
        scope: Scope | None = self
        while scope is not None and scope.block is None:
            scope = scope.outer
        return scope.block if scope else None

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
        self.constants: dict[str, Value] = {"PI": math.pi, "E": math.e}
        self.globals: dict[str, Value] = {}
        self.patches: dict[str, RubyClass] = {}
        """Ruby's own classes to which the script adds methods, by name."""
        self.defining: RubyClass | None = None
        """The class whose body is being evaluated."""
        self.frame: Frame | None = None
        """The method of an object that is being evaluated."""
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
        outer, frame = self.scope, self.frame

        def run(*args: Value, within: Frame | None = None) -> Value:
            given = list(args)
            if len(names) > 1 and len(given) == 1 and isinstance(given[0], list):
                given = given[0]
            kept, self.frame = self.frame, within or frame
            try:
                return self._evaluate_body(Scope({}, outer), names, given, {}, body, "next")
            finally:
                self.frame = kept

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
                elif parameter.type == "splat_parameter" and name:
                    scope.variables[source(name)] = list(args[place:])
                    place = len(args)
                elif parameter.type == "block_parameter" and name:
                    scope.variables[source(name)] = scope.block
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
            block = self._block_of(to, node)
        if receiver is None:
            return self._call_function(name, args, options, block, node)
        if (
            receiver.type in ("constant", "scope_resolution")
            and source(receiver) not in self.constants
        ):
            if name in self.methods and receiver.type == "constant":
                return self._call_function(name, args, options, block, node)
            return self.commands.constant(source(receiver), name, args, options, block, node)
        value = self.value(receiver)
        if isinstance(value, Deck):
            kept, self.frame = self.frame, None
            try:
                return self._call_function(name, args, options, block, node)
            finally:
                self.frame = kept
        return self._call_method(value, name, args, options, block, node)

    def _block_of(self, to: Value, node: Node) -> Block | None:
        """The block that `&to` passes: itself, or the method of that name of each item."""
        if to is None:
            return None
        if callable(to):
            return partial(to)
        return lambda *items: self._call_method(items[0], text_of(to), [], {}, None, node)

    def _call_method(self, value: Value, name: str, args: list[Value], options: dict[str, Value],
              block: Block | None, node: Node) -> Value:  # fmt: skip
        """Evaluate a method of a value."""
        if isinstance(value, RubyClass):
            return self._call_of_class(value, name, args, options, block, node)
        if isinstance(value, RubyObject):
            return self._call_of_object(value, name, args, options, block, node)
        if added := self._added(value, name):
            frame = Frame(value, added[0], name, tuple(args), options)
            return self._evaluate_frame(frame, added[1], block)
        if name in ("times", "upto", "downto", "step") and isinstance(value, int) and block:
            if not all(isinstance(each, int) for each in args):
                return Unknown(source(node))
            stop = args[0] if args else value
            width = args[1] if len(args) > 1 and args[1] > 0 else 1
            steps = {
                "times": range(value),
                "upto": range(value, stop + 1),
                "downto": range(value, stop - 1, -1),
                "step": range(value, stop + 1, width),
            }[name]
            for step in steps:
                block(step)
            return value
        if (
            name in ("times", "upto", "each", "each_with_index", "map", "each_index", "with_index")
            and not block
        ):
            return counted(value, name, args)
        if hasattr(value, "add") and name in ("svg", "png"):
            value.add(name, options, node)
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
            found = call(value, name, [*args, *([options] if options else [])], block)
        except (TypeError, ValueError, IndexError, AttributeError, KeyError):
            found = Unknown(source(node))
        through = (
            block and isinstance(value, Unknown) and name not in ("map", "collect", "tap", "zip")
        )
        if through:
            self.commands.skipped(
                node, f"`{short_source(node)}`: what it iterates over is not known"
            )
        return found

    def _call_function(self, name: str, args: list[Value], options: dict[str, Value],
                block: Block | None, node: Node) -> Value:  # fmt: skip
        """Evaluate a call without a receiver: a method of the script, or a command of the deck."""
        if name in ("lambda", "proc") and block:
            return block
        if name in ("send", "public_send") and args:
            return self._call_function(text_of(args[0]), args[1:], options, block, node)
        if name == "super":
            return self._call_super(args, options)
        if name == "block_given?":
            return self.scope.passed_block() is not None
        if self.frame and _defines(self.frame.receiver, name):
            return self._call_of_object(self.frame.receiver, name, args, options, block, node)
        if self.frame and not isinstance(self.frame.receiver, RubyObject):
            found = self._call_method(self.frame.receiver, name, args, options, block, node)
            if not isinstance(found, Unknown):
                return found
        if self.defining and self._define(self.defining, name, args, block):
            return None
        if name in self.methods:
            return self._evaluate_method(self.methods[name], args, options, block)
        if name == "loop":
            self.commands.skipped(node, "a loop that may never end")
            return None
        return self.commands.command(name, args, options, block, node)

    def _evaluate_method(self, method: Node, args: Sequence[Value], options: Mapping[str, Value],
                         block: Block | None) -> Value:  # fmt: skip
        parameters = method.child_by_field_name("parameters")
        names = parameters.named_children if parameters else []
        body = method.child_by_field_name("body")
        return self._evaluate_body(Scope(block=block), names, args, options, body, "return")

    def body_of_class(self, kind: RubyClass, body: Callable[[], Value]) -> RubyClass:
        """Evaluate the body of a class, whose methods become those of the class."""
        kept, self.defining = self.defining, kind
        try:
            body()
        finally:
            self.defining = kept
        return kind

    def _define(self, kind: RubyClass, name: str, args: list[Value], block: Block | None) -> bool:
        """Run a command of a class's body; whether it is one."""
        if name in ("attr_reader", "attr_accessor", "attr_writer"):
            kind.readers |= set(map(text_of, args))
        elif name == "define_method" and args and block:
            kind.methods[text_of(args[0])] = block
        else:
            return False
        return True

    def _added(self, value: Value, name: str) -> tuple[RubyClass, Method] | None:
        """A method that the script adds to one of Ruby's own classes."""
        names = (
            ("String",) if isinstance(value, str) else ("Array",) if isinstance(value, list) else ()
        )
        kinds = [self.patches[each] for each in (*names, "Object") if each in self.patches]
        return next(filter(None, (kind.find(name) for kind in kinds)), None)

    def _call_of_class(self, kind: RubyClass, name: str, args: list[Value], options: dict[str, Value],
                       block: Block | None, node: Node) -> Value:  # fmt: skip
        """A new instance of a class, its name, or a method of the class itself."""
        if name in self.methods:
            return self._evaluate_method(self.methods[name], args, options, block)
        if name in ("name", "to_s"):
            return kind.name
        if name != "new":
            return Unknown(source(node))
        made = RubyObject(kind)
        for each in kind.lineage():
            made.variables |= dict(zip(each.members, args, strict=False))
            made.variables |= {key: options[key] for key in each.members if key in options}
        if kind.find("initialize"):
            self._call_of_object(made, "initialize", args, options, None, node)
        return made

    def _call_of_object(self, value: RubyObject, name: str, args: list[Value],
                        options: dict[str, Value], block: Block | None, node: Node) -> Value:  # fmt: skip
        """Evaluate a method of an object: one of its class, a variable, or one of every object."""
        if found := value.kind.find(name):
            return self._evaluate_frame(
                Frame(value, found[0], name, tuple(args), options), found[1], block
            )
        if any(name in each.readers for each in value.kind.lineage()):
            return value.variables.get(name)
        if name in ("send", "public_send") and args:
            return self._call_of_object(value, text_of(args[0]), args[1:], options, block, node)
        if name == "class":
            return value.kind
        if name == "respond_to?" and args:
            return _defines(value, text_of(args[0]))
        return self.commands.command(name, args, options, block, node)

    def _evaluate_frame(self, frame: Frame, method: Method, block: Block | None) -> Value:
        kept, self.frame = self.frame, frame
        try:
            if isinstance(method, Node):
                return self._evaluate_method(method, frame.args, frame.options, block)
            return method(*frame.args, within=frame)
        finally:
            self.frame = kept

    def _call_super(self, args: list[Value] | None, options: dict[str, Value]) -> Value:
        """The method of the same name in the parent classes; None if there is none."""
        frame = self.frame
        found = frame.owner.parent.find(frame.name) if frame and frame.owner.parent else None
        if frame is None or found is None:
            return None
        args = list(frame.args) if args is None else args
        options = frame.options if not (args or options) else options
        above = Frame(frame.receiver, found[0], frame.name, tuple(args), options)
        return self._evaluate_frame(above, found[1], self.scope.passed_block())


def _defines(value: Value, name: str) -> bool:
    """Whether the classes of an object define a method."""
    return isinstance(value, RubyObject) and bool(
        value.kind.find(name) or any(name in each.readers for each in value.kind.lineage())
    )
