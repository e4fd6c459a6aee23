"""Questions by subject: which entities to look at, and for what. Never acts.

Each subject is a function that takes a `UserQuestion` and returns a plan, or None if it is about
something else. A new one is a module here, its words in the lexicons, and its place in the list of
subjects in `question.py`.

- `question`: from an utterance to a plan. `joined`: several questions in one sentence.
- `user_question`: the form of a question, and searches in it. `plans`: what it comes to.
- `measure_sources`: which entities tell a measure. `state_question`: what is asked of a state.
"""
