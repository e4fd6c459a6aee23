"""If, when, unless: what may be so, or come to be so, in words."""
