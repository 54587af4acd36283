"""Keeps watch over a kit: what is saved is drawn at once, and told in one line.

`files` sees what has changed, `desk` draws what that touches, `preview` writes it, `background`
builds and checks the whole kit once it is quiet; `watch` is the loop that holds them together.
"""
