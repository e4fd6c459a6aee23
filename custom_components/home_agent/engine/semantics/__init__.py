"""What was learned: what sentences and things mean, as vectors, and what a text is.

- `model`, `network`, `tokens`, `loading`: a small model of our own. Without numpy or without its
  file of weights there is none, and whoever asks for it is told `None`.
- `linear`, `ngrams`: linear models over words and letters, in plain Python.

Nothing here knows of a plan, acts, or reaches a network.
"""

from .description import describe
from .loading import load_model
from .prediction import DescribedThing, Prediction

__all__ = ["DescribedThing", "Prediction", "describe", "load_model"]
