"""Output of a report: charts, HTML, PDF and JSON."""
