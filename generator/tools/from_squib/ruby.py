"""Ruby evaluator: interprets the plain statements of scripts, without running Ruby.

It supports assignments, literals, loops over known lists, conditions, the script's own methods, and
the methods of strings and arrays.  A script cannot reach files, programs or the network: an unknown
constant or function is `Unknown`, and so is every value computed from it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from tree_sitter import Node

from generator.tools.from_squib.calls import Calls, LeaveBlock, Scope
from generator.tools.from_squib.literals import short_source, source
from generator.tools.from_squib.operators import matches, operate
from generator.tools.from_squib.values import (
    MAX_LENGTH,
    Block,
    Call,
    Deck,
    RubyClass,
    RubyObject,
    Table,
    TooManySteps,
    Unknown,
    Value,
    is_true,
    text_of,
)

MAX_STEPS = 400_000
"""Most expressions that are evaluated; a script with more is assumed not to end."""

CONSTANTS = {
    **{"nil": None, "true": True, "false": False, "comment": None, "heredoc_body": None},
    **dict.fromkeys(("rescue", "ensure", "empty_statement", "uninterpreted")),
}
"""Values of nodes, by their types; what follows an error is not evaluated."""

OWN_CLASSES = ("String", "Array", "Object")
"""Ruby's own classes to which scripts may add methods."""


