"""What the lists and rules of the settings name, and the home does not have.

A rule about a room that is called otherwise guards nothing, and nobody would notice.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ...home import Layout
from ...validation.problems import MisreadError, Problem
from .selector import Selector, read_selector

_LISTS = ("mark", "trust", "allow", "deny")

# What is judged by a name of its own, and no home has: any tool, and writing automations.
_TOOLS = "tool"
_DEEDS = frozenset({"automation.change", "automation.create", "automation.remove"})


def find_missing_names(
    values: Mapping[str, Any],
    layout: Layout,
    *,
    user_ids: Collection[str],
    entity_ids: Collection[str] = (),
    domains: Collection[str] = (),
) -> tuple[Problem, ...]:
    """A line for each list of the safety settings that names what is not there.

    `values` are those that `Safety.from_mapping` takes. `entity_ids` are of things that the home
    knows besides those in its layout, such as what is switched off. `domains` are kinds that a
    home may have one day: who forbids all locks may do so before there is one.
    """
    known = _HomeNames(layout, entity_ids, domains)
    problems = [_problem(name, known.find_missing(values.get(name))) for name in _LISTS]
    rules = values.get("rules")
    for number, rule in enumerate(rules if isinstance(rules, list | tuple) else (), 1):
        if not isinstance(rule, Mapping):
            continue
        names = (
            missing for name in ("allow", "deny") for missing in known.find_missing(rule.get(name))
        )
        users = find_missing_users(rule.get("users"), user_ids)
        problems.append(_problem(f"rules, number {number}", (*users, *names)))
    return tuple(problem for problem in problems if problem is not None)


def find_missing_users(listed: object, user_ids: Collection[str]) -> tuple[str, ...]:
    """The users of a list that there are not."""
    users = listed if isinstance(listed, list | tuple | frozenset) else ()
    return tuple(sorted(str(user) for user in users if user not in user_ids))


def _problem(where: str, names: Iterable[str]) -> Problem | None:
    told = ", ".join(dict.fromkeys(names))
    return Problem(where, "absent", names=told) if told else None


class _HomeNames:
    """All that there is in a home, by the kinds of lines of a rule."""

    def __init__(
        self, layout: Layout, entity_ids: Collection[str], domains: Collection[str]
    ) -> None:
        entities = {*layout.entities, *entity_ids}
        services = {*layout.services, *layout.routine_services, *_DEEDS}
        there = {_TOOLS, *(name.partition(".")[0] for name in (*entities, *services))}
        self._to_come = set(domains) - there
        named: Mapping[str, Collection[str]] = {
            "entity": entities | _DEEDS,
            "domain": there | self._to_come,
            "area": {
                name
                for area in (*layout.areas.values(), *layout.hidden_areas.values())
                for name in (area.area_id, area.name, *area.aliases)
            },
            "floor": {
                name
                for floor in layout.floors.values()
                for name in (floor.floor_id, floor.name, *floor.aliases)
            },
            "device": {
                name
                for device in layout.devices.values()
                for name in (device.device_id, device.name)
            },
            "label": {
                name for label in layout.labels.values() for name in (label.label_id, label.name)
            },
            "service": services,
        }
        self._names = {kind: {name.casefold() for name in names} for kind, names in named.items()}

    def find_missing(self, listed: object) -> Iterator[str]:
        """The lines of a list that name nothing; what is no line at all is told elsewhere."""
        for text in listed if isinstance(listed, list | tuple) else ():
            try:
                selector = read_selector(str(text))
            except MisreadError:
                continue
            if not self._has(selector):
                yield str(text)

    def _has(self, selector: Selector) -> bool:
        domain = selector.pattern.partition(".")[0]
        if selector.kind == "service" and domain in self._to_come:
            return True
        if selector.kind in ("entity", "service") and domain == _TOOLS:
            # Those of others may be there at any time.
            return True
        names = self._names[selector.kind]
        # A home may have ten thousand things, and few lines have a wildcard.
        return selector.pattern in names or (selector.is_wild and selector.matches(names))
