"""What sentences and things mean, as vectors: a small model of our own that was trained for this.

Nothing here knows of a plan, acts, or reaches a network. Without numpy or without the file of
weights there is no model, and whoever asks for it is told `None`.
"""

from .description import describe
from .loading import load_model
from .prediction import Prediction, Thing

__all__ = ["Prediction", "Thing", "describe", "load_model"]
