"""Holds every opening of a file to two modules: what is read, and what is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

OPEN = {
    "open", "fdopen", "FileIO", "TTFont", "PdfDocument", "connect", "ZipFile", "fromfile", "memmap",
    "read_text", "read_bytes", "write_text", "write_bytes", "save", "touch",
    "from_file_path",
    "mkdir", "makedirs", "rename", "unlink", "rmdir", "rmtree", "copyfile", "copy2", "copytree",
    "move", "symlink_to", "hardlink_to", "symlink", "link", "truncate", "utime", "chmod",
    "mkdtemp", "mkstemp", "NamedTemporaryFile", "TemporaryDirectory", "TemporaryFile",
}  # fmt: skip
"""Names of functions that open, make, move or remove files."""

CONTENT = ("BytesIO", "bytes_of", "open_plain", "paint_pdf", "bytes", "read_bytes")
"""Functions and types of content that was read or made, which libraries open instead of a path."""

ALLOWED: dict[str, tuple[set[str], str]] = {
    "base/text_files.py": ({"open"}, "what is read is opened here"),
    "base/put_in_place.py": (
        {"open", "mkdir", "rename", "unlink", "rmdir", "rmtree"}, "what is written is put in place here"
    ),
    "base/atomic_output.py": (
        {"mkdir", "unlink", "rmdir", "rmtree", "mkdtemp", "FileIO"}, "what is written is written here"
    ),
    "cli/__init__.py": ({"open"}, "the null device stands for a closed stream"),
    "cli/exit.py": ({"open"}, "the null device stands for a closed stream"),
    "lab/store.py": ({"connect"}, "SQLite opens its file by name; it is proved plain before"),
    "press/cache/store.py": (
        {"mkdir", "utime", "unlink", "chmod"}, "the cache is a folder of the user's, which nobody else writes"
    ),
    "cli/commands/playing/tune.py": (
        {"copytree"}, "data are tried in a new folder with a name nobody can know"
    ),
    "studio/edit/journal.py": (
        {"mkdir", "unlink", "open"}, "the journal lies in the user's own folder of caches"
    ),
    "studio/lab/versions.py": (
        {"copytree", "rmtree"}, "versions are copied into the user's own folder of caches"
    ),
    "tools/scaffold.py": ({"rmtree", "rmdir"}, "what was made a moment before is taken back"),
}  # fmt: skip
"""What may be called where, and why."""


@cache
def opened() -> tuple[tuple[str, str, str], ...]:
    """Each call of a function that opens a file: module, name and place."""
    return tuple(_opened(ROOT / "generator"))


def _opened(package: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [
            node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in OPEN
        ]
        if not calls:
            continue
        ours = {
            name.asname or name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("generator.")
            for name in node.names
        } | {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        content = set(_content(tree))
        for node in calls:
            if name := _file_call(node, ours, content):
                yield path.relative_to(package).as_posix(), name, f"{path}:{node.lineno}"


def _content(tree: ast.Module) -> Iterator[str]:
    """The variables of a module that hold content, or a file that was opened by the one function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.withitem) and _is_content(node.context_expr):
            yield ast.unparse(node.optional_vars) if node.optional_vars else ""
        elif isinstance(node, ast.Assign) and _is_content(node.value):
            yield from map(ast.unparse, node.targets)
        elif isinstance(node, ast.FunctionDef) and node.returns and _is_content(node.returns):
            yield f"self.{node.name}"
        elif isinstance(node, ast.arg) and node.annotation and _is_content(node.annotation):
            yield node.arg


def _is_content(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) and each.id in CONTENT for each in ast.walk(node))


def _name(node: ast.Call) -> str:
    """The name of the function that is called."""
    called = node.func
    return called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")


def _file_call(node: ast.Call, ours: set[str], content: set[str]) -> str:
    """The name of a function if it opens a file by a path; "" if it does not."""
    function, name = node.func, _name(node)
    if isinstance(function, ast.Name) and name in ours:
        return ""
    if isinstance(function, ast.Attribute) and ast.unparse(function.value) in OWN_OBJECTS:
        return ""
    if any(
        _is_content(each) or ast.unparse(part) in content
        for each in node.args
        for part in ast.walk(each)
    ):
        return ""
    return name


OWN_OBJECTS = {
    "self._menu", "self._room.table", "Store", "session", "session.autosave", "self.autosave", "cache",
    "artifacts", "Matrix", "self.structure", "image", "hb", "part", "self.finished",
    "webbrowser", "dialog", "self._dialog", "view", "self", "self._editor", "kit", "opener",
    "element",
}  # fmt: skip
"""Objects of ours (and of libraries) with methods of such names that open nothing."""


def test_files_are_opened_in_two_modules_only() -> None:
    wrong = [
        f"{place}: {name}"
        for module, name, place in opened()
        if name not in ALLOWED.get(module, (set(), ""))[0]
    ]
    assert not wrong, "\n".join(wrong)


def test_what_is_allowed_is_needed() -> None:
    found = {(module, name) for module, name, _ in opened()}
    allowed = {(module, name) for module, (names, _) in ALLOWED.items() for name in names}
    assert allowed <= found
