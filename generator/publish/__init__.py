"""Export of kits to print shops and to tables on screen.

An exporter is a function from an `ExportJob` to files in its `ExportBundle`.  What a shop takes
(sizes, resolution, ink, order of pages) stands in `data/shared/shops/<shop>.yaml` with its source
and date; verification reads the finished files back and checks them against those limits.  To add a
shop: its limits, its exporter, its verification, and a row in `export.SHOPS`.
"""
