"""The first page of a kit: what to print, cut and fold, what it costs in time; calibration."""
