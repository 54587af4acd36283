"""Tests of the list of commands: it repeats the help of the commands, and loads none of them."""

import subprocess
import sys
from pathlib import Path

import pytest

import generator.cli.commands
from generator.cli.command import Command
from generator.cli.commands import COMMANDS, SHARED_MODULES, load_command

HEAVY = {"pydantic", "reportlab", "jinja2", "PIL", "pikepdf", "numpy", "babel", "yaml"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_and_the_help_describe_a_command_alike(name: str) -> None:
    sentence = load_command(name).get_short_help_str(limit=200)
    assert COMMANDS[name] == sentence


def test_every_command_is_in_the_list() -> None:
    folder = Path(generator.cli.commands.__file__).parent
    files = {
        file.stem for file in folder.glob("*/[a-z]*.py") if "@command" in file.read_text("utf-8")
    }
    assert files == {SHARED_MODULES.get(name, name) for name in COMMANDS}
    for file in files:
        load_command(file)
        (module,) = (
            module
            for name, module in sys.modules.items()
            if name.startswith(f"{generator.cli.commands.__name__}.") and name.endswith(f".{file}")
        )
        made = [each for each in vars(module).values() if isinstance(each, Command)]
        assert {each.name for each in made} == {
            name for name in COMMANDS if SHARED_MODULES.get(name, name) == file
        }


def loaded_by(*words: str) -> set[str]:
    """The libraries that a command has loaded at its end."""
    return {name.partition(".")[0] for name in modules_after(*words)}


def modules_after(*words: str) -> set[str]:
    """The modules that a command has loaded at its end."""
    code = (
        "import sys\nfrom generator.cli import main\n"
        f"sys.argv[1:] = {list(words)}\n"
        "try:\n    main()\nfinally:\n    print(*sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return set(result.stdout.splitlines()[-1].split())


def test_help_loads_no_engine() -> None:
    assert not loaded_by("--help") & HEAVY


def test_simulate_loads_no_drawing_library() -> None:
    drawing = {"reportlab", "PIL", "pikepdf", "numpy", "babel", "lxml", "uharfbuzz", "fontTools"}
    assert not loaded_by("simulate", "grizzled", "--games", "1", "--json") & drawing


def test_kits_and_version_load_few_modules() -> None:
    """Start-up time is what a person waits for, and `kits` draws nothing."""
    ours = {
        words: [m for m in modules_after(words) if m.startswith("generator")] for words in STARTS
    }
    assert {words: len(names) for words, names in ours.items() if len(names) > STARTS[words]} == {}


STARTS = {"kits": 37, "--version": 12, "--help": 12}
"""The most modules of Grimoire that a command may load."""
