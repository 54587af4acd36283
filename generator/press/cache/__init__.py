"""The build cache: results of earlier builds, and the inputs that they were made from."""
