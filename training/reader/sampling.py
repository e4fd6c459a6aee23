"""Homes and sentences as they might also have been: other rooms, more things, fewer things.

Every batch is drawn anew, and the same from the same seed.
"""

import random
import re
from typing import Any

type Thing = tuple[str, str, str, str]
type Sample = tuple[str, str, list[str] | None]
"""A sentence, its action, and the things that it means; None if nobody said which."""

_SWITCHED = ["turn_on", "turn_off"]
_ACTS = {
    "light": _SWITCHED,
    "switch": _SWITCHED,
    "fan": _SWITCHED,
    "climate": _SWITCHED,
    "humidifier": _SWITCHED,
    "media_player": [*_SWITCHED, "pause", "play"],
    "cover": ["open", "close"],
    "valve": ["open", "close"],
    "lock": ["lock", "unlock"],
    "vacuum": ["start"],
    "lawn_mower": ["start"],
    "scene": ["activate"],
    "script": ["activate"],
    "button": ["press"],
}
_WAYS = {
    "light": {"brightness+": "brighter", "brightness-": "dimmer"},
    "climate": {"temperature+": "warmer", "temperature-": "cooler"},
    "media_player": {"volume+": "louder", "volume-": "quieter"},
    "fan": {"speed+": "faster", "speed-": "slower"},
}
_LEVELS = {
    "light": "set_brightness",
    "cover": "set_position",
    "media_player": "set_volume",
    "fan": "set_fan_speed",
    "climate": "set_temperature",
    "water_heater": "set_temperature",
    "humidifier": "set_humidity",
}


