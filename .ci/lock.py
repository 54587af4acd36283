"""Lock files: writes requirements/, exact versions and checksums of all that each extra needs.

The newest versions are looked for once, for all extras together, so that they fit into one environment:
`uv` does it for every system and every Python that pyproject.toml allows, and it is installed for that,
as it was pinned last, into an environment that is thrown away.  A file for each of `EXTRAS` then repeats
what that one needs, and one for `TOOLS` what is run on the others.
"""

import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

EXTRAS = ("dev", "app", "bench", "docs")
TOOLS = "tools"
HEAD = "# Versions and checksums of what `{}` needs.  Written by `make lock`.\n"
OPTIONS = (
    "--universal", "--generate-hashes", "--no-header", "--no-annotate",
    "--python-version", "3.11", "--quiet",
)  # fmt: skip


def main(target: Path) -> None:
    """Write a file for each extra into the folder `target`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder, with_pip=True)
        pip = [str(folder / "bin/python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        hashed = ["--no-deps", "--require-hashes", "--requirement", str(target / f"{TOOLS}.txt")]
        subprocess.run([*pip, "install", *hashed], check=True)
        (folder / "all.txt").write_text(_pins(folder, *_extras(EXTRAS)), encoding="utf-8")
        pins = {
            each: _pins(folder, *_extras([each]), "--constraint", folder / "all.txt")
            for each in EXTRAS
        } | {TOOLS: _pins(folder, "--group", TOOLS)}
    for needed_by, text in pins.items():
        (target / f"{needed_by}.txt").write_text(HEAD.format(needed_by) + text, encoding="utf-8")


def _extras(extras: Sequence[str]) -> list[str]:
    return ["pyproject.toml", *(word for extra in extras for word in ("--extra", extra))]


def _pins(folder: Path, *wanted: str | Path) -> str:
    """What uv answers for all that is wanted together."""
    compiled = [folder / "bin/uv", "pip", "compile", *OPTIONS, *wanted]
    return subprocess.run(compiled, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
