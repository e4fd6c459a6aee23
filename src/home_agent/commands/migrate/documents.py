"""Reads the files that somebody brings along."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from home_agent.engine.errors import SettingsError
from home_agent.engine.migrate import (
    Installation,
    Migration,
    SkippedPart,
    find_installations,
    migrate,
)

_MOST_BYTES = 50_000_000
_NOTHING_THERE = (
    "{file} holds nothing of Extended OpenAI Conversation. Give its functions as YAML, its options,"
    " or core.config_entries from the folder .storage of Home Assistant."
)


def read_migration(
    files: tuple[Path, ...], *, agent: str, keep_names: bool, recorder: bool = False
) -> Migration:
    """What becomes of all that the files hold; raise `SettingsError`.

    A `recorder`'s database can be asked in Home Assistant alone.
    """
    found: list[Installation] = []
    exposed = 0
    for file in files:
        document = _load(_read(file), file)
        if count := _count_exposed(document):
            exposed += count
            continue
        installations = find_installations(document, file.stem)
        if not installations:
            raise SettingsError((_NOTHING_THERE.format(file=file),))
        found += installations
    chosen = _choose(found, agent)
    migrations = [
        migrate(installation, _functions(installation), keep_names=keep_names, recorder=recorder)
        for installation in chosen
    ]
    return _joined(migrations, exposed)


def _choose(found: list[Installation], agent: str) -> list[Installation]:
    """One with a model, and all that have only functions."""
    whole = [installation for installation in found if installation.values.keys() - {"functions"}]
    others = [installation for installation in found if installation not in whole]
    if agent:
        whole = [
            installation
            for installation in whole
            if installation.title.casefold() == agent.casefold()
        ]
        if not whole:
            raise SettingsError((f"There is no agent {agent}. {_titles(found)}",))
    if len(whole) > 1:
        raise SettingsError((f"Say which one with --agent. {_titles(whole)}",))
    return [*whole, *others]


def _titles(installations: list[Installation]) -> str:
    return f"There are: {', '.join(installation.title for installation in installations)}."


def _functions(installation: Installation) -> Sequence[Any]:
    """The functions, which options have as YAML in a text."""
    functions = installation.values.get("functions") or []
    if isinstance(functions, str):
        functions = _load(functions, Path(f"the functions of {installation.title}")) or []
    if not isinstance(functions, list):
        raise SettingsError((f"The functions of {installation.title} are no list.",))
    return functions


def _joined(migrations: list[Migration], exposed: int) -> Migration:
    tools: dict[str, Any] = {}
    left_out: list[SkippedPart] = []
    for migration in migrations:
        left_out += migration.left_out
        for tool in migration.tools:
            if tool["name"] in tools:
                why = "another file has a function of this name."
                left_out.append(SkippedPart(what=str(tool["name"]), why=why))
            else:
                tools[str(tool["name"])] = tool
    carried = [line for migration in migrations for line in migration.carried]
    if exposed:
        carried.append(
            f"exposed entities ({exposed}): nothing to do, since both go by what Home Assistant"
            " exposes to Assist"
        )
    settings: dict[str, Any] = {}
    for migration in migrations:
        for section, values in migration.settings.items():
            settings.setdefault(section, values)
    return Migration(
        settings=settings,
        tools=tuple(tools.values()),
        carried=tuple(carried),
        left_out=tuple(left_out),
    )


def _count_exposed(document: Any) -> int:  # noqa: ANN401 - as written
    """How many entities Home Assistant's own list exposes to Assist; 0 if it is no such list."""
    data = document.get("data") if isinstance(document, dict) else None
    listed = data.get("exposed_entities") if isinstance(data, dict) else None
    if not isinstance(listed, dict):
        return 0
    return sum(
        bool(entity.get("assistants", {}).get("conversation", {}).get("should_expose"))
        for entity in listed.values()
        if isinstance(entity, dict)
    )


def _read(file: Path) -> str:
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise SettingsError((f"{file} is too large.",))
        return file.read_text("utf-8")
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or "it is no text"
        raise SettingsError((f"{file} cannot be read: {told}.",)) from error


def _load(text: str, file: Path) -> Any:  # noqa: ANN401 - as written
    """JSON or YAML, with what stands for secrets as variables of the environment."""
    if text.lstrip().startswith("{"):
        try:
            return json.loads(text)
        except ValueError, RecursionError:
            pass
    import yaml  # noqa: PLC0415 - only those who migrate pay

    class Loader(yaml.SafeLoader):
        """A safe one that knows Home Assistant's secrets."""

    def secret(_loader: yaml.SafeLoader, node: yaml.ScalarNode) -> str:
        return f"${{{str(node.value).upper()}}}"

    Loader.add_constructor("!secret", secret)
    try:
        return yaml.load(text, Loader=Loader)  # noqa: S506 - a safe one
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        told = " ".join(str(error).split())
        raise SettingsError((f"{file} is not valid YAML: {told}",)) from error
