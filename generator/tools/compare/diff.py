"""The `diff` command: compares two versions of a kit, and writes a PDF of the changes.

A version is a folder written by `grimoire build`, or one with the kit's `data` and `templates`,
such as a checkout of an older state, which is built first.
"""

from __future__ import annotations

from contextlib import closing
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
    with scratch() as aside:

        def on_build(step: str) -> None:
            progress(step, 0, 1)

        before = open_version(old, like.kit.name, like, aside / "old", store, on_build)
        after = open_version(
            new, like.kit.name or before.manifest.kit, like, aside / "new", store, on_build
        )
        changes = compare(before, after)
        with closing(Pages(before.folder)) as was, closing(Pages(after.folder)) as now:
            progress("compare", 0, 1)
            found = KitDiff(before, after, changes, book_changes(before, after, was, now))
            if found:
                pictures = aside / "pictures"
                make_folder(pictures)
                content = report(
                    found, was, now, pictures, like.target.paper,
                    lambda done, of: progress("draw", done, of),
                )  # fmt: skip
                write_whole(out, content)
    return found
