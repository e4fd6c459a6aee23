"""What people want to be told of.

- `watch`: a watch, and how people are told. `settings_jobs`: the watches of the settings as jobs.
- `reading`, `conditions`, `field_values`: a watch as a table, read and written.
- `missing_entities`: watches about what is not there.
"""

from .watch import Watch, WatchSettings

__all__ = ["Watch", "WatchSettings"]
