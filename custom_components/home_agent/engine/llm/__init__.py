"""Providers of models, their errors, retries, failover and budgets.

`context` imports this room; it imports nothing of `context`.
"""
