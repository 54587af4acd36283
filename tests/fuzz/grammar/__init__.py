"""Grammars of the fuzzer: for each kind of file, what may stand in it and how it may be broken."""
