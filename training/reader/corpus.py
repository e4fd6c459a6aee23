"""Gathers all that the reader learns from into one file: `python -m training.reader.corpus FILE`.

Runs where Home Agent runs, since it takes the words of the lexicons, and since our own benchmarks
are labelled by what the lexicon did with those of their sentences that it reads rightly.
"""

import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import yaml

from home_agent.engine.home import ServiceCall
from home_agent.engine.settings import Settings
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.evaluation.dataset import read_dataset
from home_agent.evaluation.run import for_scoring, run

from .expected import expected_action

ROOT = Path(__file__).parent.parent.parent
HOMES = ROOT / "training" / "homes"
BENCHMARKS = ROOT / "benchmarks" / "data"
LANGUAGES = ("en", "de", "nl", "fr", "it", "es")

# Sets that rules were made from already. The others are left to measure with.
SEEN_SETS = {
    **dict.fromkeys(("held-out", "held-out-2", "held-out-3", "held-out-4"), "en"),
    **{f"held-out-{language}": language for language in LANGUAGES[1:]},
}
UNSEEN_SETS = {"held-out-5": "en", "messy": "en"}
# Sets in several languages that fresh hands wrote, learned from once they were measured by.
SIGHTS = ("sight", "sight-2", "sight-3")
ASIDES = ROOT / "training" / "asides"

ACTIONS = (
    *("turn_on", "turn_off", "toggle", "open", "close", "stop", "set_position"),
    *("set_brightness", "brighter", "dimmer", "set_color", "set_color_temperature"),
    *("set_temperature", "warmer", "cooler", "set_hvac_mode", "set_fan_speed", "faster"),
    *("slower", "oscillate", "set_volume", "louder", "quieter", "mute", "unmute", "play"),
    *("pause", "next", "previous", "set_source", "lock", "unlock", "start", "return_home"),
    *("activate", "press", "set_number", "set_option", "set_humidity", "arm", "disarm"),
    *("add_item", "complete_item", "ask", "missing", "none"),
)
"""What a sentence may ask for; `missing`: of a thing that is not there, `none`: of nobody here."""

_SERVICES = {
    "open_cover": "open",
    "close_cover": "close",
    "stop_cover": "stop",
    "open_valve": "open",
    "close_valve": "close",
    "set_cover_position": "set_position",
    "set_valve_position": "set_position",
    "set_percentage": "set_fan_speed",
    "increase_speed": "faster",
    "decrease_speed": "slower",
    "volume_set": "set_volume",
    "volume_up": "louder",
    "volume_down": "quieter",
    "media_play": "play",
    "media_pause": "pause",
    "media_stop": "stop",
    "media_next_track": "next",
    "media_previous_track": "previous",
    "select_source": "set_source",
    "start_mowing": "start",
    "return_to_base": "return_home",
    "dock": "return_home",
    "set_value": "set_number",
    "select_option": "set_option",
    "set_preset_mode": "set_option",
}


def main(target: Path) -> None:
    """Write the corpus."""
    homes = [home for path in sorted(HOMES.glob("*.tsv")) for home in read_written(path)]
    for name, language in {**SEEN_SETS, **UNSEEN_SETS}.items():
        homes += read_benchmark(name, language)
    homes += [home for name in SIGHTS for home in read_sight(name)]
    corpus = {
        "actions": ACTIONS,
        "homes": homes,
        "chatter": list(read_chatter()),
        "asides": {language: read_asides(language) for language in LANGUAGES},
        "words": {language: lexicon_words(language) for language in LANGUAGES},
    }
    target.write_text(json.dumps(corpus, ensure_ascii=False), encoding="utf-8")
    sentences = sum(len(home["sentences"]) for home in homes)
    print(f"{len(homes)} homes, {sentences} sentences, {len(corpus['chatter'])} for nobody")


def read_written(path: Path) -> Iterator[dict[str, Any]]:
    """The homes of one file that a person wrote: lines of `H`, `E` and `S`, see README.md."""
    home: dict[str, Any] | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, *fields = line.split("\t")
        if kind == "H":
            if home is not None:
                yield home
            home = _home(path.stem, path.stem[:2])
        elif kind == "E" and home is not None:
            id_, name, area, device_class = (*fields, "")[:4]
            home["things"].append((id_, name, area, device_class))
        elif kind == "S" and home is not None:
            sentence, action, ids = fields[:3]
            targets = [] if ids.strip() == "-" else [id_.strip() for id_ in ids.split(",")]
            home["sentences"].append((sentence, action, targets))
    if home is not None:
        yield home


def _home(source: str, language: str) -> dict[str, Any]:
    return {"source": source, "language": language, "things": [], "sentences": []}


def read_benchmark(name: str, language: str) -> Iterator[dict[str, Any]]:
    """The homes of a set in the assist format, with what each of its commands should change."""
    labels = asyncio.run(_labels(BENCHMARKS / name)) if name in SEEN_SETS else {}
    for fixtures in sorted((BENCHMARKS / name).glob("**/_fixtures.yaml")):
        home = _home(name, language)
        home["things"] = list(_things(yaml.safe_load(fixtures.read_text(encoding="utf-8"))))
        known = {thing[0] for thing in home["things"]}
        for path in sorted(fixtures.parent.glob("*.yaml")):
            if path == fixtures:
                continue
            tests = yaml.safe_load(path.read_text(encoding="utf-8")).get("tests") or ()
            for test in tests:
                targets = [id_ for id_ in test.get("expect_changes") or () if id_ in known]
                # Where the speaker is, and what was set before, is not in the words.
                if targets and not test.get("context_device") and not test.get("setup"):
                    home["sentences"] += [
                        (sentence, labels.get(sentence, ""), targets)
                        for sentence in test["sentences"]
                    ]
        yield home


