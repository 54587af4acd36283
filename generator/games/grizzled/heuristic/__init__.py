"""The evaluation that the greedy player uses."""
