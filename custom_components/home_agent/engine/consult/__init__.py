"""Asking a model, and passing on only what is true of its answer."""
