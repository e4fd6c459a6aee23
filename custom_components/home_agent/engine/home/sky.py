"""Kinds of weather, as people tell them apart, and Home Assistant's conditions for each."""

from collections.abc import Mapping

CONDITIONS: Mapping[str, frozenset[str]] = {
    "rain": frozenset({"rainy", "pouring", "lightning-rainy", "snowy-rainy"}),
    "snow": frozenset({"snowy", "snowy-rainy"}),
    "sun": frozenset({"sunny", "clear", "clear-night"}),
    "cloud": frozenset({"cloudy", "partlycloudy"}),
    "wind": frozenset({"windy", "windy-variant"}),
    "fog": frozenset({"fog"}),
    "thunder": frozenset({"lightning", "lightning-rainy"}),
    "hail": frozenset({"hail"}),
}
