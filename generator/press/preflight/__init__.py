"""Preflight: checks the finished files of a kit, read back from disk.

Nothing here relies on how the files were made: the manifest states what should be on every page,
the PDF shows what is, and the two are compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from math import ceil
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import Fault, KitError
from generator.base.side_by_side import side_by_side
from generator.press.manifest import FileEntry, Manifest, read_manifest
from generator.press.preflight.booklet import booklet_faults
from generator.press.preflight.cut_files import cut_file_faults
from generator.press.preflight.files import file_faults
from generator.press.preflight.pages import page_faults
from generator.press.preflight.placement import placement_faults
from generator.press.request import MANIFEST

PROOFS = {
    "proof-file": "every file can be read and matches its checksum in the manifest",
    "proof-page-size": "every page has the stated size, and none is larger than the paper",
    "proof-font": "every font is embedded as a subset",
    "proof-image": "every image is in the file and has at least 100 dots per inch, unless the kit allows "
    "fewer",
    "proof-resource": "every font, pattern, colour space and graphics state that is used is in the file",
    "proof-count": "every copy of every piece has each of its faces printed once",
    "proof-tile": "the tiles of a large piece cover all of it and overlap as stated, and their arrows are "
    "not cut off",
    "proof-overlap": "no two pieces overlap",
    "proof-margin": "no piece extends into the margin that home printers cannot print",
    "proof-back": "every back lies behind its front",
    "proof-reach": "the art of every back extends 1 mm beyond its cut, or to the back beside it",
    "proof-fold": "every fold is drawn, at least 5 mm from all art",
    "proof-place": "every face has the position and rotation stated in the manifest, and true size",
    "proof-mark": "no mark and no caption lies on a piece",
    "proof-cut": "every file for a cutting machine cuts along each outline that is printed, and nowhere else",
    "proof-register": "every registration mark for a cutting machine is printed, with nothing near it",
    "proof-precut": "every piece on a precut sheet lies in a place of its own, and fills it",
    "proof-booklet": "a booklet has each page of the rulebook once, in reading order",
    "proof-screen": "every page for screens is well formed and loads nothing, and its links work",
    "proof-safe": "all text begins within the safe zone of its piece",
    "proof-order": "every page has the number in its caption",
    "proof-ruler": "the ruler on the first page is 50 mm long",
    "proof-seen": "every face is visible in its place (backs, through the paper), with nothing on it",
    "proof-tag": "a tagged file has each piece of content under one element, and describes every picture",
}
"""What is proved, by the slug of its faults; the last four are left to `grimoire proof`."""


CachedProof: TypeAlias = Callable[[Callable[[], str], Callable[[], list[Fault]]], list[Fault]]
"""Takes a function that gives a checksum of all that a proof examines, and the proof; returns its
faults, from this run or an earlier one."""
PAGES_AT_ONCE = 32
"""Least pages that a process proves at a time: opening a file takes as long as several pages."""
SHARES = 16
"""Most shares of a file's pages, since opening a long one takes longer."""


def preflight(folder: Path, run: CachedProof = lambda what, prove: prove()) -> tuple[Fault, ...]:
    """All faults of the finished kit in `folder`; empty if it may be printed.

    `run` may skip the proof of pages whose file and manifest entries were proved before.  Whether
    the bytes are those that the manifest sums up is checked in any case.
    """
    try:
        manifest = read_manifest(folder / MANIFEST)
    except KitError as error:
        return error.faults
    proofs: list[Callable[[], list[Fault]]] = [
        partial(placement_faults, manifest, folder),
        *(
            proof
            for entry in manifest.files
            for proof in _file_proofs(entry, manifest, folder, run)
        ),
        partial(booklet_faults, manifest, folder),
        partial(cut_file_faults, manifest, folder),
    ]
    return tuple(dict.fromkeys(chain.from_iterable(side_by_side(proofs))))


def _file_proofs(
    entry: FileEntry, manifest: Manifest, folder: Path, run: CachedProof
) -> Iterator[Callable[[], list[Fault]]]:
    """The proofs of a file: of its pages if it can be read, a few pages each."""
    if faults := file_faults(entry, folder):
        yield lambda: faults
        return
    entry_digest = cache(partial(_entry_digest, entry, manifest))
    count = entry.pages if entry.path.endswith(".pdf") else 1
    at_once = max(PAGES_AT_ONCE, ceil(count / SHARES))
    for first in range(0, max(count, 1), at_once):
        pages = range(first, first + at_once)
        prove = partial(page_faults, entry, manifest, folder, pages)
        yield partial(run, partial(_with_pages, entry_digest, pages), prove)


def _entry_digest(entry: FileEntry, manifest: Manifest) -> str:
    """A checksum of a file, and of everything that the manifest states of it."""
    digest = hashlib.sha256(repr((entry, manifest.paper, manifest.options)).encode())
    for piece in manifest.pieces:
        placed = tuple(face for face in piece.faces if face.file == entry.path)
        if placed:
            digest.update(repr(replace(piece, faces=placed)).encode())
    cuts = [cut for cut in manifest.cuts if any(page.file == entry.path for page in cut.pages)]
    precut = [each for each in manifest.precut if each.file == entry.path]
    digest.update(repr((cuts, precut)).encode())
    return digest.hexdigest()


def _with_pages(entry_digest: Callable[[], str], pages: range) -> str:
    return f"{entry_digest()} {pages}"
