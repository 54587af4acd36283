"""The command line: turns words into requests, and results into lines, files and an exit code.

Results go to stdout, messages to stderr, one line a fault.  Exit codes: 0 fine, 1 faults were
found, 2 the request or its input cannot be used.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from generator import __version__, kit
from generator.errors import Fault, KitError
from generator.model.load import shown_name
from generator.press import looks
from generator.press.finding import Roots
from generator.press.loading import load_kit
from generator.sheets import turnover

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Turn data and templates into print-and-play kits, maps and rulebooks.",
)

Kits = Annotated[list[str] | None, typer.Argument(help="Names of kits; none means all.")]
OneKit = Annotated[str, typer.Argument(help="Name of a kit; `grimoire kits` lists them.")]
Data = Annotated[
    Path | None, typer.Option("--data", help="Your folder of kits' data, or one kit's own.")
]
Templates = Annotated[
    Path | None, typer.Option("--templates", help="Your folder of templates, or one kit's own.")
]
Out = Annotated[Path, typer.Option("-o", "--out", help="Folder that gets a folder a kit.")]
Paper = Annotated[str, typer.Option(help="a4, letter, or another paper of data/shared.")]
Backs = Annotated[turnover.Backs, typer.Option(help="The edge your printer turns paper over.")]
Ink = Annotated[looks.Ink, typer.Option(help="low: no large coloured areas.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, nothing else.")]


@app.command(
    epilog="Examples: `grimoire build`, `grimoire build grumbles --paper letter --backs short-edge`, "
    "`grimoire build grumbles --only tiles --ink low -o /tmp/kits`."
)
def build(
    kits: Kits = None,
    paper: Paper = "a4",
    backs: Backs = "long-edge",
    ink: Ink = "full",
    only: Annotated[str, typer.Option(help="Just this part: cards, board, ...")] = "",
    out: Out = Path("output"),
    data: Data = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Build kits: everything to print and cut, the rulebook, maps and monitors."""
    roots = Roots(data, templates)
    requests = [
        kit.Request(name, roots, out, paper, backs, ink, only) for name in kits or roots.names()
    ]
    if not requests:
        raise KitError(f"there are no kits in {shown_name(data or Path())}")
    _build(requests, as_json)


