"""A new kit from a designer's table: a spreadsheet or a CSV file, whatever its columns are called."""
