"""Lock file: writes constraints.txt, one exact version of each package that pyproject.toml needs.

Everything, with the tools for development, for the bench and for the documentation, is installed into
an empty environment that is thrown away afterwards.  Run it with the oldest Python that Grimoire
supports: what installs there installs on the newer ones, too, as `make` on each of them shows.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HEAD = "# Exact versions of everything Grimoire is built and tested with.  Written by `make lock`."


def main(target: Path) -> None:
    """Write `target`, sorted by name, without addresses."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", "--upgrade", ".[dev,bench,docs]"], check=True)
        freeze = [*pip, "freeze", "--exclude", "grimoire"]
        frozen = subprocess.run(freeze, check=True, capture_output=True, text=True).stdout
    pins = sorted(frozen.splitlines(), key=lambda pin: pin.lower().split("=="))
    target.write_text("\n".join([HEAD, *pins, ""]), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
