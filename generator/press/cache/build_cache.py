"""Build cache: skips builds, and steps of builds, whose inputs are unchanged.

`cached_build` wraps a whole build.  It is skipped if every file that the kit may read, the program
and the request are the same, and every finished file still has the bytes that were proved.
`cached_load` and `cached_check` wrap single steps, `open_artifacts` gives the renderer faces of
earlier builds, and `cached_proof` skips the proof of a file that has been proved.  All of them find
the cache of the current build by themselves, so nobody has to pass it on; outside a build there is
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from generator.base.errors import CheckFailed, Fault, KitError
from generator.kit.load import Kit
from generator.kit.locate import KitFolders
from generator.kit.words import UNTRANSLATED
from generator.press.cache.artifacts import ArtifactCache
from generator.press.cache.checksums import checksum, data_sum, program
from generator.press.cache.finished import FinishedBuild
from generator.press.cache.store import Store
from generator.press.request import STEPS, BuildRequest, BuildResult, Progress, no_progress

T = TypeVar("T")
P = ParamSpec("P")

_active: ContextVar[BuildCache | None] = ContextVar("build_cache", default=None)


class BuildCache:
    """What earlier builds of a request have made and kept in a store."""

    def __init__(self, request: BuildRequest, store: Store) -> None:
        self.request, self.store = request, store
        self.finished = FinishedBuild(request, store)
        self._artifacts: list[ArtifactCache] = []

    @contextmanager
    def active(self) -> Iterator[None]:
        """Let the steps inside the block use this cache."""
        token = _active.set(self)
        try:
            with self.store.in_use():
                yield
        finally:
            _active.reset(token)

    def save(self, result: BuildResult) -> None:
        """Keep what has been built and proved, unless its kit has changed in the meantime."""
        if self.finished.compute_digest() != self.finished.digest:
            self.store.forget()
            return
        for artifacts in self._artifacts:
            artifacts.save()
        self.finished.save(result)

    def open(self, name: str, base: str) -> ArtifactCache:
        """The artifacts of that name, to be saved with the result of the build."""
        self._artifacts.append(ArtifactCache.from_store(self.store, name, base))
        return self._artifacts[-1]

    @cached_property
    def data_digest(self) -> str:
        """Digest of the program and of all data that decide how the kit plays."""
        return data_sum(self.finished.folders, self.request.kit_folder)


class Build(Protocol):
    """A build of a request; given a store, it may skip the build, or steps of it, where that is safe."""

    def __call__(
        self, request: BuildRequest, progress: Progress = no_progress, store: Store | None = None
    ) -> BuildResult: ...


def cached_build(build: Callable[[BuildRequest, Progress], BuildResult]) -> Build:
    """Wrap a build so that it uses, and fills, the store that it is called with."""

    @wraps(build)
    def run(
        request: BuildRequest, progress: Progress = no_progress, store: Store | None = None
    ) -> BuildResult:
        cache = BuildCache(request, store) if store else None
        result = cache.finished.result() if cache else None
        if result is None:
            result = _build_with(cache, build, request, progress) if cache else None
            result = result or build(request, progress)
        progress("done", STEPS, STEPS)
        return result

    return run


def _build_with(
    cache: BuildCache,
    build: Callable[[BuildRequest, Progress], BuildResult],
    request: BuildRequest,
    progress: Progress,
) -> BuildResult | None:
    """Build and save; None if a build with the cache failed: only one without it can say why."""
    try:
        with cache.active():
            result = build(request, progress)
    except KitError as error:
        if isinstance(error, CheckFailed):
            cache.store.forget()  # faces with words missing must not be reused
        if not cache.store.hit:
            raise
        return None
    cache.save(result)
    return result


def cached_load(load: Callable[[KitFolders], T]) -> Callable[[KitFolders], T]:
    """Wrap the loading of a kit: it is loaded once in a process while its files are unchanged."""

    @wraps(load)
    def load_once(folders: KitFolders) -> T:
        cache = _active.get()
        if cache is None:
            return load(folders)
        name = f"kit-{folders.name}"
        return cache.store.in_memory(name, cache.finished.digest, lambda: load(folders))

    return load_once


def cached_check(
    name: str,
) -> Callable[[Callable[Concatenate[Kit, P], T]], Callable[Concatenate[Kit, P], T]]:
    """Wrap a step that makes plain data of a kit: it is skipped while the kit's data are unchanged.

    This holds for a kit as written: in another language, or with a generated map, it is not the kit
    that the data files describe.  The step's other arguments must not affect its result.
    """

    def wrap(step: Callable[Concatenate[Kit, P], T]) -> Callable[Concatenate[Kit, P], T]:
        @wraps(step)
        def run(kit: Kit, /, *values: P.args, **options: P.kwargs) -> T:
            cache = _active.get()
            if cache is None or cache.request.selection.map or kit.words is not UNTRANSLATED:
                return step(kit, *values, **options)
            key = f"{name}-{kit.name}"
            return cache.store.persistent(
                key, cache.data_digest, lambda: step(kit, *values, **options)
            )

        return run

    return wrap


def cached_proof(content_sum: Callable[[], str], prove: Callable[[], list[Fault]]) -> list[Fault]:
    """The faults that a proof finds; none if this program has already proved the same files.

    `content_sum` gives a checksum of everything that is examined.
    """
    cache = _active.get()
    if cache is None:
        return prove()
    name = f"proved-{checksum(program(), content_sum())}"
    if cache.store.read(name) is not None:
        return []
    faults = prove()
    if not faults:
        cache.store.write(name, b"")
    return faults


def open_artifacts(kit: Kit, *kind: object, base: Callable[[], str]) -> ArtifactCache:
    """The artifacts that earlier builds of a kit made in one `kind` of style; empty if none are kept.

    `base` is the digest of what all of them depend on.
    """
    cache = _active.get()
    if cache is None or cache.request.selection.map:
        return ArtifactCache()
    words = kit.words
    folder = str(kit.folders.data.resolve())
    key = checksum(folder, *kind, words.language, words.draft)
    return cache.open(f"faces-{kit.name}-{key[:16]}", base())
