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

CachedProof: TypeAlias = Callable[[Callable[[], str], Callable[[], list[Fault]]], list[Fault]]
"""Takes a function that gives a checksum of all that a proof examines, and the proof; returns its
faults, from this run or an earlier one."""
PAGES_AT_ONCE = 32
"""Minimum number of pages that a process proves at a time: opening a file takes as long as several."""
SHARES = 16
"""Maximum number of shares of a file's pages, since opening a long file takes longer."""


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
