"""Program that needs no Python: packs Grimoire, its libraries and Python itself into one archive.

The archive is for the system that this runs on.  It has two programs: `grimoire`, the command, and
`grimoire-studio`, which opens the studio when it is clicked.
"""

import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from generator.base import __version__  # noqa: E402

READ_ME = """Grimoire {version}

Open grimoire-studio: the studio opens in your browser, and your games are in the folder Grimoire
among your documents.  The first start takes a little longer.

In a terminal, `grimoire --help` lists all commands.

Nobody has signed the program, so Windows and macOS warn before they start it the first time.  On
Windows, choose "More info", then "Run anyway".  On macOS, type this in Terminal, with the path of
this folder: xattr -dr com.apple.quarantine FOLDER

The licences of Grimoire, of the games and of all that is packed here are in `licences`.
"""
BUILD_TOOLS = {"pip", "setuptools", "pyinstaller", "pyinstaller-hooks-contrib", "altgraph"}
"""Packages that make the program, and are not in it."""
LICENCE = re.compile(
    r"(licen[cs]e|copying|notice)[^/]*(/[^/]*)*(?<!\.py)(?<!\.pyc)$", re.IGNORECASE
)
"""A file with a licence, or in a folder of licences."""


def main(target: Path) -> None:
    """Write the folder `grimoire` and its archive into `target`."""
    places = (f"--workpath={ROOT / 'build/app'}", f"--distpath={target}")
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", *places]
    subprocess.run([*command, ROOT / ".ci/app.spec"], check=True)
    folder = target / "grimoire"
    (folder / "README.txt").write_text(READ_ME.format(version=__version__), encoding="utf-8")
    write_licences(folder / "licences")
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    name = f"grimoire-{__version__}-{system}-{platform.machine().lower()}"
    kind = "zip" if system == "windows" else "gztar"  # a zip file loses who may run what
    print(shutil.make_archive(str(target / name), kind, target, folder.name))


def write_licences(folder: Path) -> None:
    """Write the licences of Grimoire, of Python and of each library into a folder."""
    folder.mkdir(exist_ok=True)
    for name in ("LICENSE", "NOTICE"):
        shutil.copyfile(ROOT / name, folder / f"{name}.txt")
    places = (Path(sysconfig.get_path("stdlib")), Path(sys.base_prefix))  # Windows has the second
    found = (place / "LICENSE.txt" for place in places if (place / "LICENSE.txt").is_file())
    shutil.copyfile(next(found), folder / "Python.txt")
    for package in distributions():
        if package.name.lower() not in BUILD_TOOLS:
            (folder / f"{package.name}.txt").write_text(licence(package), encoding="utf-8")


def licence(package: Distribution) -> str:
    """What a package says of its licence, then the licences and notices that come with it."""
    facts = package.metadata
    classes = [each for each in facts.get_all("Classifier", []) if each.startswith("License ::")]
    said = [*filter(None, (facts["License-Expression"], facts["License"])), *classes]
    files = [each.locate() for each in package.files or () if LICENCE.search(str(each))]
    texts = [Path(each).read_text(encoding="utf-8", errors="replace") for each in files]
    if not said and not texts:
        raise SystemExit(f"{package.name} does not say what its licence is")
    return "\n\n".join([f"{package.name} {package.version}", *said, *texts])


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
