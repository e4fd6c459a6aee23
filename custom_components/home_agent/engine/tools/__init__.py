"""What a model may use: it looks and it acts, always through the same gate as everyone."""
