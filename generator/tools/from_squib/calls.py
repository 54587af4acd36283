"""Calls in a Ruby script: methods of values, the script's own methods and blocks, and commands."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol

from tree_sitter import Node

from generator.tools.from_squib.literals import Literals, short_source, source
from generator.tools.from_squib.methods import call
from generator.tools.from_squib.operators import counted
from generator.tools.from_squib.values import (
    MAX_LENGTH,
    Block,
    Call,
    Deck,
    Frame,
    Method,
    RubyClass,
    RubyObject,
    TooManySteps,
    Unknown,
    Value,
    text_of,
)

ENUMERATORS = ("times", "upto", "each", "each_with_index", "map", "each_index", "with_index")
"""Methods that can be called without their block."""
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
    block: Block | None = None
    """The block that was passed to the method."""

    def _around(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.outer

    def passed_block(self) -> Block | None:
        """The block passed to the method around."""
        return next((each.block for each in self._around() if each.block is not None), None)

    def find(self, name: str) -> Scope | None:
        return next((each for each in self._around() if name in each.variables), None)


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
            scope = Scope({}, outer)
            return self._within(
                within or frame, lambda: self._evaluate_body(scope, names, given, {}, body, "next")
            )

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
                node = parameter.child_by_field_name("name")
                usual = parameter.child_by_field_name("value")
                name = source(node) if node else ""
                match parameter.type:
                    case "keyword_parameter" if name:
                        known = name in options
                        scope.variables[name] = options[name] if known else self.value(usual)
                    case "optional_parameter" if name:
                        given = place < len(args)
                        scope.variables[name] = args[place] if given else self.value(usual)
                        place += 1
                    case "splat_parameter" if name:
                        scope.variables[name] = list(args[place:])
                        place = len(args)
                    case "block_parameter" if name:
                        scope.variables[name] = scope.block
                    case "identifier":
                        scope.variables[source(parameter)] = _positional(args, place, options)
                        place += 1
                    case "destructured_parameter":
                        self.assign(parameter, _positional(args, place, options))
                        place += 1
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
        found = Call(name, node, args, options, block)
        if receiver is None:
            return self._call_function(found)
        is_constant = receiver.type in ("constant", "scope_resolution")
        if is_constant and source(receiver) not in self.constants:
            if name in self.methods and receiver.type == "constant":
                return self._call_function(found)
            return self.commands.constant(source(receiver), found)
        value = self.value(receiver)
        if isinstance(value, Deck):
            return self._within(None, partial(self._call_function, found))
        return self._call_method(value, found)

    def _within(self, frame: Frame | None, evaluate: Callable[[], Value]) -> Value:
        """Evaluate something in a method of an object, or outside of objects."""
        kept, self.frame = self.frame, frame
        try:
            return evaluate()
        finally:
            self.frame = kept

    def _block_of(self, to: Value, node: Node) -> Block | None:
        """The block that `&to` passes: itself, or the method of that name of each item."""
        if to is None:
            return None
        if callable(to):
            return partial(to)
        return lambda *items: self._call_method(items[0], Call(text_of(to), node))

    def _call_method(self, value: Value, found: Call) -> Value:
        """Evaluate a method of a value."""
        if isinstance(value, RubyClass):
            return self._call_of_class(value, found)
        if isinstance(value, RubyObject):
            return self._call_of_object(value, found)
        if added := self._added(value, found.name):
            return self._evaluate_frame(Frame(value, *added, found))
        name, args, options, block = found.name, found.args, found.options, found.block
        if name in ("times", "upto", "downto", "step") and isinstance(value, int) and block:
            return _count_off(value, found, block)
        if not block and name in ENUMERATORS:
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
        indexed = name in ("with_index", "each_with_index", "map_with_index")
        if indexed and isinstance(value, list) and block:
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
        if block and isinstance(value, Unknown) and name not in ("map", "collect", "tap", "zip"):
            message = f"`{short_source(found.node)}`: what it iterates over is not known"
            self.commands.skipped(found.node, message)
        return result

    def _call_function(self, found: Call) -> Value:
        """Evaluate a call without a receiver: a method of the script, or a command of the deck."""
        if found.name in ("lambda", "proc") and found.block:
            return found.block
        if found.name in ("send", "public_send") and found.args:
            return self._call_function(_sent(found))
        if found.name == "super":
            return self._call_super(found)
        if found.name == "block_given?":
            return self.scope.passed_block() is not None
        if self.frame and _defines(self.frame.receiver, found.name):
            return self._call_of_object(self.frame.receiver, found)
        if self.frame and not isinstance(self.frame.receiver, RubyObject):
            result = self._call_method(self.frame.receiver, found)
            if not isinstance(result, Unknown):
                return result
        if self.defining and self._define(self.defining, found):
            return None
        if found.name in self.methods:
            return self._evaluate_method(self.methods[found.name], found)
        if found.name == "loop":
            self.commands.skipped(found.node, "a loop that may never end")
            return None
        return self.commands.command(found)

    def _evaluate_method(self, method: Node, found: Call) -> Value:
        parameters = method.child_by_field_name("parameters")
        names = parameters.named_children if parameters else []
        body, scope = method.child_by_field_name("body"), Scope(block=found.block)
        return self._evaluate_body(scope, names, found.args, found.options, body, "return")

    def body_of_class(self, kind: RubyClass, body: Callable[[], Value]) -> RubyClass:
        """Evaluate the body of a class, whose methods become those of the class."""
        kept, self.defining = self.defining, kind
        try:
            body()
        finally:
            self.defining = kept
        return kind

    def _define(self, kind: RubyClass, found: Call) -> bool:
        """Run a command of a class's body; whether it is one."""
        if found.name in ("attr_reader", "attr_accessor", "attr_writer"):
            kind.readers |= set(map(text_of, found.args))
        elif found.name == "define_method" and found.args and found.block:
            kind.methods[text_of(found.args[0])] = found.block
        else:
            return False
        return True

    def _added(self, value: Value, name: str) -> tuple[RubyClass, Method] | None:
        """A method that the script adds to one of Ruby's own classes."""
        if not self.patches:
            return None
        own = "String" if isinstance(value, str) else "Array" if isinstance(value, list) else ""
        kinds = [self.patches[each] for each in (own, "Object") if each in self.patches]
        return next(filter(None, (kind.find(name) for kind in kinds)), None)

    def _call_of_class(self, kind: RubyClass, found: Call) -> Value:
        """A new instance of a class, its name, or a method of the class itself."""
        if found.name in self.methods:
            return self._evaluate_method(self.methods[found.name], found)
        if found.name in ("name", "to_s"):
            return kind.name
        if found.name != "new":
            return Unknown(source(found.node))
        made = RubyObject(kind)
        for each in kind.lineage():
            made.variables |= dict(zip(each.members, found.args, strict=False))
            made.variables |= {k: found.options[k] for k in each.members if k in found.options}
        if kind.find("initialize"):
            self._call_of_object(made, replace(found, name="initialize"))
        return made

    def _call_of_object(self, value: RubyObject, found: Call) -> Value:
        """Evaluate a method of an object: one of its class, a variable, or one of every object."""
        if method := value.kind.find(found.name):
            return self._evaluate_frame(Frame(value, *method, found))
        if value.kind.reads(found.name):
            return value.variables.get(found.name)
        if found.name in ("send", "public_send") and found.args:
            return self._call_of_object(value, _sent(found))
        if found.name == "class":
            return value.kind
        if found.name == "respond_to?" and found.args:
            return _defines(value, text_of(found.args[0]))
        return self.commands.command(found)

    def _evaluate_frame(self, frame: Frame) -> Value:
        method, found = frame.method, frame.call
        if isinstance(method, Node):
            return self._within(frame, partial(self._evaluate_method, method, found))
        return method(*found.args, within=frame)

    def _call_super(self, found: Call) -> Value:
        """The method of the same name in the parent classes; None if there is none."""
        frame = self.frame
        parent = frame.owner.parent if frame else None
        if frame is None or parent is None or not (above := parent.find(frame.call.name)):
            return None
        call = replace(frame.call, block=self.scope.passed_block())
        if found.name == "super":
            call = replace(call, args=found.args, options=found.options)
        return self._evaluate_frame(Frame(frame.receiver, *above, call))


def _positional(args: Sequence[Value], place: int, options: Mapping[str, Value]) -> Value:
    """The argument for a parameter; beyond the last one, the options as a hash."""
    return args[place] if place < len(args) else dict(options) or None


def _sent(found: Call) -> Call:
    """The call that `send` makes."""
    return replace(found, name=text_of(found.args[0]), args=found.args[1:])


def _defines(value: Value, name: str) -> bool:
    """Whether the classes of an object define a method."""
    return isinstance(value, RubyObject) and bool(value.kind.find(name) or value.kind.reads(name))


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
