"""The same deck printed with other tools, each by a short script as its users would write it.

Every script is a separate program: `python -m tests.bench.peers.NAME DECK OUT.pdf` reads
`DECK/cards.csv`, the pictures and the icons, and writes fronts and backs, nine to an A4 page.
"""
