"""Output formats of a report: charts, HTML, PDF and JSON."""
