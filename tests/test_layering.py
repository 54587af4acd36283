"""Tests of the structure: the imports between packages, the length of files, their first docstring lines."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import nodes_of, tree_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "generator" / "games"

MAY_IMPORT: dict[str, set[str]] = {
    "base": set(),
    "kit": {"base"},
    "engine": {"base", "kit"},
    "games": {"base", "kit", "engine"},
    "press": {"base", "kit", "engine"},
    "i18n": {"base", "kit", "engine", "press"},
    "publish": {"base", "kit", "engine", "i18n", "press", "pipeline"},
    "lab": {"base", "kit", "engine", "press"},
    "pipeline": {"base", "kit", "engine", "i18n", "press"},
    "tools": {"base", "kit", "engine", "i18n", "press", "pipeline"},
    "api": {"base", "kit", "engine", "i18n", "press", "pipeline"},
    "studio": {"base", "kit", "engine", "i18n", "press", "publish", "lab", "pipeline", "tools"},
    "cli": {
        "base",
        "kit",
        "engine",
        "i18n",
        "press",
        "publish",
        "lab",
        "pipeline",
        "tools",
        "studio",
    },
}
"""Each package and the packages it may import, besides itself and the package's `__version__`."""

PRESS_MAY_IMPORT: dict[str, set[str]] = {
    "text": set(),
    "scene": {"text"},
    "pictures": {"cache"},
    "svg": {"scene"},
    "markup": {"scene"},
    "layout": {"text", "scene", "svg", "markup"},
    "marks": {"text", "scene", "layout", "paper", "pieces", "cutter"},
    "imposition": {"text", "scene", "layout", "paper", "pieces", "marks", "cutter", "precut"},
    "rulebook": {"text", "scene", "svg", "templates", "paper", "pieces", "instructions"},
    "paint": {"text", "scene", "layout", "pictures"},
    "html": {"text", "scene", "templates", "pieces", "rulebook", "paint"},
    "accessibility": {"scene", "layout", "pieces", "paint"},
    "preflight": {"scene", "layout", "marks", "imposition", "manifest", "request", "precut"},
}
"""Each package of the press and the other packages of the press it may import."""

LONGEST_FILE = 400

FOREIGN = re.compile(
    r"pypi\.org|pythonhosted\.org|index-url|find-links"
    r"|(?<![\w.])/(?:home|Users|root|work|opt)/|\.\./shared",
    re.IGNORECASE,
)
"""The project speaks of itself alone: no registry's host, no path on somebody's machine."""

TEXT_FILES = {".py", ".md", ".toml", ".yaml", ".txt", ".xml", ".j2", ".typ", ".csv", ".svg", ""}
NOT_OURS = {"output", "build", "dist", "bundled", "__pycache__"}
HIDDEN_BUT_OURS = {".ci", ".gitignore"}

