"""Reading YAML that somebody else wrote."""

from pathlib import Path
from typing import Any

import yaml

type Outside = Any
"""What was written by somebody else, and may be anything."""

_FASTEST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class WrongError(Exception):
    """Raised inside the engine: something in a file is not as it should be."""


def read_yaml(file: Path) -> Outside:
    """What a file holds; raise `WrongError` where that cannot be known."""
    try:
        return yaml.load(file.read_text(encoding="utf-8"), Loader=_FASTEST)  # noqa: S506 - a safe one
    except OSError as error:
        raise WrongError(f"cannot be read ({error.strerror or error})") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise WrongError(f"is not valid YAML: {' '.join(str(error).split())}") from error
