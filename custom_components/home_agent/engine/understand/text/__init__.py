"""Text → words: spelling, number words, and what people say around what they want.

- `words`: tokens, and lists of phrases. `phrases`: the one search for the phrases of a list.
- `spelling`, `phonetics`, `compounds`, `model_numbers`: the words that were meant.
- `number_words`, `numerals`: numbers in words. `digits`, `redaction`: what must not be shown.
- `mood`, `told_parts`, `explanations`: whether a sentence commands, what its parts only tell, and
  its commands without that.
"""
