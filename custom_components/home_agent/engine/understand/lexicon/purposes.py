"""What verbs are for that carry the thing: to water, to mow, to brew."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...home.domains import Trait, with_trait

# What is whatever its name says.
_PLUGS = with_trait(Trait.PLUG)


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbPurpose:
    """What a verb wants, and of which things."""

    acts: frozenset[str]
    domains: frozenset[str] = frozenset()
    """Things of these are for it, whatever they are called."""

    others: frozenset[str] = _PLUGS
    """Things of these are, if they are called so."""

    kinds: frozenset[str] = frozenset()
    """Of things of these domains, only those of these kinds are; all if none is told."""

    every: bool = False
    """Whether all of them are meant where none is named."""


_ON, _OFF = frozenset({"turn_on"}), frozenset({"turn_off"})
_VALVES = frozenset({"valve"})
PURPOSES: Mapping[str, VerbPurpose] = {
    "water": VerbPurpose(acts=_ON | {"open"}, domains=_VALVES),
    "water_off": VerbPurpose(acts=_OFF | {"close"}, domains=_VALVES),
    "mow": VerbPurpose(acts=frozenset({"start"}), domains=frozenset({"lawn_mower"})),
    "mow_off": VerbPurpose(acts=frozenset({"pause", "stop"}), domains=frozenset({"lawn_mower"})),
    "vacuum_off": VerbPurpose(acts=frozenset({"stop"}), domains=frozenset({"vacuum"})),
    "ventilate": VerbPurpose(acts=_ON, domains=frozenset({"fan"})),
    "ventilate_off": VerbPurpose(acts=_OFF, domains=frozenset({"fan"})),
    "dehumidify": VerbPurpose(
        acts=_ON,
        domains=frozenset({"humidifier"}),
        kinds=frozenset({"humidifier.dehumidifier"}),
    ),
    "humidify": VerbPurpose(
        acts=_ON,
        domains=frozenset({"humidifier"}),
        kinds=frozenset({"humidifier.humidifier"}),
    ),
    "boil": VerbPurpose(acts=_ON, others=_PLUGS),
    "brew": VerbPurpose(acts=_ON | {"press"}, others=_PLUGS | {"button", "input_button", "script"}),
    "charge": VerbPurpose(acts=_ON),
    "charge_off": VerbPurpose(acts=_OFF),
    "lock_up": VerbPurpose(acts=frozenset({"lock"}), domains=frozenset({"lock"}), every=True),
}
