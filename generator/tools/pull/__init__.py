"""Published sheets that a kit names, fetched when somebody asks for it and never otherwise."""
