"""What is not there, and how the intents project says so."""

from itertools import dropwhile
from string import ascii_letters, digits

from ..clauses.frame import Target, small_words
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import first_phrase
from ..understanding import Refusal
from ..utterance import Utterance

_WRITTEN_ON = ascii_letters + digits


def missing(target: Target, words: Phrase, utterance: Utterance) -> Refusal:
    """What is not there, in the words of the intents project."""
    scene, lexicon = utterance.scene, utterance.lexicon
    layout = scene.home.layout
    place = next((layout.areas[one].name for one in sorted(target.areas)), None)
    if target.names:
        name = _as_said(" ".join(target.names), scene.heard)
        if not place and stands_as_place(words.index(target.names[0]), words, lexicon):
            return Refusal(key="no_area", arguments={"area": name})
        return _refusal("entity", name, place)
    if target.clashing:
        small = small_words(lexicon)
        whole = " ".join(dropwhile(lambda word: (word,) in small, words))
        return _refusal("entity", _as_said(whole, scene.heard), None)
    if not target.kinds:
        return _refusal("entity", " ".join(target.words), None)
    domain, _, device_class = min(target.kinds).partition(".")
    said = " ".join(_kind_said(words, lexicon))
    if device_class and said and device_class.replace("_", " ") not in said:
        # What Home Assistant calls it is not what this person does.
        return _refusal("entity", _as_said(said, scene.heard), place)
    if device_class and domain != "climate":
        return _refusal("device_class", device_class.replace("_", " "), place)
    return _refusal("domain", domain, place)


def _kind_said(words: Phrase, lexicon: Lexicon) -> Phrase:
    return first_phrase(words, lexicon.kinds)[1]


def _as_said(words: str, heard: str) -> str:
    """The words as the person wrote them, with the number that hangs on the last: "shelly1"."""
    at = heard.lower().find(words)
    if at < 0:
        return words
    end = at + len(words)
    if heard[end : end + 1].isdigit():
        end += len(heard[end:]) - len(heard[end:].lstrip(_WRITTEN_ON))
    return heard[at:end]


def _refusal(subject: str, name: str, place: str | None) -> Refusal:
    if place is None:
        return Refusal(key=f"no_{subject}", arguments={subject: name})
    return Refusal(key=f"no_{subject}_in_area", arguments={subject: name, "area": place})


def stands_as_place(at: int, words: Phrase, lexicon: Lexicon) -> bool:
    """Whether the word at this place comes after "in the" or the like."""
    for word in reversed(words[:at]):
        if (word,) in lexicon.roles["places"]:
            return True
        if (word,) not in lexicon.roles["articles"]:
            return False
    return False
