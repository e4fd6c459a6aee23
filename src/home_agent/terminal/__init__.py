"""What a person at a terminal sees: the screen, the line that is typed, progress, tables."""
