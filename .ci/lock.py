"""Lock files: writes requirements/, exact versions and checksums of all that each extra needs.

The newest versions are looked for once, for all extras together, so that they fit into one environment:
`uv` does it for every system and every Python that pyproject.toml allows, and it is installed for that
into an environment that is thrown away.  A file for each of `EXTRAS` then repeats what that one needs.
"""

import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

EXTRAS = ("dev", "bench", "docs")
HEAD = "# Versions and checksums of what the extra `{}` needs.  Written by `make lock`.\n"
OPTIONS = (
    "--universal", "--generate-hashes", "--no-header", "--no-annotate",
    "--python-version", "3.11", "--quiet",
)  # fmt: skip


def main(target: Path) -> None:
    """Write a file for each extra into the folder `target`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder, with_pip=True)
        pip = [folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run([*pip, "install", "uv"], check=True)
        all_of_them = _pins(folder, EXTRAS)
        (folder / "all.txt").write_text(all_of_them, encoding="utf-8")
        pins = {each: _pins(folder, [each], "--constraint", folder / "all.txt") for each in EXTRAS}
    target.mkdir(exist_ok=True)
    for extra, text in pins.items():
        (target / f"{extra}.txt").write_text(HEAD.format(extra) + text, encoding="utf-8")


def _pins(folder: Path, extras: Sequence[str], *more: str | Path) -> str:
    """What uv answers for some extras together."""
    wanted = [word for extra in extras for word in ("--extra", extra)]
    compiled = [folder / "bin/uv", "pip", "compile", "pyproject.toml", *OPTIONS, *wanted, *more]
    return subprocess.run(compiled, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