class Ruby(Calls):
    """Ruby evaluator; methods and constants are kept from one file to the next."""

    def run(self, root: Node) -> None:
        """Evaluate the top-level statements of a file one by one."""
        self.scope = Scope()
        for node in root.named_children:
            with suppress(LeaveBlock):
                self.value(node)

    def value(self, node: Node | None) -> Value:
        """Evaluate an expression."""
        if node is None:
            return None
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooManySteps
        if node.type in CONSTANTS:
            return CONSTANTS[node.type]
        handler: Callable[[Node], Value] | None = getattr(self, f"_{node.type}", None)
        if handler:
            return handler(node)
        if node.type == "ERROR":
            self.commands.skipped(node, "cannot be read as Ruby")
        return Unknown(source(node))

    def _statements(self, node: Node) -> Value:
        return self._body(node)

    _program = _body_statement = _block_body = _then = _else = _begin = _statements
    _parenthesized_statements = _do = _begin_block = _statements

    def _identifier(self, node: Node) -> Value:
        name = source(node)
        found = self.scope.find(name)
        return found.variables[name] if found else self._call_function(Call(name, node))

    def _constant(self, node: Node) -> Value:
        return self.constants.get(source(node), Unknown(source(node)))

    def _scope_resolution(self, node: Node) -> Value:
        name = node.child_by_field_name("name")
        return self.constants.get(source(name) if name else "", Unknown(source(node)))

    def _global_variable(self, node: Node) -> Value:
        return self.globals.get(source(node), Unknown(source(node)))

    _class_variable = _global_variable

    def _instance_variable(self, node: Node) -> Value:
        if self.frame is None:
            return self._global_variable(node)
        receiver = self.frame.receiver
        variables = receiver.variables if isinstance(receiver, RubyObject) else {}
        return variables.get(source(node)[1:])

    def _self(self, node: Node) -> Value:
        return self.frame.receiver if self.frame else Deck()

    def _assignment(self, node: Node) -> Value:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        value = self.value(right)
        if left:
            self.assign(left, value)
        return value

    def assign(self, left: Node, value: Value) -> None:
        """Assign to a variable, an entry of an array or hash, or several variables."""
        name = source(left)
        if left.type == "identifier":
            (self.scope.find(name) or self.scope).variables[name] = value
        elif left.type == "constant":
            self.constants[name] = value
        elif (
            left.type == "instance_variable"
            and self.frame
            and isinstance(self.frame.receiver, RubyObject)
        ):
            self.frame.receiver.variables[name[1:]] = value
        elif left.type in ("global_variable", "instance_variable", "class_variable"):
            self.globals[name] = value
        elif left.type in ("left_assignment_list", "destructured_parameter"):
            values = value if isinstance(value, list) else [value]
            for index, each in enumerate(left.named_children):
                self.assign(each, values[index] if index < len(values) else None)
        elif left.type == "element_reference":
            into, keys = self._element(left)
            key = keys[0] if keys else None
            if isinstance(into, dict) and isinstance(key, str | int | float):
                into[key] = value
            elif isinstance(into, list) and isinstance(key, int) and -len(into) <= key < MAX_LENGTH:
                into.extend([None] * (key + 1 - len(into)))
                into[key] = value
        elif left.type == "call":
            receiver = self.value(left.child_by_field_name("receiver"))
            method = left.child_by_field_name("method")
            if isinstance(receiver, Table) and method:
                receiver[source(method)] = value
            elif isinstance(receiver, RubyObject) and method:
                receiver.variables[source(method)] = value

    def _operator_assignment(self, node: Node) -> Value:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = node.child_by_field_name("operator")
        if left is None or sign is None:
            return Unknown(source(node))
        old, operator = self.value(left), source(sign)[:-1]
        known = left.type != "identifier" or self.scope.find(source(left))
        if operator == "||":
            old = old if known else None
            value = old if is_true(old) and not isinstance(old, Unknown) else self.value(right)
        else:
            value = operate(operator, old, self.value(right))
        self.assign(left, value)
        return value

    def _element(self, node: Node) -> tuple[Value, list[Value]]:
        first, *keys = node.named_children
        return self.value(first), [self.value(key) for key in keys]

    def _element_reference(self, node: Node) -> Value:
        container, keys = self._element(node)
        key = keys[0] if keys else None
        try:
            if isinstance(container, Table):
                return container.column(text_of(key))
            if isinstance(container, dict):
                return container.get(key)
            if isinstance(container, list | str) and len(keys) == 2:
                return container[keys[0] : keys[0] + keys[1]]
            if isinstance(container, list | str) and isinstance(key, range):
                return container[key.start : key.stop]
            if isinstance(container, list | str) and isinstance(key, int):
                return container[key] if -len(container) <= key < len(container) else None
        except TypeError:
            pass
        return Unknown(source(node))

    def _unary(self, node: Node) -> Value:
        value = self.value(node.child_by_field_name("operand"))
        sign = source(node)[:1]
        if isinstance(value, Unknown):
            return value
        if sign == "-" and isinstance(value, int | float):
            return -value
        negated = sign in "!n" and not source(node).startswith("defined")
        return not is_true(value) if negated else value

    def _binary(self, node: Node) -> Value:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = node.child_by_field_name("operator")
        operator = source(sign) if sign else ""
        one = self.value(left)
        if operator in ("&&", "and", "||", "or"):
            if isinstance(one, Unknown):
                return one
            return self.value(right) if is_true(one) == (operator in ("&&", "and")) else one
        return operate(operator, one, self.value(right))

    def _condition(self, node: Node, negated: bool = False) -> bool:
        test = node.child_by_field_name("condition")
        value = self.value(test)
        if isinstance(value, Unknown):
            message = f"the condition `{short_source(test)}` is not known; what is under it is carried over"
            self.commands.skipped(node, message)
            return True
        return is_true(value) != negated

    def _if(self, node: Node, negated: bool = False) -> Value:
        names = ("consequence", "body") if self._condition(node, negated) else ("alternative",)
        return self.value(next(filter(None, map(node.child_by_field_name, names)), None))

    _elsif = _conditional = _if_modifier = _if

    def _unless(self, node: Node) -> Value:
        return self._if(node, negated=True)

    _unless_modifier = _unless

    def _rescue_modifier(self, node: Node) -> Value:
        return self.value(node.child_by_field_name("body"))

    _module = _rescue_modifier

    def _case(self, node: Node) -> Value:
        subject = self.value(node.child_by_field_name("value"))
        if isinstance(subject, Unknown):
            return subject
        for branch in node.named_children:
            if branch.type == "when":
                patterns = [each for each in branch.named_children if each.type == "pattern"]
                values = [self.value(each.named_children[0]) for each in patterns]
                if any(matches(value, subject) for value in values):
                    return self.value(branch.child_by_field_name("body"))
            elif branch.type == "else":
                return self.value(branch)
        return None

    def _for(self, node: Node) -> Value:
        over = node.child_by_field_name("value")
        items = self.value(over.named_children[0] if over and over.named_children else over)
        pattern = node.child_by_field_name("pattern")
        if not isinstance(items, list | range) or pattern is None:
            self.commands.skipped(node, "a loop over what is not known")
            return None
        for item in items:
            self.assign(pattern, item)
            self.value(node.child_by_field_name("body"))
        return None

    def _while(self, node: Node) -> Value:
        self.commands.skipped(node, "a loop that may never end")
        return None

    _until = _while_modifier = _until_modifier = _while

    def _method(self, node: Node) -> Value:
        if name := node.child_by_field_name("name"):
            methods = self.defining.methods if self.defining else self.methods
            methods[source(name)] = node
        return None

    def _singleton_method(self, node: Node) -> Value:
        if name := node.child_by_field_name("name"):
            self.methods[source(name)] = node
        return None

    def _class(self, node: Node) -> Value:
        """Define a class, or add methods to one."""
        name, above = node.child_by_field_name("name"), node.child_by_field_name("superclass")
        body = node.child_by_field_name("body")
        called = source(name).rpartition("::")[2] if name else ""
        if called == "Deck":  # Squib's own: its methods are commands
            return self._body(body)
        if called in OWN_CLASSES:
            kind = self.patches.setdefault(called, RubyClass(called))
        else:
            known = self.constants.get(called)
            kind = known if isinstance(known, RubyClass) else RubyClass(called)
            self.constants[called] = kind
        parent = self.value(above.named_children[0]) if above and above.named_children else None
        if isinstance(parent, RubyClass) and kind not in parent.lineage():
            kind.parent = parent
        self.body_of_class(kind, partial(self._body, body))
        return None

    def struct(self, args: list[Value], block: Block | None) -> RubyClass:
        """The class that `Struct.new` makes."""
        members = [text_of(each) for each in args if isinstance(each, str)]
        kind = RubyClass("Struct", members=tuple(members), readers=set(members))
        return self.body_of_class(kind, block) if block else kind

    def refine(self, args: list[Value], block: Block | None) -> Value:
        """Add methods to one of Ruby's own classes: `refine Array do`."""
        called = args[0].words if args and isinstance(args[0], Unknown) else ""
        if block and called in OWN_CLASSES:
            self.body_of_class(self.patches.setdefault(called, RubyClass(called)), block)
        return None

    def _return(self, node: Node) -> Value:
        inner = node.named_children[0].named_children if node.named_children else []
        raise LeaveBlock(node.type, self.value(inner[0]) if inner else None)

    _next = _break = _return

    def _lambda(self, node: Node) -> Value:
        return self.block(node)

    def _super(self, node: Node) -> Value:
        return self._call_super(Call("", node))

    def _yield(self, node: Node) -> Value:
        block = self.scope.passed_block()
        args, _, _ = self._argument_list(node.named_children[0] if node.named_children else None)
        return block(*args) if block else Unknown(source(node))
