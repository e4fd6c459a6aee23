"""The words of a language, as the other stages look them up.

`file` reads a `lexicon.toml` by its `schema` into a `lexicon`; `question_words` are what only
questions need, `dialogue_words` what answers, follow-ups and corrections need.
"""
