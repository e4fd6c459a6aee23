"""What a model is shown: prompt, entities, history, within a token budget.

It imports messages, tokens and the provider protocol from `llm`, never the other way round.
"""
