"""Pull: fetches the published sheets that a kit names, only on request."""
