"""Import of nanDECK scripts: reads directives, labels and ranges into a design, without running them."""
