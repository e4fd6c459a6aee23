"""Lets commands share groups of options, each of which is written once."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature

from ..options import Options
from .options import Typed

type Group = Callable[..., Typed]
type Command = Callable[..., int]


def taking(*groups: Group) -> Callable[[Command], Command]:
    """Let a command take these options, too; it gets what they come to as its first argument."""
    shared = {group: tuple(signature(group).parameters.values()) for group in groups}

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(**given: object) -> int:
            typed: Typed = {}
            for group, options in shared.items():
                typed |= group(**{one.name: given.pop(one.name) for one in options})
            return command(Options(**typed), **given)

        _options, *own = signature(command).parameters.values()
        parameters = [*(one for some in shared.values() for one in some), *own]
        # Arguments first, whatever belongs to an option after them.
        parameters.sort(key=lambda one: one.kind is Parameter.KEYWORD_ONLY)
        # Whoever reads what a command takes looks at both.
        run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        return run

    return decorate
