"""The visual proof: rasterised pages held against what each should show."""
