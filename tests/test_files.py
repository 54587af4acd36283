"""Tests that files are opened in two modules only: one that reads, and one that writes."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tests.sources import nodes_of

ROOT = Path(__file__).resolve().parent.parent

DOORS = re.compile(
    r"""builtins\.(open|exec|eval|compile|__import__)
    |(io|codecs|tokenize|PIL\.Image|pikepdf|pikepdf\.Pdf|webbrowser)\.open|io\.(FileIO|open_code)
    |os\.(open|fdopen|p?open|system|startfile|remove|unlink|rename|renames|replace|mkdir|makedirs|rmdir|removedirs
    |link|symlink|truncate|utime|ch(mod|own|root)|mkfifo|mknod|exec\w+|spawn\w+|posix_spawn\w*|sendfile)
    |(shutil|subprocess|tempfile|sqlite3|tarfile|gzip|bz2|lzma|fileinput|linecache|runpy|mmap|shelve|dbm|pickle
    |ctypes|socket|urllib\.request|http|ftplib|smtplib|configparser|zipfile|openpyxl|xml|pty|imp|zipimport)(\.\w+)+
    |logging\.(FileHandler|handlers(\.\w+)*)|importlib\.(util|machinery)\.\w+|tomllib\.load|json\.load
    |numpy\.(load|loadtxt|genfromtxt|fromfile|memmap|save|savez\w*|savetxt|DataSource)|PIL\.ImageFont\.\w+
    |lxml\.etree\.(parse|iterparse|XSLT|RelaxNG|Schematron)|lxml\.html(\.\w+)*|fontTools\.ttLib\.TTFont
    |reportlab\.(lib\.utils\.ImageReader|pdfgen\.canvas\.Canvas|pdfbase\.ttfonts\.\w+)|pypdfium2\.PdfDocument
    |python_calamine\.(load_workbook|CalamineWorkbook\.from_path)|uharfbuzz\.Blob\.from_file_path
    |jinja2\.(File|Package|Module)\w+|starlette\.(responses\.FileResponse|staticfiles\.\w+)|svgwrite\.Drawing
    |svgelements\.SVG\.parse|pyphen\.Pyphen|babel\.messages\.\w+\.(extract_from_\w+)""",
    re.VERBOSE,
)
"""Functions that open, create, move or remove files, start programs or run code, by full name."""

METHODS = {
    "open", "read_text", "read_bytes", "write_text", "write_bytes", "touch", "mkdir", "rename", "unlink",
    "rmdir", "symlink_to", "hardlink_to", "chmod", "lchmod", "save", "tofile", "drawImage", "extractall",
    "connect", "from_file_path", "from_path", "fromfile",
}  # fmt: skip
"""Methods of paths, pictures and files that do so."""

HARMLESS = re.compile(
    r"""shutil\.(Error|ignore_patterns|get_terminal_size)|zipfile\.(BadZipFile|ZIP_\w+|ZipInfo)|subprocess\.DEVNULL
    |sqlite3\.(\w*Error|Connection|SQLITE_\w+)|xml\.sax\.saxutils\.\w+|xml\.parsers\.expat\.ParserCreate
    |xml\.etree\.ElementTree\.(ParseError|fromstring)|http\.cookies\.\w+|http\.client\.HTTP\w+
    |socket\.(socket|getaddrinfo|[A-Z_]+)|pickle\.(dumps|Pickler|UnpicklingError)|importlib\.util\.find_spec
    |reportlab\.pdfbase\.ttfonts\.TTF(Error|ont)|tempfile\.gettempdir""",
    re.VERBOSE,
)
"""Functions of those modules that open nothing by a path."""

CONTENT = ("BytesIO", "bytes_of", "open_plain", "paint_pdf", "bytes", "read_bytes")
"""Functions and types of content that was read or created, which libraries open instead of a path."""

ALLOWED: dict[str, tuple[set[str], str]] = {
    "base/text_files.py": ({"os.open", "builtins.open"}, "what is read is opened here"),
    "base/put_in_place.py": (
        {"os.open", "builtins.open", "os.rename", "os.replace", "shutil.copymode", "shutil.rmtree",
         "ctypes.CDLL", ".mkdir", ".unlink", ".rmdir"},
        "what is written is put in place here",
    ),
    "base/atomic_output.py": (
        {"io.FileIO", "os.replace", "shutil.copytree", "shutil.rmtree", ".mkdir", ".unlink", ".rmdir",
         ".chmod"},
        "what is written is written here",
    ),
    "cli/__init__.py": ({"builtins.open"}, "the null device stands for a closed stream"),
    "cli/desktop.py": ({".mkdir"}, "the folder of games, among the documents of the user"),
    "cli/output.py": ({"os.open"}, "the null device stands for a stream that broke"),
    "cli/commands/making/studio.py": ({"webbrowser.open"}, "the browser opens an address"),
    "engine/fields/derive.py": ({"builtins.exec"}, "a state's methods are written from its fields"),
    "engine/registry.py": (
        {"importlib.util.spec_from_file_location", "importlib.util.module_from_spec"},
        "games in Python are run from a folder that the user names",
    ),
    "lab/store.py": ({"sqlite3.connect"}, "SQLite opens its file by name; it is proved plain before"),
    "press/cache/serialize.py": ({"pickle.Unpickler"}, "it makes nothing but scenes"),
    "press/cache/store.py": (
        {"os.utime", "os.unlink", ".mkdir", ".chmod"},
        "the cache is a folder of the user's, which nobody else writes",
    ),
    "press/paint/svg.py": ({"svgwrite.Drawing"}, "it is never saved by its name"),
    "press/cut_files.py": ({"svgwrite.Drawing"}, "it is never saved by its name"),
    "press/svg/importer.py": ({"svgelements.SVG.parse"}, "it gets what the sanitizer has left"),
    "press/text/hyphenation.py": ({"pyphen.Pyphen"}, "it opens its own dictionaries"),
    "studio/edit/journal.py": (
        {"builtins.open", ".mkdir", ".unlink"}, "the journal lies in the user's own folder of caches"
    ),
    "studio/guest_entrance.py": (
        {".connect"}, "a socket names this machine's address; it sends nothing"
    ),
    "studio/lab/versions.py": (
        {"shutil.rmtree"}, "versions are copied into the user's own folder of caches"
    ),
    "studio/server.py": (
        {"starlette.responses.FileResponse"}, "a finished file is sent, proved to lie in the folder of builds"
    ),
    "tools/pull/fetch.py": (
        {"urllib.request.HTTPRedirectHandler", "urllib.request.ProxyHandler", "urllib.request.Request",
         "urllib.request.build_opener", "http.client.IncompleteRead"},
        "the one thing that is fetched, when somebody asks for it",
    ),
    "tools/reference/page.py": ({"jinja2.FileSystemLoader"}, "the templates of our own pages"),
    "tools/scaffold.py": ({"shutil.rmtree", ".rmdir"}, "what was made a moment before is taken back"),
}  # fmt: skip
"""The allowed names by place, with reasons; a method of any object begins with a full stop."""

OWN_OBJECTS = re.compile(
    r"""studio/pages/[\w/]+:(dialog|view|kit|self|self\._dialog|self\._editor)|studio/play/example_table:kit
    |cli/terminal_session:(options|session)|engine/console/\w+:(self\._menu|self\.autosave|session\.autosave)
    |engine/scripted/script/\w+:(self|(self|content)\.hands\[name\])|press/preflight/content_stream:part
    |press/cache/build_cache:(cache|artifacts|self\.finished)|publish/verify/pdf_decks:image
    |tools/from_squib/project:self|tools/pull/fetch:opener|studio/pages/play/lab_view:ui\.navigate\.history
    |engine/bots/(mcts:open|observation:(open|bot))|engine/scripted/script/schema:open""",
    re.VERBOSE,
)
"""Modules, and objects in them, that open nothing although they or their methods have such names."""


@cache
def opened() -> tuple[tuple[str, str, str], ...]:
    """Each name of a function that opens a file: module, name and place."""
    return tuple(_opened(ROOT / "generator"))


def _opened(package: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted(package.rglob("*.py")):
        module = path.relative_to(package).as_posix()
        for name, line in named(nodes_of(path), module.removesuffix(".py")):
            yield module, name, f"{path}:{line}"


def named(nodes: Sequence[ast.AST], module: str) -> Iterator[tuple[str, int]]:
    """Each function that opens files in the code of a module, called or not: its full name and the line."""
    imported, content = _imported(nodes), None
    parts = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    types = {id(part) for node in nodes for each in _annotations(node) for part in ast.walk(each)}
    calls = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        name, of = _door(node, {} if id(node) in parts else imported)
        if not name or id(node) in types:
            continue
        content = {*_content(nodes)} if content is None else content
        own = of and OWN_OBJECTS.fullmatch(f"{module}:{ast.unparse(of)}")
        if not own and not (id(node) in calls and _has_content(calls[id(node)], content)):
            yield name, getattr(node, "lineno", 0)


def _door(node: ast.AST, imported: dict[str, str]) -> tuple[str, ast.AST | None]:
    """The name of a function that opens files, and its owner; "" for anything else."""
    name = _whole_name(node, imported)
    method = name.removeprefix("pathlib.Path.")
    if name and (method in METHODS or (DOORS.fullmatch(name) and not HARMLESS.fullmatch(name))):
        return name, node
    if isinstance(node, ast.Attribute) and not name and node.attr in METHODS:
        return f".{node.attr}", node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
        argument = node.args[1]
        if isinstance(argument, ast.Constant) and argument.value in METHODS:
            return f".{argument.value}", node.args[0]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        one = len(node.args) == 1 and not node.keywords  # the one of a text takes two
        if node.func.attr == "replace" and one:
            return ".replace", node.func.value
    return "", None


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    """The types in the annotations of a module."""
    for name in ("annotation", "returns"):
        if isinstance(found := getattr(node, name, None), ast.AST):
            yield found


def _imported(nodes: Sequence[ast.AST]) -> dict[str, str]:
    """The names that a module imports, each with the full name of what it refers to."""
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for each in node.names:
                top = each.name.partition(".")[0]
                found[each.asname or top] = each.name if each.asname else top
        elif isinstance(node, ast.ImportFrom):
            found |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return found


def _whole_name(node: ast.AST, imported: dict[str, str]) -> str:
    """The full name of an imported or built-in object; "" for anything else."""
    if isinstance(node, ast.Attribute):
        above = _whole_name(node.value, imported)
        return f"{above}.{node.attr}" if above else ""
    if isinstance(node, ast.Name):
        return imported.get(node.id) or (
            f"builtins.{node.id}" if hasattr(builtins, node.id) else ""
        )
    return ""


def _content(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The variables of a module that hold content, or a file that was opened by the one function."""
    for node in nodes:
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


