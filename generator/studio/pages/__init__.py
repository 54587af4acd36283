"""Pages of the studio: what the browser shows, and what is called when something is clicked."""
