"""Functions of Extended OpenAI Conversation, each as a tool of ours or with why it is none."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import SettingsError
from ..tools.custom import ToolDeclaration
from ..tools.custom.handlers import find_missing
from ..tools.settings import ORDER, ToolSettings
from .migration import SkippedPart

# What its built-in functions are with us, where a model has that already.
_OURS = {
    "execute_service": "ha_control",
    "execute_service_single": "ha_control",
    "get_history": "ha_query",
    "get_statistics": "ha_query",
    "get_energy": "ha_query",
    "get_user_from_user_id": "what the model is told of who speaks",
}
# What its rest and scrape take from Home Assistant and what changes nothing, so that it may go.
_HARMLESS = {"verify_ssl": True, "encoding": "UTF-8", "force_update": None, "scan_interval": None}


class FunctionReader:
    """Takes functions one by one."""

    def __init__(
        self, functions: Sequence[Any], *, keep_names: bool, recorder: bool = True
    ) -> None:
        """Read them; with `keep_names`, built-in ones stay tools of their names.

        Without a `recorder` its database cannot be asked.
        """
        self._recorder = recorder
        self._keep_names = keep_names
        self._tools: dict[str, Mapping[str, Any]] = {}
        self._enabled: set[str] = set()
        self._replaced: set[str] = set()
        self.carried: list[str] = []
        self.left_out: list[SkippedPart] = []
        for number, function in enumerate(functions, 1):
            self._read(number, function)

    @property
    def tools(self) -> tuple[Mapping[str, Any], ...]:
        """Those that are tools of ours now, as they are declared."""
        return tuple(self._tools.values())

    @property
    def enabled(self) -> tuple[str, ...] | None:
        """The tools of ours that are to be on; `None`: the usual ones."""
        if not self._enabled:
            return None
        usual = ToolSettings().enabled
        wanted = {*usual, *self._enabled} - self._replaced
        return tuple(name for name in ORDER if name in wanted)

    def _read(self, number: int, function: Any) -> None:  # noqa: ANN401 - as written
        spec = function.get("spec") if isinstance(function, Mapping) else None
        handler = function.get("function") if isinstance(function, Mapping) else None
        if not isinstance(spec, Mapping) or not isinstance(handler, Mapping):
            why = "it must be a table with spec and function."
            self.left_out.append(SkippedPart(what=f"function {number}", why=why))
            return
        name = str(spec.get("name") or f"function {number}")
        if handler.get("type") == "native" and self._is_ours(name, handler):
            return
        if _trusts_anyone(handler):
            self._leave(
                name,
                "it takes any certificate (verify_ssl: false), which is not done. Have the machine"
                " trust the server's certificate, or ask it with http.",
            )
            return
        if name in self._tools:
            self._leave(name, "there are several functions of this name.")
            return
        tool = self._declared(spec, handler)
        try:
            declaration = ToolDeclaration.from_mapping(tool)
        except SettingsError as error:
            self._leave(name, " ".join(map(str, error.problems)))
            return
        if missing := [*find_missing(declaration.handler, recorder=self._recorder)]:
            self._leave(name, " ".join(f"handler.{problem}" for problem in missing))
            return
        self._tools[declaration.name] = tool
        self.carried.append(f"{name}: a tool of type {handler.get('type')}")

    def _is_ours(self, name: str, handler: Mapping[str, Any]) -> bool:
        """Whether a built-in function is something that we have; if so, that is told."""
        theirs = str(handler.get("name") or "")
        if self._keep_names and name in ORDER:
            # One of ours has this very name.
            self._enabled.add(name)
            self._replaced |= {"ha_control"} if theirs.startswith("execute_service") else set()
            self.carried.append(f"{name}: our tool of that name")
            return True
        if self._keep_names or theirs not in _OURS:
            return False
        self.carried.append(f"{name}: {_OURS[theirs]}, which there is already")
        return True

    def _declared(self, spec: Mapping[str, Any], handler: Mapping[str, Any]) -> dict[str, Any]:
        """A declaration of ours."""
        tool = {key: value for key, value in spec.items() if key != "strict"}
        return {**tool, "handler": _without_harmless(handler)}

    def _leave(self, name: str, why: str) -> None:
        self.left_out.append(SkippedPart(what=name, why=why))


def _without_harmless(value: Any) -> Any:  # noqa: ANN401 - as written
    """A handler, and those within it, without what says what goes without saying."""
    if isinstance(value, Mapping):
        return {
            key: _without_harmless(item)
            for key, item in value.items()
            if key not in _HARMLESS or _HARMLESS[key] not in (None, item)
        }
    if isinstance(value, list):
        return [_without_harmless(item) for item in value]
    return value


def _trusts_anyone(value: Any) -> bool:  # noqa: ANN401 - as written
    if isinstance(value, Mapping):
        return value.get("verify_ssl") is False or any(map(_trusts_anyone, value.values()))
    return isinstance(value, list) and any(map(_trusts_anyone, value))
