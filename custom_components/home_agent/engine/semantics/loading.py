"""The model, loaded by whoever needs it first: most sentences do without."""

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Model

_LOGGER = logging.getLogger(__name__)
_FILE = Path(__file__).with_name("reader.npz")


@cache
def load_model() -> Model | None:
    """The model that ships with us; None if its file, or numpy, is not there."""
    try:
        from .model import read_model  # noqa: PLC0415
    except ImportError:
        _LOGGER.debug("There is no numpy here, so that nothing is read by what was learned")
        return None
    try:
        return read_model(_FILE)
    except FileNotFoundError:
        return None
    except (KeyError, OSError, ValueError) as error:
        _LOGGER.warning("%s cannot be read, so that it is not used: %s", _FILE.name, error)
        return None
