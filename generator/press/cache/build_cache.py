"""Turns a request into what is known of it from earlier builds: all of what came of it, or parts.

It all came of it if nothing has changed since: every file that the kit may read, the program and
the request are the same, and every finished file holds the very bytes that had been proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from generator.base.errors import CheckFailed
from generator.base.units import Size
from generator.engine.of_kit import shown_examples
from generator.kit.checks.run import CheckResult
from generator.kit.load import Kit
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.cache.checksums import checksum, data_sum, file_sum, kit_sum
from generator.press.cache.store import Store
from generator.press.manifest import NAME as MANIFEST
from generator.press.manifest import CheckEntry, Made
from generator.press.pieces.faces import Faces
from generator.press.request import BuildResult, Request


class BuildCache:
    """What earlier builds of a request have made; without a store, nothing."""

    def __init__(self, request: Request, store: Store | None = None) -> None:
        self._request = request
        self._all = store
        self.store = None if request.wish else store
        """Where faces may come from: those of a map that is made up are made."""
        self._folders = request.roots.find(request.kit)
        self._faces: Faces | None = None

    @property
    def helped(self) -> bool:
        return self._all is not None and self._all.helped

    def finished(self) -> BuildResult | None:
        """What came of it, if it still lies where it is asked for and would be made again alike."""
        if self._all is None or self._request.since:
            return None
        kept = self._all.get(self._name)
        if not isinstance(kept, tuple) or kept[0] != self._made_from:
            return None
        _, sums, files, says = kept
        folder = self._request.folder
        if any(file_sum(folder / name) != then for name, then in sums.items()):
            return None
        made = tuple(Made(path, pages, Size(*size)) for path, pages, size in files)
        return BuildResult(self._request.kit, folder, made, (), says, anew=False)

    def kit(self, load: Callable[[], Kit]) -> Kit:
        if self._all is None:
            return load()
        return self._all.once(f"kit-{self._request.kit}", self._made_from, load)

    def checks(self, run: Callable[[], tuple[CheckResult, ...]]) -> tuple[CheckEntry, ...]:
        """What came of the checks, which all have passed: no others are kept."""

        def passed() -> list[tuple[str, str]]:
            return [(check.slug, check.says) for check in run()]

        kept = f"checks-{self._request.kit}"
        told = self._all.ever(kept, self._data, passed) if self._all else passed()
        return tuple(CheckEntry(slug, says, True) for slug, says in told)

    def examples(self, kit: Kit) -> Mapping[str, Any]:
        """The examples of a kit, played."""
        if self.store is None or kit.words is not UNTRANSLATED:
            return shown_examples(kit)  # in other words it has to be asked whether all are there
        name = f"examples-{self._request.kit}"
        return self.store.ever(name, self._data, lambda: shown_examples(kit))

    def prove(self, words: Translator) -> None:
        """Raise CheckFailed for words that are missing, and keep no face that lacks them."""
        try:
            words.prove()
        except CheckFailed:
            if self._all:
                self._all.forget()
            raise

    def use(self, faces: Faces) -> None:
        """Keep these faces for later, once all that is made of them has been proved."""
        self._faces = faces

    def remember(self, built: BuildResult) -> None:
        """Keep what has been built and proved, unless its kit has been changed meanwhile."""
        if self._all is None:
            return
        if self._now() != self._made_from:
            self._all.forget()
            return
        if self._faces:
            self._faces.keep()
        if self._request.since:
            return  # what came of it depends on a file that is none of the kit's
        names = [MANIFEST, *(made.path for made in built.files)]
        sums = {name: file_sum(built.folder / name) for name in names}
        files = [(made.path, made.pages, tuple(made.page_size)) for made in built.files]
        self._all.put(self._name, (self._made_from, sums, files, tuple(built.says)))

    @cached_property
    def _name(self) -> str:
        folder = str(self._folders.data.resolve())
        return f"built-{self._request.kit}-{checksum(folder, self._request.wanted)[:16]}"

    @cached_property
    def _made_from(self) -> str:
        return self._now()

    @cached_property
    def _data(self) -> str:
        return data_sum(self._folders, self._request.out / self._request.kit)

    def _now(self) -> str:
        return kit_sum(self._folders, self._request.out / self._request.kit)
