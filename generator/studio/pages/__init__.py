"""Pages of the studio: what the browser shows, and the handlers of clicks."""
