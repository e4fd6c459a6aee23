"""Commands by subject: timers, lists, media, plans, and everything else that is done.

Each subject is a function that takes an `Utterance` and returns a plan, a question, a refusal, or
None if the sentence is not about it. A new one is a module here, its words in the lexicons, and
its place in one of the lists of subjects in `command.py`.
"""
