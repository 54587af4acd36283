"""Visual proof: compares rasterised pages with what each should show."""
