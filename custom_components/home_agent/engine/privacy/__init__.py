"""What may be shown to whom: secrets redacted and masked, text from outside sanitized."""
