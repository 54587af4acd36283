"""The instruction page of a kit: what to print, cut and fold, how long it takes; calibration."""
