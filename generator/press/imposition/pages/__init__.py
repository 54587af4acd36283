"""Pages: the copies of pieces placed on the fronts of sheets, in grids, nested, or beside a fold."""
