"""Options that go from little to much: the fan speeds of an air conditioner or a robot.

Their names are whatever the maker lists; what people say of a fan is found among them.
"""

from collections.abc import Iterable, Mapping

from ...home import State
from ...home.domains import DOMAINS, Setting
from .frame import Amount
from .levels import LevelCall

# What makers list, from least to most; those of one rank are two words for the same.
_RANKS: tuple[frozenset[str], ...] = (
    frozenset({"gentle", "min", "minimum", "quiet", "silent", "lowest"}),
    frozenset({"low", "slow", "1", "level 1"}),
    frozenset({"mid", "medium", "normal", "standard", "balanced", "middle", "2", "level 2"}),
    frozenset({"high", "strong", "fast", "3", "level 3"}),
    frozenset({"max", "maximum", "turbo", "powerful", "highest", "boost", "max+"}),
)
_RANK: Mapping[str, int] = {name: rank for rank, names in enumerate(_RANKS) for name in names}
# Of what is listed, who says "low" means the nearest to it: a robot may be quiet, and no less.
_NAMED: Mapping[str, tuple[int, ...]] = {"low": (1, 0), "medium": (2,), "high": (3, 4)}
_GRADED: Mapping[tuple[str, str], Setting] = {
    (name, setting.options.graded): setting
    for name, domain in DOMAINS.items()
    for setting in domain.settings
    if setting.options is not None and setting.options.graded
}


def choose_grade(
    domain: str, attribute: str, amount: Amount | None, direction: int, state: State
) -> LevelCall | None:
    """The option that an amount names, or the next one up or down; `None` if there is none."""
    if not attribute and amount is not None and amount.unit in _NAMED:
        # "Set the vacuum to low": it has nothing else that is low.
        attribute = "speed"
    setting = _GRADED.get((domain, attribute))
    if setting is None or setting.options is None:
        return None
    listed = state.attributes.get(setting.options.listed)
    offered = [str(option) for option in listed] if isinstance(listed, Iterable) else []
    ranked = sorted(
        (option for option in offered if option.casefold() in _RANK),
        key=lambda option: _RANK[option.casefold()],
    )
    now = state.attributes.get(setting.attribute)
    if direction:
        option = _next_to(ranked, now, direction) if amount is None else ""
    else:
        option = _named_by(amount, ranked, offered)
    return LevelCall(service=setting.service, data={setting.datum: option}) if option else None


def _next_to(ranked: list[str], now: object, direction: int) -> str:
    """The option after or before the one that is set; the last one stays."""
    if now not in ranked:
        return ""
    at = ranked.index(str(now)) + direction
    return ranked[max(0, min(at, len(ranked) - 1))]


def _named_by(amount: Amount | None, ranked: list[str], offered: list[str]) -> str:
    if amount is None:
        return ""
    if amount.unit in ("maximum", "minimum"):
        return (ranked[-1] if amount.unit == "maximum" else ranked[0]) if ranked else ""
    if amount.value is not None and not amount.unit:
        figure = f"{amount.value:g}"
        return next((option for option in offered if option.split()[-1:] == [figure]), "")
    by_rank = {_RANK[option.casefold()]: option for option in ranked}
    return next((by_rank[rank] for rank in _NAMED.get(amount.unit, ()) if rank in by_rank), "")
