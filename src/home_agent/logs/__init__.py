"""The log file: its formats and settings, and what it never shows."""
