"""Code generator of templates that charge for their own steps, for the sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, operators


class MeteredCodeGenerator(CodeGenerator):
    """Compiles templates to code that charges its steps to the sandbox's meter.

    Every block of statements (the body of a loop or macro, a branch) first charges for itself.
    """

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        block = list(nodes)
        self.writeline(f"environment.meter.charge({sum(map(_weight, block)) + 1})")
        super().blockvisit(block, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """Open the code that prints a value: in markup one call, which closes like Jinja's own two.

        By public means, `finalize` alone, a number is printed as Markup, which takes 1 to 2 % of a
        build.  Jinja's own generator of native types overrides this method, too.
        """
        if finalize.src and frame.eval_ctx.autoescape and not frame.eval_ctx.volatile:
            self.write("environment.printed((")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """The text of a value that is known already; a function is refused when the template is drawn.

        Jinja would make it a text before the sandbox sees it, with an address that differs from run to run.
        Its own generator of native types overrides this method, too.
        """
        if callable(node.as_const(frame.eval_ctx)):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802 (Jinja's name)
        if node.test:  # outside any block: charge each time it is evaluated
            charge = nodes.Getattr(nodes.EnvironmentAttribute("meter"), "charge", "load")
            charged = nodes.Call(charge, [nodes.Const(_weight(node.test))], [], None, None)
            node.test = nodes.And(charged, node.test)
        super().visit_For(node, frame)

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        self._call("add", node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        self._call("multiply", node, frame)

    def _call(self, name: str, node: nodes.BinExpr, frame: Frame) -> None:
        """Compile a frequent operation to its own call instead of the general one."""
        self.write(f"environment.{name}(context, ")
        self.visit(node.left, frame)
        self.write(", ")
        self.visit(node.right, frame)
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """Compile `a ~ b` to a call, as Jinja's own sandbox already does for `a + b`."""
        self.write("environment.call_concat(context, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        self.write("(")
        self._charged(node.expr, frame)
        for operand in node.ops:
            self.write(f" {operators[operand.op]} ")
            self._charged(operand.expr, frame)
        self.write(")")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        if isinstance(node.arg, nodes.Slice):
            self._charge_around(super().visit_Getitem, node, frame)
        else:
            super().visit_Getitem(node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        if node.ctx == "load":
            self._charge_around(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._charge_around(super().visit_List, node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._charge_around(super().visit_Dict, node, frame)

    def _charged(self, node: nodes.Expr, frame: Frame) -> None:
        if isinstance(node, nodes.Const):
            self.visit(node, frame)
        else:
            self._charge_around(self.visit, node, frame)

    def _charge_around(
        self, visit: Callable[[Any, Frame], Any], node: nodes.Expr, frame: Frame
    ) -> None:
        self.write("environment.meter.charge_for(")
        visit(node, frame)
        self.write(")")


_HOLDS_BLOCKS = (
    nodes.AssignBlock, nodes.Block, nodes.CallBlock, nodes.FilterBlock, nodes.For, nodes.If,
    nodes.Macro, nodes.With,
)  # fmt: skip


def _weight(node: nodes.Node) -> int:
    """Number of nodes from this one down, without the blocks that charge for themselves."""
    own_blocks = ("body", "else_") if isinstance(node, _HOLDS_BLOCKS) else ()
    return 1 + sum(map(_weight, node.iter_child_nodes(exclude=own_blocks)))