@app.command(epilog="Example: `grimoire maps grumbles -o /tmp/maps`.")
def maps(
    name: OneKit,
    paper: Paper = "a4",
    ink: Ink = "full",
    out: Out = Path("output"),
    data: Data = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Export a kit's maps: SVG at true size, and a PDF to print."""
    roots = Roots(data, templates)
    _build([kit.Request(name, roots, out, paper, "none", ink, kit.MAPS)], as_json)


@app.command(epilog="Example: `grimoire monitors ggt --paper letter`.")
def monitors(
    name: OneKit,
    paper: Paper = "a4",
    ink: Ink = "full",
    out: Out = Path("output"),
    data: Data = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Export a kit's monitors and player mats: SVG at true size, and a PDF to print."""
    roots = Roots(data, templates)
    _build([kit.Request(name, roots, out, paper, "none", ink, kit.MONITORS)], as_json)


@app.command(epilog="Example: `grimoire rulebook grumbles --paper letter`.")
def rulebook(
    name: OneKit,
    paper: Paper = "a4",
    ink: Ink = "full",
    out: Out = Path("output"),
    data: Data = None,
    templates: Templates = None,
    as_json: Json = False,
) -> None:
    """Build a kit's rulebook alone."""
    roots = Roots(data, templates)
    _build([kit.Request(name, roots, out, paper, "none", ink, kit.RULEBOOK)], as_json)


@app.command(epilog="Examples: `grimoire check`, `grimoire check mygame --data data --json`.")
def check(
    kits: Kits = None, data: Data = None, templates: Templates = None, as_json: Json = False
) -> None:
    """Check kits: their data, every stated identity, and that all faces can be drawn."""
    roots = Roots(data, templates)
    results: list[dict[str, Any]] = []
    code = 0
    for name in kits or roots.names():
        faults: tuple[Fault, ...] = ()
        checks: list[dict[str, object]] = []
        try:
            checks = [
                {"check": entry.slug, "says": entry.says, "passed": entry.passed}
                for entry in kit.check(name, roots)
            ]
        except KitError as error:
            faults = error.faults
            code = max(code, error.exit_code)
        results.append(
            {"kit": name, "checks": checks, "faults": [fault.as_data() for fault in faults]}
        )
        _complain(faults)
        if not as_json and not faults:
            print(f"{name}: {len(checks)} checks passed")
    if as_json:
        _print_json({"kits": results})
    raise typer.Exit(code)


@app.command(epilog="Examples: `grimoire kits`, `grimoire kits --json`.")
def kits(data: Data = None, templates: Templates = None, as_json: Json = False) -> None:
    """List the kits there are."""
    roots = Roots(data, templates)
    told = []
    for name in roots.names():
        file = load_kit(roots.find(name)).file
        told.append(
            {
                "kit": name,
                "title": file.title,
                "version": file.version,
                "players": list(file.players),
                "summary": file.summary,
            }
        )
    if as_json:
        _print_json({"kits": told})
        return
    for one in told:
        fewest, most = one["players"]
        players = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        print(f"{one['kit']:12} {one['title']}, {players} players. {one['summary']}")


def _build(requests: list[kit.Request], as_json: bool) -> None:
    """Build each request; those that fail do not keep the others from being built."""
    built: list[kit.Built] = []
    faults: list[Fault] = []
    code = 0
    with _progress() as progress:
        for request in requests:
            task = progress.add_task(request.kit, total=7, step="")

            def watch(step: str, done: int, of: int, task: Any = task) -> None:
                progress.update(task, completed=done, total=of, step=step)

            try:
                built.append(kit.build(request, watch))
            except KitError as error:
                faults += error.faults
                code = max(code, error.exit_code)
    _complain(faults)
    if as_json:
        _print_json(
            {
                "built": [
                    {
                        "kit": one.kit,
                        "folder": str(one.folder),
                        "files": [{"path": made.path, "pages": made.pages} for made in one.files],
                    }
                    for one in built
                ],
                "faults": [fault.as_data() for fault in faults],
            }
        )
    else:
        for one in built:
            for made in one.files:
                pages = f"{made.pages} page{'s' * (made.pages != 1)}"
                print(f"{shown_name(one.folder / made.path)} ({pages})")
    raise typer.Exit(code)


def _progress() -> Progress:
    """A progress bar on a terminal, nothing in a pipe."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


def _complain(faults: tuple[Fault, ...] | list[Fault]) -> None:
    for fault in faults:
        print(fault, file=sys.stderr)


def _print_json(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False, indent=1))


def _version(wanted: bool) -> None:
    if wanted:
        print(f"grimoire {__version__}")
        raise typer.Exit


@app.callback()
def _grimoire(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


@contextmanager
def _told_in_one_line() -> Iterator[None]:
    """Every error becomes a line on stderr and an exit code; a traceback is never shown."""
    try:
        yield
    except KitError as error:
        _complain(error.faults)
        raise SystemExit(error.exit_code) from None
    except typer.TyperException as error:
        print(f"grimoire: {error.format_message()} Try --help.", file=sys.stderr)
        raise SystemExit(2) from None
    except (KeyboardInterrupt, typer.Abort):
        print("grimoire: stopped; nothing half-done was left behind", file=sys.stderr)
        raise SystemExit(130) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"grimoire: {where}{error.strerror or error}", file=sys.stderr)
        raise SystemExit(2) from None
    except Exception as error:
        if os.environ.get("GRIMOIRE_DEBUG"):
            raise
        print(
            f"grimoire: this is a fault of Grimoire itself: {type(error).__name__}: {error}; "
            "please report it (GRIMOIRE_DEBUG=1 shows where)",
            file=sys.stderr,
        )
        raise SystemExit(2) from None


def main() -> NoReturn:
    """Run the command that the program's arguments name."""
    # Scenes and records hold no circles, so hunting for them so often only costs time (a sixth).
    gc.set_threshold(100_000)
    with _told_in_one_line():
        code = app(standalone_mode=False)
        raise SystemExit(code if isinstance(code, int) else 0)
