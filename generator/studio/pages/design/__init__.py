"""Parts of the design page: the table of the kit beside the piece it makes."""
