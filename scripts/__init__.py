"""What the Makefile's targets call."""
