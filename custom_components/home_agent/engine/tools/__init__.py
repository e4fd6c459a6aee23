"""The tools of a model, which read and act through the same gate as everyone.

Nothing is loaded here, since an agent without a model needs next to nothing of it.
"""
