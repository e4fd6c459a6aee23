"""Settings that a person wrote, checked field by field, with a line for each wrong one."""
