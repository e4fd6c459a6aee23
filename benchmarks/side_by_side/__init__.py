"""The rows of `bench_side_by_side.py`, each a program of its own in the environment it needs."""
