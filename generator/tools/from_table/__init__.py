"""Table import: makes a kit from a spreadsheet or CSV file with any columns."""
