"""Tests of bounded work: on hostile kits of up to a megabyte, each command ends within 10 s and 1 GB."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.press.running import FIND, Workshop

resource = pytest.importorskip("resource")

SECONDS, BYTES = 10, 1_000_000_000
CATALOGUE = "data/tidewrack/languages/fr.po"
TURNS = "data/tidewrack/turns.yaml"
HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
RUN = (
    "import resource, sys; from generator.cli import main; "
    f"resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS})); "
    "sys.argv[0] = 'grimoire'; main()"
)
# The peak of a process counts that of the one that started it, so a small one does.
MEASURE = (
    "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:]); "
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(code)"
)


def entries(workshop: Workshop) -> None:
    text = "".join(f'msgid "{n}"\nmsgstr "a"\n' for n in range(37_000))
    workshop.write(CATALOGUE, HEAD + text)


def one_message(workshop: Workshop) -> None:
    workshop.write(CATALOGUE, HEAD + f'msgid "{"ab " * 300_000}"\nmsgstr "b"\n')


def choices(workshop: Workshop) -> None:
    text = workshop.path(TURNS).read_text(encoding="utf-8")
    more = "".join(f"      way-{n}:\n" for n in range(20_000))
    workshop.write(TURNS, text.replace("turn:\n", f"turn:\n  - choose:\n{more}", 1))


def code_in_a_tag(workshop: Workshop) -> None:
    workshop.edit(FIND, "<card", "{% if 0 %}<a " + "{{ a }}" * 30_000 + "{% endif %}<card")


def branches(workshop: Workshop) -> None:
    workshop.edit(FIND, "<card", "{% if a %}" + "{% elif b %}" * 20_000 + "{% endif %}<card")


def long_title(workshop: Workshop) -> None:
    workshop.edit("data/tidewrack/game.yaml", "title: Tidewrack", "title: " + "Tidewrack" * 90_000)


def long_words(workshop: Workshop) -> None:
    text = "".join(f"{chr(97 + n % 26) * 9_000}\n\n" for n in range(26))
    rules = workshop.path("templates/tidewrack/rulebook.md.j2")
    workshop.write(
        str(rules.relative_to(workshop.folder)), rules.read_text(encoding="utf-8") + text
    )


def long_sum(workshop: Workshop) -> None:
    workshop.edit(FIND, "<card", "{% if 1" + " + 1" * 200_000 + " %}{% endif %}<card")


WORDS = ["words", "tidewrack", "--language", "fr"]


@pytest.mark.parametrize(
    ("make", "command", "message"),
    [
        (entries, WORDS, "has more than 25,000 messages"),
        (one_message, WORDS, "a message has more than 50,000 characters"),
        (choices, ["simulate", "tidewrack", "--games", "1"], "has more than 1,000 values"),
        (long_title, WORDS, "a text to translate has more than 10,000 characters"),
        (long_words, WORDS, ""),
        (long_sum, WORDS, ""),
        (code_in_a_tag, WORDS, ""),
        (branches, ["build", "tidewrack", "--draft", "--no-cache"], "too many tags"),
    ],
)
def test_commands_on_the_worst_kits_are_bounded(
    make: Callable[[Workshop], None], command: list[str], message: str, tmp_path: Path
) -> None:
    workshop = Workshop(tmp_path)
    workshop.path(CATALOGUE).parent.mkdir(parents=True, exist_ok=True)
    make(workshop)
    kits = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size > 20_000]
    assert sum(path.stat().st_size for path in kits) < 1_100_000
    process = subprocess.run(
        [sys.executable, "-c", MEASURE, sys.executable, "-c", RUN, *command],
        cwd=tmp_path,
        text=True,
        capture_output=True,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    output, peak = process.stderr, int(process.stdout.splitlines()[-1])
    assert process.returncode in (0, 1, 2), output
    assert message in output
    assert "fault of Grimoire" not in output
    assert 10_000_000 < peak * (1 if sys.platform == "darwin" else 1024) < BYTES
