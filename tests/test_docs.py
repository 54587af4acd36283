"""Tests of the documentation: links, commands, names and paths exist, code runs, the picture is current."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from inspect import isfunction, signature
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from generator import __version__, api
from tests.press.running import run
from tests.readme_steps import follow
from tests.test_layering import FOREIGN

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
OF_THE_HOST = "../../actions/"
"""Targets of the README's links on the pages of the repository's host."""

FENCE = re.compile(r"^(`{3,})(\w*)[^\n]*\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
COMMAND = re.compile(r"^    ((?:grimoire|make|pip|python)\b.*)$", re.MULTILINE)
FILE = re.compile(r"(?:generator|data|templates|tests|docs|output/gallery|\.ci|\.github)/[\w./-]*")
NOT_HERE = re.compile(r"mygame|theirgame|my-games|KIT|[*<>{}]")
"""Files that a reader creates, and placeholders."""

shown = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def anchors_of(page: Path) -> set[str]:
    """The anchors of the headings of a page."""
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", text_of(page)), re.MULTILINE)
    plain = (re.sub(r"[`*]", "", head).strip().lower() for head in heads)
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in plain}


@shown
def test_every_link_has_a_target(page: Path) -> None:
    wrong = []
    for link in LINK.findall(prose_of(page)):
        target, _, anchor = link.partition("#")
        if re.match(r"https?:", link) or target.startswith(OF_THE_HOST):
            continue
        file = (page.parent / target).resolve() if target else page
        if not file.exists() or (anchor and anchor not in anchors_of(file)):
            wrong.append(link)
    assert wrong == []


@cache
def commands() -> frozenset[str]:
    return frozenset(re.findall(r"^  ([a-z]+)  ", run("--help").out, re.MULTILINE))


@cache
def options(command: str) -> frozenset[str]:
    help = run(*command.split(), "--help").out
    return frozenset(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", help)) | {"--json"}


def commands_in(page: Path) -> Iterator[str]:
    """Every command of Grimoire that a page names, in blocks and in the text."""
    for line in COMMAND.findall(prose_of(page)):
        if line.startswith("grimoire"):
            yield line
    for code in CODE.findall(prose_of(page)):
        if code.startswith("grimoire "):
            yield code


@shown
def test_every_command_has_the_documented_options(page: Path) -> None:
    wrong = []
    for line in commands_in(page):
        words = shlex.split(line, comments=True)[1:]
        known = set(commands()) | {"COMMAND"}
        if words and not words[0].startswith("-"):
            if words[0] not in known:
                wrong.append(line)
                continue
            command = words.pop(0)
            known_options = options(command) if command != "COMMAND" else options("")
        else:
            known_options = options("")
        given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
        wrong += [f"{line}: {each}" for each in sorted(given - known_options)]
    assert wrong == []


def test_the_page_of_commands_lists_each_of_them() -> None:
    listed = re.findall(r"^\| `grimoire (\w+)` \|", text_of(DOCS / "reference/commands.md"), re.M)
    assert sorted(listed) == sorted(commands())


@shown
def test_every_named_make_target_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    named = {code.split()[1] for code in CODE.findall(prose_of(page)) if code.startswith("make ")}
    named |= set(re.findall(r"^    make ([a-z]+)", prose_of(page), re.MULTILINE))
    assert named <= targets


@shown
def test_every_named_file_and_definition_exists(page: Path) -> None:
    """`path/to/file.py` is a file; `path/to/file.py:Class.method` is defined there."""
    wrong = []
    for code in CODE.findall(prose_of(page)):
        path, _, name = code.partition(":")
        if not FILE.fullmatch(path) or NOT_HERE.search(code):
            continue
        if not (ROOT / path).exists() or (name and name not in defined(ROOT / path)):
            wrong.append(code)
    assert wrong == []


@cache
def defined(path: Path) -> frozenset[str]:
    """The functions, classes and methods of a module, and the names that it assigns."""
    names: set[str] = set()

    def visit(node: ast.AST, above: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                names.add(above + child.name)
                if isinstance(child, ast.ClassDef):
                    visit(child, f"{above}{child.name}.")
            elif isinstance(child, ast.Assign | ast.AnnAssign):
                targets = child.targets if isinstance(child, ast.Assign) else [child.target]
                names.update(above + each.id for each in targets if isinstance(each, ast.Name))

    visit(ast.parse(path.read_text(encoding="utf-8")), "")
    return frozenset(names)


@shown
def test_every_named_module_can_be_imported(page: Path) -> None:
    for code in CODE.findall(prose_of(page)):
        if re.fullmatch(r"generator(\.[a-z_0-9]+)+", code):
            importlib.import_module(code)


@pytest.fixture(scope="module")
def written_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, int]]]:
    """A folder in which all steps of "Write a game" are done, and its commands with their exit codes."""
    folder = tmp_path_factory.mktemp("written")
    return folder, follow(text_of(DOCS / "write-a-game.md"), folder)


def test_a_game_and_its_checks_work_as_documented(
    written_game: tuple[Path, list[tuple[str, int]]], tmp_path: Path
) -> None:
    folder, done = written_game
    assert [code for _, code in done] == [0] * 10
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    done = follow(text_of(DOCS / "write-a-check.md"), tmp_path)
    assert [code for _, code in done] == [1, 1, 0, 0]


def test_a_bot_works_as_documented_and_checks_after_it(
    written_game: tuple[Path, list[tuple[str, int]]], tmp_path: Path
) -> None:
    shutil.copytree(written_game[0], tmp_path, dirs_exist_ok=True)
    done = follow(text_of(DOCS / "write-a-bot.md"), tmp_path)
    assert [code for _, code in done] == [0] * 4
    done = follow(text_of(DOCS / "write-a-check.md"), tmp_path)
    assert [code for _, code in done] == [1, 1, 0, 0]


def test_a_painter_works_as_documented(tmp_path: Path) -> None:
    assert follow(text_of(DOCS / "write-a-painter.md"), tmp_path) == []


def test_the_python_api_works_as_documented(tmp_path: Path) -> None:
    follow(text_of(DOCS / "reference/python-api.md"), tmp_path)
    (shortest,) = re.findall(r"^```python\n.*?^```$", text_of(ROOT / "README.md"), re.DOTALL | re.M)
    follow(shortest, tmp_path)


def test_the_documented_move_is_played(tmp_path: Path) -> None:
    page = text_of(DOCS / "explanation/a-move-becomes-an-event.md")
    (transcript,) = re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (command,) = re.findall(r"^    grimoire (.*)$", page, re.MULTILINE)
    assert transcript in run(*command.split()).out


def test_fourteen_files_tell_how_a_card_becomes_ink() -> None:
    """Each of them is imported by one that is read before it."""
    page = text_of(DOCS / "explanation/a-card-becomes-ink.md")
    first, *others = [*dict.fromkeys(re.findall(r"\*\*`(generator/[\w/]+\.py)`\*\*", page))]
    assert (first, len(others)) == ("generator/pipeline/build.py", 13)
    reached = imported_by(first)
    for file in others:
        assert file in reached
        reached |= imported_by(file)


def imported_by(file: str) -> set[str]:
    """The files of the modules that a file imports."""
    imports = [
        each
        for each in ast.walk(ast.parse(text_of(ROOT / file)))
        if isinstance(each, ast.ImportFrom)
    ]
    names = {f"{each.module}.{alias.name}" for each in imports for alias in each.names}
    names |= {str(each.module) for each in imports}
    return {f"{name.replace('.', '/')}.py" for name in names}


def test_the_page_of_the_python_api_has_every_function_and_argument() -> None:
    page = text_of(DOCS / "reference/python-api.md")
    public = {name: getattr(api, name) for name in api.__all__}
    assert [name for name in public if not re.search(rf"`{name}`|`{name}\(", page)] == []
    for name, function in public.items():
        if isfunction(function):
            (shown,) = re.findall(rf"^`{name}\(([^)]*)\)`", page, re.MULTILINE)
            assert re.split(r",\s+", shown) == list(signature(function).parameters)


def test_the_site_has_every_page_once() -> None:
    assigned = {
        ast.unparse(node.targets[0]): node.value
        for node in ast.parse(text_of(DOCS / "conf.py")).body
        if isinstance(node, ast.Assign)
    }
    contents = ast.literal_eval(assigned["CONTENTS"])
    listed = [f"{page}.md" for pages in contents.values() for page in pages]
    patterns = ast.literal_eval(assigned["include_patterns"])
    read = {page.relative_to(ROOT).as_posix() for each in patterns for page in ROOT.glob(each)}
    assert len(listed) == len(set(listed))
    assert set(listed) == read - {"docs/index.md"}


def test_the_changelog_has_a_section_for_this_version() -> None:
    heads = re.findall(r"^## (.+)$", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", head) for head in heads[1:])
    assert heads[1].startswith(f"[{__version__}]")


def test_workflows_and_issue_forms_are_valid_yaml() -> None:
    files = sorted((ROOT / ".github").rglob("*.yml"))
    assert len(files) >= 5
    forms = {file.name: yaml.safe_load(text_of(file)) for file in files}
    assert all(isinstance(form, dict) for form in forms.values())
    for name in ("tests.yml", "release.yml"):
        assert all("runs-on" in job or "uses" in job for job in forms[name]["jobs"].values())
    matrix = forms["tests.yml"]["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert (
        matrix["python"]
        == re.findall(r"3\.\d+", text_of(DOCS / "badges/python.svg"))[: len(matrix["python"])]
    )
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert project["requires-python"] == f">={matrix['python'][0]}"


def test_every_target_of_a_workflow_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    for file in (ROOT / ".github" / "workflows").glob("*.yml"):
        assert set(re.findall(r"run: make ([a-z]+)", text_of(file))) <= targets
        assert not FOREIGN.search(text_of(file))


@pytest.fixture(scope="module")
def architecture() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / ".ci"))
        yield importlib.import_module("architecture")


def test_the_picture_of_the_architecture_is_current(architecture: ModuleType) -> None:
    """`make architecture` updates both."""
    graph = architecture.read_graph()
    assert architecture.PICTURE.read_text(encoding="utf-8") == architecture.picture(graph)
    page = architecture.PAGE.read_text(encoding="utf-8")
    assert page == architecture.with_table(page, architecture.table(graph))


def test_an_import_graph_is_read_from_the_source(architecture: ModuleType, tmp_path: Path) -> None:
    for name, text in {
        "__init__": "",
        "low/__init__": "",
        "low/a": "from generator.low import b\ndef late():\n    import generator.high.c\n",
        "low/b": "from generator.low.a import x\n",
        "high/__init__": "",
        "high/c": "from typing import TYPE_CHECKING\nimport generator.low.a\n"
        "if TYPE_CHECKING:\n    from generator.top.d import y\n",
        "top/__init__": "",
        "top/d": "import generator.high.c\nimport generator.low.b\n",
    }.items():
        file = tmp_path / "generator" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    graph = architecture.read_graph(tmp_path / "generator")
    heights, upward = architecture.layers(graph)
    assert heights == {"low": 0, "high": 1, "top": 2}
    assert upward == [("low", "high")]
    assert architecture.cover(graph, upward) == [("high", "low"), ("top", "high")]
    figures = importlib.import_module("import_graph").figures(graph)
    assert figures.splitlines()[-1] == "circles of modules at import: 1"
