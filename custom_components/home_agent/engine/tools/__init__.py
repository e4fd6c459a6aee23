"""What a model may use: it looks and it acts, always through the same gate as everyone.

Nothing is loaded here, since an agent without a model needs next to nothing of it.
"""
