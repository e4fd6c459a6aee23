"""The home, as a person sets it for the app; checked at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from home_agent.engine.validation.fields import FieldReader

if TYPE_CHECKING:
    from home_agent.remote import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeSettings:
    """Which home: one elsewhere with the way into it, or one in a file. Neither: the built-in."""

    url: Address | None = None
    token: str = field(default="", repr=False)
    token_file: Path | None = None
    insecure: bool = False
    """Whether any certificate will do, because it is the person's own."""

    file: Path | None = None
    """The inventory of a home that is only simulated."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any], folder: Path | None = None) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field.

        Paths are relative to the folder, or to where the program was started.
        """
        reader = FieldReader(values, known=_names(cls))
        settings = cls(
            url=_address(reader),
            token=_token(reader),
            token_file=_path(reader, "token_file", folder),
            insecure=reader.flag("insecure", default=False),
            file=_path(reader, "file", folder),
        )
        reader.check()
        return settings


def token_problem(token: str) -> str:
    """What is wrong with a token, which is never repeated; empty if it could be one."""
    if token.isascii() and token.isprintable() and " " not in token:
        return ""
    return "What was given as a token is none: it is one long word. Copy it again."


def _address(reader: FieldReader) -> Address | None:
    written = reader.text("url")
    if not written:
        return None
    # Costs a noticeable part of a second, which only a home elsewhere is worth.
    from home_agent.remote import read_address  # noqa: PLC0415
    from home_agent.remote.errors import AddressError  # noqa: PLC0415

    try:
        return read_address(written)
    except AddressError as error:
        reader.problems.append(f"url: {error}")
        return None


def _token(reader: FieldReader) -> str:
    token = reader.text("token")
    if problem := token_problem(token):
        reader.problems.append(f"token: {problem}")
    return token


def _path(reader: FieldReader, name: str, folder: Path | None) -> Path | None:
    written = reader.text(name)
    if not written:
        return None
    try:
        path = Path(written).expanduser()
    except RuntimeError:
        reader.problems.append(f"{name}: nobody here is called {Path(written).parts[0][1:]}.")
        return None
    if not written.isprintable():
        reader.problems.append(f"{name}: must be the path of a file.")
    return path if folder is None else folder / path


def _names(section: type[Any]) -> frozenset[str]:
    return frozenset(field.name for field in fields(section))
