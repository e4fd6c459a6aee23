"""What a trained model reads in a sentence that the words of the language do not account for.

It only proposes an action and the things that are meant. Whether they can do it, what it comes to
and what may be done at all is decided by the same parts as for every other sentence.
"""

from .reader import LearnedReader

__all__ = ["LearnedReader"]
