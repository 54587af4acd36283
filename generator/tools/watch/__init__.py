"""Watch mode: redraws a kit as soon as a file is saved, and reports the change in one line.

`file_changes` finds the changed files, `incremental` draws the pieces that they affect, `preview`
writes the pictures, `background_build` builds and checks the whole kit once nothing changes; `watch`
is the loop.
"""
