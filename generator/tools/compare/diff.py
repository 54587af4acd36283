"""The `diff` command: compares two versions of a kit, and writes a PDF of the changes.

A version is a folder written by `grimoire build`, or one with the kit's `data` and `templates`,
such as a checkout of an older state, which is built first.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

from generator.base.atomic_output import check_can_write, make_folder, scratch, write_whole
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, Progress
from generator.tools.compare.compare import book_changes, compare
from generator.tools.compare.crop import Pages
from generator.tools.compare.report import KitDiff, report
from generator.tools.compare.sources import open_version


def diff(
    old: Path,
    new: Path,
    out: Path,
    like: BuildRequest,
    progress: Progress,
    store: Store | None = None,
) -> KitDiff:
    """Compare two versions of the kit `like.kit.name` ("": the only one) and write the PDF `out`.

    Versions that are not built are built in a scratch folder with the options of the request
    `like`.  Nothing is written if nothing has changed.  Raises KitError if the versions cannot be
    compared, and the errors of a build.
    """
    check_can_write(out)
    name = like.kit.name
    with scratch() as aside:
        before = open_version(old, name, like, aside / "old", store, progress)
        after = open_version(new, name or before.manifest.kit, like, aside / "new", store, progress)
        changes = compare(before, after)
        with closing(Pages(before.folder)) as was, closing(Pages(after.folder)) as now:
            progress("compare", 0, 1)
            found = KitDiff(before, after, changes, book_changes(before, after, was, now))
            if found:
                pictures = aside / "pictures"
                make_folder(pictures)
                paper, watch = like.target.paper, partial(progress, "draw")
                write_whole(out, report(found, was, now, pictures, paper, watch))
    return found
