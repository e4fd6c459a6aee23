"""So that `python -m home_agent` does what `home-agent` does."""

import sys

from .cli import main

sys.exit(main())
