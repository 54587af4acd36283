"""The list of commands tells what the commands say of themselves, and loads none of them."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import generator.cli
from generator.cli.lazy_commands import COMMANDS, LazyCommands

HEAVY = {"pydantic", "reportlab", "jinja2", "PIL", "pikepdf", "numpy", "babel", "yaml"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_it_says_itself(name: str) -> None:
    sentence = LazyCommands()[name].get_short_help_str(limit=200)
    assert COMMANDS[name].says == sentence


def test_every_command_there_is_stands_in_the_list() -> None:
    folder = Path(generator.cli.__file__).parent / "commands"
    modules = [
        import_module(f"generator.cli.commands.{file.stem}")
        for file in folder.glob("[a-z]*.py")
        if "typer.Typer()" in file.read_text("utf-8")
    ]
    commands = [each for module in modules for each in module.app.registered_commands]
    assert len(commands) == len(COMMANDS)
    assert {entry.module for entry in COMMANDS.values()} == {
        module.__name__.rpartition(".")[2] for module in modules
    }


def loaded_by(*words: str) -> set[str]:
    """The libraries that a command has loaded when it is done."""
    code = (
        "import sys\nfrom generator.cli import main\n"
        f"sys.argv[1:] = {list(words)}\n"
        "try:\n    main()\nfinally:\n    print(*{name.partition('.')[0] for name in sys.modules})"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def test_help_loads_no_engine() -> None:
    assert not loaded_by("--help") & HEAVY


def test_simulate_loads_nothing_that_draws() -> None:
    drawing = {"reportlab", "PIL", "pikepdf", "numpy", "babel", "lxml", "uharfbuzz", "fontTools"}
    assert not loaded_by("simulate", "grizzled", "--games", "1", "--json") & drawing
