"""Watch mode: redraws what is saved in a kit at once, and reports it in one line.

`file_changes` finds what has changed, `incremental` draws what that affects, `preview` writes it,
`background_build` builds and checks the whole kit once nothing changes; `watch` is the loop.
"""
