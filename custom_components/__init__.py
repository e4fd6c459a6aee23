"""Home Assistant looks for custom integrations in here."""