def read_sight(name: str) -> Iterator[dict[str, Any]]:
    """The homes of a set with all of its tasks, labelled by what each should change."""
    for path in sorted((BENCHMARKS / name).glob("**/_fixtures.yaml")):
        fixtures = yaml.safe_load(path.read_text(encoding="utf-8"))
        home = _home(name, fixtures.get("language", "en")[:2])
        home["things"] = list(_things(fixtures))
        states = {entity["id"].lower(): entity for entity in fixtures["entities"]}
        for tasks in sorted(path.parent.glob("*.yaml")):
            if tasks != path:
                for test in yaml.safe_load(tasks.read_text(encoding="utf-8")).get("tests") or ():
                    home["sentences"] += _labelled(test, states)
        missing = path.with_name("nothing.txt")
        home["sentences"] += [(text, "missing", []) for text in _lines(missing)]
        yield home


def _labelled(
    test: dict[str, Any], states: dict[str, Any]
) -> Iterator[tuple[str, str, list[str] | None]]:
    changes = test.get("expect_changes") or {}
    # Where the speaker is, is not in the words; which thing an answer is from is not told.
    if test.get("context_device") or not changes.keys() <= states.keys():
        return
    setup = test.get("setup") or {}
    for sentence in test["sentences"]:
        actions = {
            expected_action(id_, change, {**states[id_], **setup.get(id_, {})}, sentence)
            for id_, change in changes.items()
        }
        if not changes:
            yield sentence, "ask", None
        elif len(actions) == 1:
            yield sentence, actions.pop(), list(changes)


def read_asides(language: str) -> dict[str, list[str]]:
    """What people say around a command, by whether it stands before or after it, or undoes it."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in _lines(ASIDES / f"{language}.txt"):
        place, _, text = line.partition("\t")
        found[place].append(text)
    return found


def _lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [text for line in lines if (text := line.partition("#")[0].strip())]


def _things(fixtures: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    areas = {area.get("id", area["name"]): area["name"] for area in fixtures.get("areas") or ()}
    devices = {device["id"]: device for device in fixtures.get("devices") or () if "id" in device}
    for entity in fixtures["entities"]:
        device = devices.get(entity.get("device"), {})
        area = entity.get("area") or device.get("area") or ""
        name = entity.get("name") or device.get("name") or entity["id"]
        of_class = (entity.get("attributes") or {}).get("device_class") or ""
        yield entity["id"].lower(), str(name), areas.get(area, area) or "", str(of_class)


async def _labels(path: Path) -> dict[str, str]:
    """By sentence the action that it was read as, where all was done as the set wants it."""
    labels = {}
    settings = for_scoring(Settings(reader=False))
    async for result in run(read_dataset(path).entries, settings):
        if result.passed and result.reply is not None:
            actions = {_action(call) for call in result.reply.calls}
            if len(actions) == 1 and (action := actions.pop()) in ACTIONS:
                labels[result.sentence] = action
    return labels


def _action(call: ServiceCall) -> str:
    data = " ".join(call.data)
    if call.domain == "light" and call.service == "turn_on":
        if "step" in data:
            return "brighter" if next(iter(call.data.values())) > 0 else "dimmer"
        if "temp" in data or "kelvin" in data:
            return "set_color_temperature"
        if "color" in data:
            return "set_color"
        return "set_brightness" if "brightness" in data else "turn_on"
    if call.service == "turn_on" and call.domain in ("scene", "script"):
        return "activate"
    if call.service == "volume_mute":
        return "mute" if call.data.get("is_volume_muted") else "unmute"
    return _SERVICES.get(call.service, call.service)


def read_chatter() -> Iterator[tuple[str, str, str]]:
    """Sentences that nobody should act upon, each with its language (`*`: any) and its set."""
    files = (*BENCHMARKS.glob("no-action*.txt"), *BENCHMARKS.glob("no-action-fresh/*.txt"))
    files += tuple(path for name in SIGHTS for path in BENCHMARKS.glob(f"{name}/no-action-*.txt"))
    for path in sorted(files):
        language = path.stem.rpartition("-")[2] if path.parent == BENCHMARKS else path.stem
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                known = language if language in LANGUAGES else "en"
                mixed = path.stem.startswith("no-action-hand")
                yield "*" if mixed else known, line.strip(), path.parent.name


def lexicon_words(language: str) -> dict[str, Any]:
    """The verbs, kinds and comparatives of a language, to make plain sentences with."""
    lexicon = load_lexicon(language)
    acts: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for entry in (entry for entries in lexicon.acts.values() for entry in entries):
        for act in entry.acts:
            acts[act].append((" ".join(entry.head), " ".join(entry.tail)))
    kinds: dict[str, list[str]] = defaultdict(list)
    for phrase, meant in lexicon.kinds.items():
        for kind in sorted(meant):
            kinds[kind].append(" ".join(phrase))
    comparatives = {" ".join(phrase): sense for phrase, sense in lexicon.comparatives.items()}
    return {
        "acts": {act: _ordered(forms) for act, forms in sorted(acts.items())},
        "kinds": {kind: _ordered(forms) for kind, forms in sorted(kinds.items())},
        "comparatives": dict(sorted(comparatives.items())),
        "articles": _ordered(" ".join(phrase) for phrase in lexicon.roles["articles"]),
    }


def _ordered[Form](forms: Iterable[Form]) -> list[Form]:
    """Without repetition and in one order: a seed must give the same data again."""
    return sorted(set(forms), key=str)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
