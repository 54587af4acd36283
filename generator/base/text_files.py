"""Safe reading of files: plain, bounded, inside their folder; errors say why they cannot be read.

Every file that Grimoire reads is opened here (`open_plain`), and a test ensures that no other
module opens one: a device never ends, a pipe waits for ever, and a sparse file is larger than it
looks.  All line ends become line feeds, so a kit checked out on Windows gives the same bytes as
elsewhere.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from dataclasses import replace
from io import BufferedReader
from pathlib import Path

from generator.base.errors import Fault, KitError, Place, did_you_mean, short

MAX_BYTES = 16 * 1024 * 1024
"""Largest data file, in bytes."""

MAX_FILE_BYTES = 512 * 1024 * 1024
"""Largest file of any kind, in bytes: a picture, a finished PDF."""

_READ = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NONBLOCK", "O_NOCTTY"))

LONGEST_NAME, LONGEST_PATH = 255, 4000
"""Most bytes of a file's name, and of its whole path, on common file systems."""

# Invisible characters that no data file needs.  U+0085, U+2028 and U+2029 are among them
# because some programs count them as line ends and others do not: line numbers would disagree.
_SURROGATES = re.compile("[\ud800-\udfff]+")
INVISIBLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")

_LINK_LOOP = re.compile("Symlink loop from '(.*)'", re.DOTALL)
"""The message of pathlib before Python 3.13; later ones leave it to the system."""

_SHOWN = 20
"""Most bytes quoted before one that is not UTF-8."""
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def shown_name(path: Path) -> str:
    """The file's name as a user knows it: relative to the working directory if the file is inside."""
    name = str(path)
    with suppress(FileNotFoundError):  # the working directory has been deleted
        full, here = Path(os.path.abspath(path)), Path.cwd()
        if full.is_relative_to(here):
            name = full.relative_to(here).as_posix()
    return _SURROGATES.sub("\ufffd", name)  # for names that cannot be decoded on this system


def link_loop(error: RuntimeError) -> Fault | None:
    """The fault of a link that leads back to itself; None for any other error."""
    found = _LINK_LOOP.fullmatch(str(error))
    if found is None:
        return None
    path = Path(found[1])
    links = (each for each in (*reversed(path.parents), path) if each.is_symlink())
    place = Place(shown_name(next((link for link in links if not link.exists()), path)))
    message = "is a link that leads back to itself"
    return Fault(message, place, hint="delete it", check="file-name")


def is_inside(path: Path, *roots: Path) -> bool:
    """Whether a path lies in one of these resolved folders once its links are followed."""
    try:
        end = path.resolve()
    except (OSError, RuntimeError, ValueError):  # a cycle of links, or no valid file name
        return False
    # From Python 3.13 on, a cycle of links ends at one of them.
    return any(map(end.is_relative_to, roots)) and not end.is_symlink()


def inside(folder: Path, name: str) -> Path:
    """Return the file called `name` in `folder`.

    Raises KitError if the name leads out of the folder, by "..", an absolute path or a link.
    """
    path = folder / name
    lengths = [len(part.encode(errors="replace")) for part in (*name.split("/"), str(path))]
    if lengths.pop() > LONGEST_PATH or max(lengths) > LONGEST_NAME:
        raise KitError(f'"{short(name)}" is too long for a file name', check="file-name")
    if not is_inside(path, folder.resolve()):
        message = f'"{name}" points outside the folder {shown_name(folder)}'
        raise KitError(message, hint="name a file inside that folder", check="file-name")
    return path


def read_text(path: Path, shown: str) -> str:
    """Read the text of a UTF-8 file, without its byte order mark.

    Raises KitError, naming the file as `shown` and the line if possible, if the file is missing,
    not a plain file, unreadable, larger than `MAX_BYTES`, not UTF-8 or contains invisible
    characters.
    """
    return decoded_text(read_bytes(path, shown), shown)


def decoded_text(content: bytes, shown: str) -> str:
    """Decode the bytes of a UTF-8 file.  Raises KitError as `read_text` does."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(content, error.start, shown) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    check_visible(text, Place(shown, 1))
    return text


def check_visible(text: str, first: Place) -> None:
    """Raise KitError, with its line, for an invisible character in a text whose first line is there."""
    if unseen := INVISIBLE.search(text):
        message = f"contains the invisible character U+{ord(unseen[0]):04X}"
        line = first.line and first.line + text.count("\n", 0, unseen.start())
        raise KitError(
            message, place=replace(first, line=line), hint="delete it", check="file-encoding"
        )


def read_bytes(path: Path, shown: str) -> bytes:
    """Read the content of a file.  Raises KitError if it is missing, not a plain file, unreadable
    or larger than `MAX_BYTES`.
    """
    place = Place(shown)
    try:
        if path.is_dir():
            raise KitError("is a folder, not a file", place=place, check="file-not-readable")
        return bytes_of(path, MAX_BYTES)
    except FileNotFoundError:
        raise KitError(
            "there is no such file", place=place, hint=_name_hint(path), check="file-not-found"
        ) from None
    except OSError as error:
        if error.errno == errno.EFBIG:
            message = f"is larger than {MAX_BYTES // 1024**2} MB"
            hint = "split or shorten it"
            raise KitError(message, place=place, hint=hint, check="file-too-large") from None
        reason = error.strerror or str(error)
        said = reason if error.errno == errno.EINVAL else f"cannot be read: {reason.lower()}"
        raise KitError(said, place=place, check="file-not-readable") from error


def bytes_of(path: Path, most: int = MAX_FILE_BYTES) -> bytes:
    """Read the content of a file.  Raises OSError as `open_plain` does."""
    with open_plain(path, most) as file:
        # Reading `most` bytes would reserve them all, half a gigabyte for the smallest file.
        return file.read(min(most, os.fstat(file.fileno()).st_size + 1))


def open_plain(path: Path, most: int = MAX_FILE_BYTES) -> BufferedReader:
    """Open a plain file for reading.  Every file that is read is opened here.

    Raises OSError, before a byte is read, if it is not a plain file or is larger than `most`.
    """
    try:
        _check_plain(path, os.stat(path), most)  # opening a device can be enough to wake it
        number = os.open(path, _READ)
    except ValueError:  # a NUL character
        raise OSError(errno.EINVAL, "is not a valid file name", str(path)) from None
    try:
        _check_plain(path, os.fstat(number), most)
        return open(number, "rb")
    except BaseException:
        os.close(number)
        raise


def _check_plain(path: Path, found: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "is not a regular file", str(path))
    if found.st_size > most:
        raise OSError(errno.EFBIG, f"is larger than {most // 1024**2} MB", str(path))


def _name_hint(path: Path) -> str:
    try:
        return did_you_mean(path.name, (entry.name for entry in path.parent.iterdir()))
    except OSError:
        return ""


def _not_utf8(content: bytes, start: int, shown: str) -> KitError:
    csv = "CSV " if shown.lower().endswith(".csv") else ""
    hint = f'save the file as "{csv}UTF-8"'
    if content.startswith(UTF16_MARKS):
        return KitError(
            "is UTF-16 text, not UTF-8", place=Place(shown, 1), hint=hint, check="file-encoding"
        )
    place = Place(shown, len(re.findall(rb"\r\n|\r|\n", content[:start])) + 1)
    before = content[max(0, start - _SHOWN) : start].decode(errors="ignore").splitlines() or [""]
    message = f'is not UTF-8 text: the letter after "{before[-1]}" is saved otherwise'
    return KitError(message, place=place, hint=hint, check="file-encoding")
