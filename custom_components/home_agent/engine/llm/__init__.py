"""Providers of models, their errors, retries, failover and budgets.

`context` imports this room; it imports nothing of `context`.

- `messages`, `provider`: requests, messages and deltas; the protocol of every provider.
- `providers`, `openai_*`, `google*`: the providers, which load their packages when asked.
- `assembly`, `thinking`, `stream_limits`: deltas → a message; reasoning apart; bounds of a stream.
- `failover`, `circuit_breaker`: several models as one, with retries.
- `errors`, `http_errors`, `connection_errors`: what can go wrong, each with a `reason`.
- `budget`, `ledger`, `tokens`: what may be used, what was used, and estimates.
- `settings`, `address`, `catalog`: the settings of a model, and which models to choose from.
- `inline`: models without tool calling.
"""
