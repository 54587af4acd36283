"""Scripts of nanDECK: lines of directives, labels and ranges, read into a design without running them."""
