"""A sentence in the light of what was said before, and what is said for its own sake."""
