"""What a model is shown: the home, what was said before, and what is so just now."""
