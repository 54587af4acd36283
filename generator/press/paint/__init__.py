"""Painters: each turns scenes into one kind of file, and decides nothing.

A painter matches on the classes of `scene.items.Item` and writes what each of them says, in order.
It must draw every class; it may store a `Use`d scene once and refer to it; it needs to know nothing
of fonts, templates, paper or games.  `recording` is the smallest one and shows the whole protocol.
"""
