"""Cards that are pictures already: a kit from a folder of pictures, or from a PDF file."""
