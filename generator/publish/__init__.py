"""Shops: each turns the pieces of a kit into the files that one print shop or program takes.

An exporter is a function from an `ExportJob` to files in its `ExportBundle`.  What a shop takes (sizes, dots,
ink, order of pages) stands in `data/shared/shops/<shop>.yaml` with its source and date; a proof
reads the finished files back and holds them against those limits.  To add a shop: its limits, its
exporter, its proof, and a row in `export.SHOPS`.
"""
