"""Compiled templates: the bytecode of templates, kept in the build cache.

Bytecode is keyed by the text of its template, its file name in messages, the settings that it was
compiled with and the program, which includes the sandbox.  The steps that compiling took are kept
with it and charged again, so a kit costs the same whether or not its templates were cached.
"""

from __future__ import annotations

import hashlib
import marshal
from pathlib import Path
from types import CodeType

from jinja2 import Environment
from jinja2.bccache import Bucket, BytecodeCache

from generator.base.text_files import shown_name
from generator.kit.expressions.sandbox import Sandbox
from generator.press.cache.checksums import checksum, program
from generator.press.cache.store import Store

_PROCESS_STORE = Store()


class CompiledTemplates(BytecodeCache):
    """The bytecode of all templates compiled with one store."""

    def __init__(self, store: Store, version: str) -> None:
        self._store, self._version = store, version
        self._memory: dict[str, bytes] = {}
        self._budget_before = 0, 0
        """The budget of steps and letters that was left before the current template was compiled."""

    @classmethod
    def from_store(cls, store: Store | None) -> CompiledTemplates:
        """The templates of a store, with those that this process has compiled or read already.

        Without a store they are this process's own.
        """
        version = program() if store else ""  # slow, and it does not change while a process runs
        used = store or _PROCESS_STORE
        return used.in_memory("templates", version, lambda: cls(used, version))

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code and filename:
            bucket.code = _with_filename(bucket.code, filename)
        return bucket

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return checksum(name, shown_name(Path(filename)) if filename else "")

    def get_source_checksum(self, source: str) -> str:
        return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        meter = _sandbox(bucket).meter
        self._budget_before = meter.left, meter.letters
        name = self._name(bucket)
        entry = self._memory.get(name) or self._store.read(name)
        if entry is None:
            return
        steps, letters, bucket.code = _read(entry)
        self._memory[name] = entry
        meter.charge(steps)
        meter.letters -= letters
        meter.write(0)  # raises if none are left

    def dump_bytecode(self, bucket: Bucket) -> None:
        meter, name = _sandbox(bucket).meter, self._name(bucket)
        steps, letters = self._budget_before
        entry = marshal.dumps((steps - meter.left, letters - meter.letters, bucket.code))
        self._memory[name] = entry
        self._store.write(name, entry)

    def _name(self, bucket: Bucket) -> str:
        """The name of the bytecode in the store: a checksum of everything that determines it."""
        sandbox = bucket.environment
        settings = (
            type(sandbox).__qualname__,
            sandbox.autoescape,
            sandbox.trim_blocks,
            sandbox.lstrip_blocks,
            sorted(sandbox.extensions),
        )
        return f"template-{checksum(self._version, bucket.key, bucket.checksum, settings)}"


def _with_filename(code: CodeType, filename: str) -> CodeType:
    """The code as if compiled from that file, which errors name; it may be a copy's."""
    if code.co_filename == filename:
        return code
    inner = (
        _with_filename(each, filename) if isinstance(each, CodeType) else each
        for each in code.co_consts
    )
    return code.replace(co_filename=filename, co_consts=tuple(inner))


def _sandbox(bucket: Bucket) -> Sandbox:
    assert isinstance(bucket.environment, Sandbox)
    return bucket.environment


def _read(entry: bytes) -> tuple[int, int, CodeType]:
    """The steps, letters and bytecode of a cached template; the store has checked their integrity."""
    steps, letters, code = marshal.loads(entry)
    assert isinstance(code, CodeType)
    return steps, letters, code
