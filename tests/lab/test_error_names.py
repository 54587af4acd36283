"""Tests of the names of errors: each error of the lab has one, and it is explained."""

from __future__ import annotations

import ast

from generator.base.locations import data_root
from tests.readme_steps import ROOT


def test_every_error_of_the_lab_has_a_name() -> None:
    """`grimoire reference errors NAME` explains it."""
    explained = (data_root() / "ERRORS.md").read_text(encoding="utf-8")
    named = set[str]()
    for path in (ROOT / "generator" / "lab").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and any(each.arg == "hint" for each in call.keywords):
                checks = [each.value for each in call.keywords if each.arg == "check"]
                assert checks, f"{path}:{call.lineno}"
                named |= {str(each.value) for each in checks if isinstance(each, ast.Constant)}
    assert "not-a-store" in explained
    assert [name for name in sorted(named) if f"`{name}`" not in explained] == []
