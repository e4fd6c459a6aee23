"""Automations of the home itself: as values, and as Home Assistant writes them."""