def _has_content(node: ast.Call, content: set[str]) -> bool:
    """Whether a function with which a library opens files gets content instead of a path."""
    if isinstance(node.func, ast.Name) and node.func.id in vars(builtins):
        return False
    return any(
        _is_content(each) or ast.unparse(part) in content
        for each in node.args
        for part in ast.walk(each)
    )


WAYS = [
    "import os as o; o.open(p, 0)", "p.open()", "from os import open as look; look(p, 0)", "look = open",
    "map(open, [p])", 'getattr(p, "open")()', "numpy.load(p)", "Image.open(p)", "ImageReader(p)",
    "load_workbook(p)", "sqlite3.connect(p)", "subprocess.run([p])", "os.system(p)", "shutil.copy(p, p)",
    "os.replace(p, p)", "p.replace(p)", "tarfile.TarFile(p)", "etree.parse(p)", "FileResponse(p)",
    "image.save(p)", "self.open(p)", "Path.read_text", "exec(p)", "open(bytes(p))", "TTFont(p)",
]  # fmt: skip
IMPORTS = """import numpy, os, shutil, sqlite3, subprocess, tarfile
from fontTools.ttLib import TTFont
from lxml import etree
from openpyxl import load_workbook
from pathlib import Path
from PIL import Image
from reportlab.lib.utils import ImageReader
from starlette.responses import FileResponse
"""


def named_in(text: str) -> list[str]:
    """The functions that open files in a new module with this text."""
    return [name for name, _ in named([*ast.walk(ast.parse(IMPORTS + text))], "new")]


def test_every_way_to_open_a_file_is_detected() -> None:
    assert [way for way in WAYS if not named_in(way.replace("; ", "\n"))] == []
    harmless = "def a(p: ZipFile): return text.replace('a', 'b'), Image.open(BytesIO(p)), TTFont"
    assert named_in(harmless) == ["fontTools.ttLib.TTFont"]


def test_files_are_opened_in_two_modules_only() -> None:
    wrong = [
        f"{place}: {name}"
        for module, name, place in opened()
        if name not in ALLOWED.get(module, (set(), ""))[0]
    ]
    assert not wrong, "\n".join(wrong)


def test_every_exception_is_needed() -> None:
    found = {(module, name) for module, name, _ in opened()}
    allowed = {(module, name) for module, (names, _) in ALLOWED.items() for name in names}
    assert allowed <= found
