"""The intents project's grammar: for what a lexicon does not read, and for other languages.

- `reader`: words → reading; `vocabulary` gives it the names that may stand in a sentence.
- `readings`, `intents`: reading → plan, an intent each. `targets`: the entities that are meant.
- `wordings`: the project's words for what a call does.
"""
