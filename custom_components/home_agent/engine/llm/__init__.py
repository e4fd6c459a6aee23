"""Models: how they are asked, whoever makes them, and what happens when they do not answer."""
