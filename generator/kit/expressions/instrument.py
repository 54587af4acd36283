"""Turns a template into Python that counts its own steps, for the sandbox that runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators


class MeteredCodeGenerator(CodeGenerator):
    """Compiles templates to code that counts what it does, with calls that the sandbox can measure.

    Every block of statements (a loop's body, a macro's, a branch) begins by paying for itself.
    """

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        block = list(nodes)
        self.writeline(f"environment.work.spend({sum(map(_weight, block)) + 1})")
        super().blockvisit(block, frame)

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if node.test:  # stands in no block: it pays each time it is put
            spend = nodes.Getattr(nodes.EnvironmentAttribute("work"), "spend", "load")
            paid = nodes.Call(spend, [nodes.Const(_weight(node.test))], [], None, None)
            node.test = nodes.And(paid, node.test)
        super().visit_For(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """`a ~ b`, as Jinja's own sandbox already does it for `a + b`."""
        self.write("environment.call_concat(context, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        self.write("(")
        self._paid(node.expr, frame)
        for operand in node.ops:
            self.write(f" {operators[operand.op]} ")
            self._paid(operand.expr, frame)
        self.write(")")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        if isinstance(node.arg, nodes.Slice):
            self._paying(super().visit_Getitem, node, frame)
        else:
            super().visit_Getitem(node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        if node.ctx == "load":
            self._paying(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._paying(super().visit_List, node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._paying(super().visit_Dict, node, frame)

    def _paid(self, node: nodes.Expr, frame: Frame) -> None:
        if isinstance(node, nodes.Const):
            self.visit(node, frame)
        else:
            self._paying(self.visit, node, frame)

    def _paying(self, visit: Callable[[Any, Frame], Any], node: nodes.Expr, frame: Frame) -> None:
        self.write("environment.work.spend_on(")
        visit(node, frame)
        self.write(")")


_HOLDS_BLOCKS = (
    nodes.AssignBlock, nodes.Block, nodes.CallBlock, nodes.FilterBlock, nodes.For, nodes.If,
    nodes.Macro, nodes.With,
)  # fmt: skip


def _weight(node: nodes.Node) -> int:
    """How many nodes there are from this one on, without the blocks that pay for themselves."""
    besides = ("body", "else_") if isinstance(node, _HOLDS_BLOCKS) else ()
    return 1 + sum(map(_weight, node.iter_child_nodes(exclude=besides)))
