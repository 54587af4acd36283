"""Compiled templates: the code of templates, kept with what earlier builds made.

Code belongs to the text of a template, to what messages call its file, to the settings that it was
compiled with and to the program, which the sandbox is part of.  The steps that compiling took are
kept with it and charged again, so a kit has the same number of them whether or not its templates
were at hand.
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

_OF_THIS_PROCESS = Store()


class CompiledTemplates(BytecodeCache):
    """The code of all templates that were compiled with one store."""

    def __init__(self, store: Store, version: str) -> None:
        self._store, self._version = store, version
        self._memory: dict[str, bytes] = {}
        self._left = 0, 0
        """The steps and letters that were left before the template was compiled that is under way."""

    @classmethod
    def of(cls, store: Store | None) -> CompiledTemplates:
        """Those of a store, with what this process has compiled or read already.

        Without a store they are this process's own.
        """
        version = program() if store else ""  # which takes a while, and no process outlives its own
        used = store or _OF_THIS_PROCESS
        return used.in_memory("templates", version, lambda: cls(used, version))

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        bucket = super().get_bucket(environment, name, filename, source)
        if bucket.code and filename:
            bucket.code = _placed(bucket.code, filename)
        return bucket

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return checksum(name, shown_name(Path(filename)) if filename else "")

    def get_source_checksum(self, source: str) -> str:
        return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        meter = _sandbox(bucket).meter
        self._left = meter.left, meter.letters
        name = self._name(bucket)
        kept = self._memory.get(name) or self._store.read(name)
        if kept is None:
            return
        steps, letters, bucket.code = _read(kept)
        self._memory[name] = kept
        meter.charge(steps)
        meter.letters -= letters
        meter.write(0)  # tells if none are left

    def dump_bytecode(self, bucket: Bucket) -> None:
        meter, name = _sandbox(bucket).meter, self._name(bucket)
        steps, letters = self._left
        kept = marshal.dumps((steps - meter.left, letters - meter.letters, bucket.code))
        self._memory[name] = kept
        self._store.write(name, kept)

    def _name(self, bucket: Bucket) -> str:
        """What the code is kept under: a checksum of all that decides what it is."""
        sandbox = bucket.environment
        settings = (
            type(sandbox).__qualname__,
            sandbox.autoescape,
            sandbox.trim_blocks,
            sandbox.lstrip_blocks,
            sorted(sandbox.extensions),
        )
        return f"template-{checksum(self._version, bucket.key, bucket.checksum, settings)}"


def _placed(code: CodeType, filename: str) -> CodeType:
    """The code as if compiled from that file, by which faults are told; it may be that of a copy."""
    if code.co_filename == filename:
        return code
    inner = (
        _placed(each, filename) if isinstance(each, CodeType) else each for each in code.co_consts
    )
    return code.replace(co_filename=filename, co_consts=tuple(inner))


def _sandbox(bucket: Bucket) -> Sandbox:
    assert isinstance(bucket.environment, Sandbox)
    return bucket.environment


def _read(kept: bytes) -> tuple[int, int, CodeType]:
    """The steps, the letters and the code of a template; the store has proved that they are whole."""
    steps, letters, code = marshal.loads(kept)
    assert isinstance(code, CodeType)
    return steps, letters, code