MODULES = sorted((ROOT / "generator").rglob("*.py"))
SCRIPTS = sorted(path for top in ("tests", ".ci") for path in (ROOT / top).rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def name_of(path: Path) -> tuple[str, ...]:
    """generator/press/scene/items.py -> ("generator", "scene", "items")."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


@cache
def imports_of(path: Path) -> list[tuple[int, tuple[str, ...]]]:
    """Line and dotted name of every import of our own package, those inside functions too."""
    ours = []
    package = name_of(path) if path.name == "__init__.py" else name_of(path)[:-1]
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            start = (*above, *(node.module.split(".") if node.module else ()))
            found = [(*start, alias.name) for alias in node.names]
        else:
            continue
        ours += [(node.lineno, name) for name in found if name[0] == "generator"]
    return ours


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Line and value of every string that is not a docstring."""
    prose = {
        id(node.value)
        for node in nodes_of(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value


def written_files() -> Iterator[Path]:
    """Every text file of the project except this one, which has to name what it searches for."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = filter(_may_be_ours, folders)
        for path in (Path(folder, name) for name in names if _may_be_ours(name)):
            if path.suffix in TEXT_FILES and path.is_file() and path != Path(__file__).resolve():
                yield path


def _may_be_ours(name: str) -> bool:
    return name not in NOT_OURS and (not name.startswith(".") or name in HIDDEN_BUT_OURS)


def test_packages_import_only_what_the_table_allows() -> None:
    wrong = []
    for path in MODULES:
        parts = name_of(path)
        if len(parts) == 1 or parts[1] == "__main__":
            continue
        allowed = {parts[1], "__version__"} | MAY_IMPORT[parts[1]]
        for line, name in imports_of(path):
            if len(name) > 1 and name[1] not in allowed:
                wrong.append(f"{shown(path)}:{line}: {parts[1]} may not import {'.'.join(name)}")
    assert wrong == []


def test_every_package_is_in_the_table() -> None:
    parts = {name_of(path)[1] for path in MODULES if len(name_of(path)) > 1} - {"__main__"}
    assert parts <= MAY_IMPORT.keys()


def circles() -> list[list[str]]:
    """The groups of modules that import one another, counting imports for types and in functions."""
    modules = {name_of(path): path for path in MODULES}
    graph: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for module, path in modules.items():
        found = {name if name in modules else name[:-1] for _, name in imports_of(path)}
        graph[module] = {name for name in found if name in modules and name != module}
    reach = {module: {module} for module in graph}
    for start, there in reach.items():
        waiting = [start]
        while waiting:
            for other in graph[waiting.pop()] - there:
                there.add(other)
                waiting.append(other)
    groups = {
        frozenset(other for other in there if module in reach[other])
        for module, there in reach.items()
    }
    return sorted(sorted(".".join(name) for name in group) for group in groups if len(group) > 1)


def test_there_are_no_import_cycles() -> None:
    assert circles() == []


def test_only_a_game_imports_itself_by_name() -> None:
    wrong = []
    for path in MODULES:
        for line, name in imports_of(path):
            game = name[:3]
            if name[1:2] == ("games",) and len(game) == 3 and game != name_of(path)[:3]:
                wrong.append(f"{shown(path)}:{line}: imports {'.'.join(name)}")
    assert wrong == []


@pytest.mark.parametrize("game", sorted(path.parent.name for path in GAMES.glob("*/__init__.py")))
def test_playing_a_game_does_not_import_kit_schemas(game: str) -> None:
    """Each process of a long run imports the engine, and must not wait for the modules that read kits."""
    heavy = ("pydantic", "jinja2", "PIL", "reportlab", "typer")
    code = f"""
import sys, generator.games.{game}, generator.engine.simulation.run
print([each for each in {heavy} if each in sys.modules])"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_build_begins_without_the_libraries_of_its_last_steps() -> None:
    """They are imported while other processes draw; before that, everything would wait for them."""
    late = ("numpy", "pikepdf", "pypdfium2", "reportlab")
    code = f"""
import sys, generator.pipeline.build
print([each for each in {late} if each in sys.modules])"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_no_code_outside_a_game_looks_for_it_by_name() -> None:
    games = {folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file()}
    wrong = [
        f"{shown(path)}:{line}: {text!r}"
        for path in MODULES
        for line, text in strings_of(path)
        if games & set(re.split(r"[./]", text)) - set(name_of(path))
    ]
    assert wrong == []


def test_a_file_begins_with_a_sentence_that_says_what_it_is() -> None:
    first = {
        shown(path): (ast.get_docstring(tree_of(path)) or "no docstring").splitlines()[0]
        for path in (*MODULES, *SCRIPTS)
        if path.name != "__init__.py" or tree_of(path).body
    }
    wrong = {path: line for path, line in first.items() if not re.fullmatch("[A-Z`].*[.:]", line)}
    assert wrong == {}


def test_a_file_is_short_enough_to_read() -> None:
    lines = {
        shown(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in (*MODULES, *SCRIPTS)
    }
    assert {path: count for path, count in lines.items() if count > LONGEST_FILE} == {}


def test_the_project_speaks_of_itself_alone() -> None:
    wrong = [
        f"{shown(path)}:{number}: {found[0]}"
        for path in written_files()
        if FOREIGN.search(text := path.read_text(encoding="utf-8"))
        for number, line in enumerate(text.splitlines(), start=1)
        if (found := FOREIGN.search(line))
    ]
    assert wrong == []


def test_packages_of_the_press_import_only_packages_below_them() -> None:
    wrong = []
    for path in MODULES:
        part = name_of(path)[2:3]
        if name_of(path)[1:2] != ("press",) or not part or part[0] not in PRESS_MAY_IMPORT:
            continue
        allowed = {part[0]} | PRESS_MAY_IMPORT[part[0]]
        for line, name in imports_of(path):
            if name[1:2] == ("press",) and name[2] not in allowed:
                wrong.append(f"{shown(path)}:{line}: {part[0]} may not import {'.'.join(name)}")
    assert wrong == []


def test_painters_use_no_private_attributes_of_libraries() -> None:
    """A library may change what begins with an underscore in any release."""
    private = [
        f"{shown(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in MODULES
        if name_of(path)[1:3] == ("press", "paint")
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr)
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    ]
    assert private == []
