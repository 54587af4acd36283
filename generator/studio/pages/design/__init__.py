"""Parts of the design page: the table of the kit next to the selected piece."""
