"""The intents project's grammar: for what a lexicon does not read, and for other languages."""
