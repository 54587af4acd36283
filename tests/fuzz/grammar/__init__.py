"""Grammars of the fuzzer: for each kind of file, its possible content and how it may be broken."""
