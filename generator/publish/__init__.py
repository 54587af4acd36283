"""Export of kits to print shops and to tables on screen.

An exporter is a function from an `ExportJob` to files in its `ExportBundle`.  A shop's limits
(sizes, resolution, ink, order of pages) are in `data/shared/shops/<shop>.yaml`, with their source
and date; verification reads the finished files back and checks them against those limits.  A new
shop needs limits, an exporter, a verification and a row in `export.SHOPS`.
"""
