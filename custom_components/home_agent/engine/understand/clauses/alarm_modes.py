"""How an alarm is to be armed, by the mode alone: "alarm to away", "Ajax in modalità notte"."""

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrases, without
from ..utterance import Utterance
from .frame import Frame, read_act, small_words

_PANELS = "alarm_control_panel"
# With these verbs a mode is chosen.
_VERBS = frozenset({"set", "turn_on", "activate", "start", "arm_away"})


def read_alarm_mode(words: Phrase, utterance: Utterance) -> Frame | None:
    """A clause that names an alarm and its mode, and nothing else; None if it is none."""
    lexicon = utterance.lexicon
    if not utterance.names.by_domain.get(_PANELS):
        return None
    found = next(find_phrases(words, lexicon.alarm_modes, 1), None)
    if found is None:
        return None
    at, mode = found
    acts = frozenset({lexicon.alarm_modes[mode]})
    rest = words[:at] + words[at + len(mode) :]
    act, after = read_act(rest, lexicon)
    verbless = act is None or not act.acts & _VERBS
    for said in (rest,) if verbless else (after, rest):
        named = without(without(said, lexicon.alarm_modes), small_words(lexicon))
        if named and _names_panel(named, utterance):
            return Frame(acts=acts, rest=named, verbless=verbless, said=words)
    return None


def join_alarm_mode(parts: list[Phrase], lexicon: Lexicon) -> list[Phrase]:
    """The parts, with a mode alone put to what is armed: "arm the alarm, away mode"."""
    kept: list[Phrase] = []
    for part in parts:
        if kept and part in lexicon.alarm_modes:
            kept[-1] += part
        else:
            kept.append(part)
    return kept


def _names_panel(words: Phrase, utterance: Utterance) -> bool:
    """Whether words name an alarm, by its kind or by words of its name."""
    names, kinds = utterance.names, utterance.lexicon.kinds
    panels = frozenset(names.by_domain.get(_PANELS, ()))
    if kinds.get(words) == frozenset({_PANELS}):
        return True
    called = [names.words.get(word, frozenset()) for word in words if (word,) not in kinds]
    return bool(called) and all(ids & panels for ids in called)