class Sampler:
    """Draws homes with sentences."""

    def __init__(self, corpus: dict[str, Any], homes: list[dict[str, Any]], seed: int) -> None:
        """Draw from these homes."""
        self._random = random.Random(seed)
        self._words = corpus["words"]
        self._homes: dict[str, list[dict[str, Any]]] = {}
        for home in homes:
            self._homes.setdefault(home["language"], []).append(home)
        self._areas = {
            language: sorted({thing[2] for home in known for thing in home["things"] if thing[2]})
            for language, known in self._homes.items()
        }
        self._chatter: dict[str, list[str]] = {}
        sources = {home["source"] for home in homes}
        for language, text, source in corpus["chatter"]:
            if language == "*" and source not in sources:
                continue
            for known in self._homes if language == "*" else (language,):
                self._chatter.setdefault(known, []).append(text)
        self._asides = corpus["asides"]
        # English is drawn most, as most was written in it
        self._languages = [
            language for language in self._homes for _ in range(5 if language == "en" else 2)
        ]

    def draw(self, count: int) -> tuple[list[Thing], list[Sample]]:
        """A home and so many sentences about it, less those that nothing can be said of."""
        home = self._random.choice(self._homes[self._random.choice(self._languages)])
        own, rooms = self._other_rooms(home)
        things = own + self._guests(home, own)
        gone = self._gone(things)
        samples = []
        for _ in range(count):
            text, action, targets = self._sentence(home, own, rooms)
            if targets is None:
                samples.append((self._with_slip(text), action, None))
                continue
            left = [id_ for id_ in targets if id_ not in gone]
            if not text or (left and len(left) < len(targets)):
                continue
            text, action, left = self._with_aside(text, action, left, home["language"])
            samples.append((self._with_slip(text), action, left))
        return [thing for thing in things if thing[0] not in gone], samples

    def _other_rooms(self, home: dict[str, Any]) -> tuple[list[Thing], dict[str, str]]:
        """The things of a home, some of its rooms renamed and some of its labels left out."""
        draw = self._random
        pool = self._areas[home["language"]]
        areas = sorted({thing[2] for thing in home["things"] if thing[2]})
        rooms = {area: draw.choice(pool) for area in areas if draw.random() < 0.2}
        if len({rooms.get(area, area) for area in areas}) < len(areas):
            rooms = {}
        no_area, no_class = draw.random() < 0.15, draw.random() < 0.2
        things = []
        for id_, name, area, of_class in home["things"]:
            called = replace_words(name, area, rooms[area]) if area in rooms else name
            room = "" if no_area and draw.random() < 0.3 else rooms.get(area, area)
            things.append((id_, called, room, "" if no_class else of_class))
        return things, rooms

    def _guests(self, home: dict[str, Any], own: list[Thing]) -> list[Thing]:
        """Things of another home of the language, which none of the sentences is about."""
        draw = self._random
        other = draw.choice(self._homes[home["language"]])
        if other is home or draw.random() < 0.5:
            return []
        names, ids = {thing[1].lower() for thing in own}, {thing[0] for thing in own}
        number = min(len(other["things"]), draw.randint(5, 25))
        return [
            tuple(thing)
            for thing in draw.sample(other["things"], number)
            if thing[1].lower() not in names and thing[0] not in ids
        ]

    def _gone(self, things: list[Thing]) -> set[str]:
        """What is not there after all, so that sentences about it ask for what is missing."""
        if self._random.random() < 0.5:
            return set()
        return set(self._random.sample([thing[0] for thing in things], len(things) // 10))

    def _sentence(self, home: dict[str, Any], own: list[Thing], rooms: dict[str, str]) -> Sample:
        draw = self._random
        kind, language = draw.random(), home["language"]
        if kind < 0.1 and language in self._chatter:
            return draw.choice(self._chatter[language]), "none", []
        if kind < 0.35 and (plain := self._plain(language, own)):
            return plain
        if not home["sentences"]:
            return "", "", []
        text, action, targets = draw.choice(home["sentences"])
        for area, other in rooms.items():
            text = replace_words(text, area, other)
        return text, action, targets

    def _plain(self, language: str, things: list[Thing]) -> Sample | None:
        """A sentence in the plainest words of a language about one thing, or a kind in a room."""
        draw, words = self._random, self._words[language]
        thing = draw.choice(things)
        id_, name, area, of_class = thing
        domain = id_.partition(".")[0]
        named = f"{name} {area}" if area and draw.random() < 0.3 else name
        kind = draw.random()
        if kind < 0.2 and domain in _WAYS:
            sense = draw.choice(sorted(_WAYS[domain]))
            forms = [form for form, meant in words["comparatives"].items() if meant == sense]
            said = [named, draw.choice(forms)] if forms else []
            draw.shuffle(said)
            return (" ".join(said), _WAYS[domain][sense], [id_]) if said else None
        if kind < 0.35 and domain in _LEVELS:
            degrees = _LEVELS[domain] == "set_temperature"
            level = f"{draw.randint(15, 28)}°" if degrees else f"{5 * draw.randint(1, 20)}%"
            head = draw.choice(["", *(form[0] for form in words["acts"].get("set", ()))])
            return f"{head} {named} {level}".strip(), _LEVELS[domain], [id_]
        acts = [act for act in _ACTS.get(domain, ()) if words["acts"].get(act)]
        if not acts:
            return None
        act = draw.choice(acts)
        head, tail = draw.choice(words["acts"][act])
        targets = [id_]
        kinds = words["kinds"].get(f"{domain}.{of_class}") or words["kinds"].get(domain)
        if kinds and area and draw.random() < 0.35:
            named = f"{draw.choice(kinds)} {area}"
            targets = [
                other[0]
                for other in things
                if other[0].startswith(f"{domain}.") and other[2] == area
            ]
        article = draw.choice(words["articles"]) if draw.random() < 0.5 else ""
        return " ".join(f"{head} {article} {named} {tail}".split()), act, targets

    def _with_aside(
        self, text: str, action: str, targets: list[str], language: str
    ) -> tuple[str, str, list[str]]:
        """A command with what people say around it, or with what takes it back."""
        draw, asides = self._random, self._asides[language]
        kind = draw.random()
        if not targets or action == "ask" or kind > 0.22:
            return text, action, targets
        text = text.rstrip(".!")
        if kind < 0.05:
            before, after = f"{draw.choice(asides['xb'])} {text}", text + _after(draw, asides["xa"])
            return draw.choice((before, after)), "none", []
        if draw.random() < 0.5:
            text = f"{draw.choice(asides['b'])} {text}"
        if draw.random() < 0.5:
            text += _after(draw, asides["a"])
        return text, action, targets

    def _with_slip(self, text: str) -> str:
        """A sentence with a word left out, now and then."""
        words = text.split()
        if len(words) > 3 and self._random.random() < 0.1:
            del words[self._random.randrange(len(words))]
        return " ".join(words)


def _after(draw: random.Random, asides: list[str]) -> str:
    aside = draw.choice(asides)
    return aside if aside.startswith(",") else f" {aside}"


def replace_words(text: str, old: str, new: str) -> str:
    """A text with one name for another, in whatever capitals it is written."""
    return re.sub(rf"(?i)(?<!\w){re.escape(old)}(?!\w)", lambda _match: new, text)
