"""The reference as a program tells it: pages made from code, looked up, and written with pictures."""
