"""The settings file: optional, written by a person, checked before anything else happens."""

import tomllib

from home_agent.engine.errors import SettingsError
from home_agent.engine.settings import Settings

from .models import with_google
from .paths import config_folder


def read_settings() -> Settings:
    """The settings in `settings.toml`, or the defaults when there is no such file."""
    folder = config_folder()
    if folder is None:
        return Settings()
    file = folder / "settings.toml"
    try:
        return Settings.from_mapping(with_google(tomllib.loads(file.read_text("utf-8"))))
    except FileNotFoundError, NotADirectoryError:
        return Settings()
    except SettingsError as error:
        problems = tuple(f"{file}: {problem}" for problem in error.problems)
    except tomllib.TOMLDecodeError as error:
        problems = (f"{file} is not valid TOML: {error}.",)
    except UnicodeDecodeError:
        problems = (f"{file} is not text in UTF-8.",)
    except OSError as error:
        problems = (f"{file} cannot be read: {error.strerror or error}.",)
    raise SettingsError(problems)
