"""Automations of the home itself: "when the door opens, turn on the hall light, as an automation".

Without these words what comes again is a watch or a plan of ours. With them it becomes an
automation that Home Assistant keeps. Those that we made are also listed, switched, changed and
removed; others are things of the home like any other.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

from ...automations.automation import (
    Automation,
    AutomationAction,
    AutomationTrigger,
    NotifyAction,
    Pause,
)
from ...home import ServiceCall
from ...plan import AutomationStep, CallStep, LaterStep, Plan
from ...triggers import ConditionTrigger, Delay, RecurringTrigger, SunTrigger, Trigger
from ..clauses.frame import read_act
from ..evidence import Evidence
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.mood import with_pauses
from ..text.phrases import (
    find_phrase,
    find_phrases,
    strip_start,
    strip_words,
    trim_fillers,
    without,
    without_commas,
)
from ..understanding import (
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Understanding,
    Understood,
    UnresolvedError,
)
from ..utterance import Utterance, read_words

type Understand = Callable[[Utterance], Understanding | None]

_DOMAIN = "automation"
_NOT_ONE = NotUnderstood(nearest=Refusal(key="not_an_automation"))
_COMMA = frozenset({(",",)})

# What is on for a while is off again afterwards.
_OPPOSITES = {
    "turn_on": "turn_off",
    "turn_off": "turn_on",
    "open_cover": "close_cover",
    "close_cover": "open_cover",
    "lock": "unlock",
    "open_valve": "close_valve",
    "close_valve": "open_valve",
}


def understand_automation(utterance: Utterance, understand: Understand) -> Understanding | None:
    """What a sentence about an automation means; None if it is about none.

    `understand` reads what is to happen, as it is read without these words.
    """
    lexicon, words = utterance.lexicon, utterance.words
    if not lexicon.automations or not any(_is_noun((word,), lexicon) for word in words):
        return None
    if _begins(trim_fillers(words, lexicon), "ask", lexicon):
        return _understood(AutomationStep(action="list"), utterance.evidence.build())
    return (
        _read_change(utterance, understand)
        or _read_new(utterance, understand)
        or _read_managed(utterance)
    )


def _read_new(utterance: Utterance, understand: Understand) -> Understanding | None:
    """Somebody wants one made: the words for that stand before, within or after the rest."""
    text = _strip_request(utterance)
    if text is None:
        return None
    step = AutomationStep(action="create")
    made = _make(utterance.saying(text), utterance, understand, step)
    if not isinstance(made, NotUnderstood | Refusal):
        return made
    for commanded in _as_commands(text, utterance.lexicon):
        again = _make(utterance.saying(commanded), utterance, understand, step)
        if not isinstance(again, NotUnderstood | Refusal):
            return again
    return made


def _as_commands(text: str, lexicon: Lexicon) -> Iterator[str]:
    """What an automation does as a command: "(one that) turns on the lamp" → "turn on the lamp".

    A verb at a time: in "turns on the lamp when the door opens" the other tells when.
    """
    for word in re.finditer(r"\w+", text):
        if verb := lexicon.told_verbs.get(word[0].casefold()):
            yield f"{text[: word.start()]}{verb}{text[word.end() :]}"


def _make(
    rest: Utterance, whole: Utterance, understand: Understand, step: AutomationStep
) -> Understanding:
    """The step with the automation that the rest of a sentence describes."""
    found = understand(rest)
    if isinstance(found, Question):
        # Once we know which, it is still an automation.
        return replace(found, heard=whole.text)
    if not isinstance(found, Understood | Proposal):
        return found if isinstance(found, Refusal | NotUnderstood) else _NOT_ONE
    automation = None if found.plan is None else to_automation(found.plan)
    if automation is None:
        return _NOT_ONE
    return _understood(replace(step, automation=automation), found.evidence)


def _understood(step: AutomationStep, evidence: Evidence) -> Understood:
    return Understood(plan=Plan(steps=(step,)), evidence=evidence)


def _strip_request(utterance: Utterance) -> str | None:
    """The sentence without the words that ask for an automation, as it was written."""
    lexicon = utterance.lexicon
    for name in ("as", "make"):
        for _at, phrase in find_phrases(utterance.words, lexicon.automations[name]):
            said = r"[\W_]+".join(map(re.escape, phrase))
            text, count = re.subn(
                rf"\W*(?<!\w){said}(?!\w)\W*", ", ", utterance.text, count=1, flags=re.IGNORECASE
            )
            if not count:
                text = ", ".join(
                    " ".join(part) for part in _around(utterance.words, phrase) if part
                )
            return text.strip(" ,")
    return None


def _around(words: Phrase, phrase: Phrase) -> Iterator[Phrase]:
    at = next(at for at in range(len(words)) if words[at : at + len(phrase)] == phrase)
    yield words[:at]
    yield words[at + len(phrase) :]


def _read_change(utterance: Utterance, understand: Understand) -> Understanding | None:
    """Another one in the place of one that we made: "change the automation hall: when …, …"."""
    lexicon = utterance.lexicon
    words = trim_fillers(read_words(with_pauses(utterance.text), lexicon), lexicon)
    verb = _begins(words, "change", lexicon)
    if not verb or "," not in words:
        return None
    at = words.index(",")
    name = _read_name(words[len(verb) : at], lexicon)
    if name is None:
        return None
    rest = utterance.saying(" ".join(words[at + 1 :]))
    about = _find_about(name, utterance)
    step = AutomationStep(action="change", name=name, about=about)
    return _make(rest, utterance, understand, step)


def _read_managed(utterance: Utterance) -> Understood | None:
    """One that we made is to be switched on or off, or removed."""
    lexicon = utterance.lexicon
    words = without_commas(trim_fillers(utterance.words, lexicon))
    for action, rest in _read_acts(words, lexicon):
        name = _read_name(rest, lexicon)
        if name is not None and not _names_a_thing(name, utterance):
            about = _find_about(name, utterance)
            step = AutomationStep(action=action, name=name, about=about)
            return _understood(step, utterance.evidence.build())
    return None


def _read_acts(
    words: Phrase, lexicon: Lexicon
) -> Iterator[tuple[Literal["enable", "disable", "remove"], Phrase]]:
    if verb := _begins(words, "remove", lexicon):
        yield "remove", words[len(verb) :]
        return
    act, rest = read_act(words, lexicon)
    if act is None:
        return
    if act.acts & {"turn_off"}:
        yield "disable", rest
    elif act.acts & {"turn_on", "activate"}:
        yield "enable", rest


def _read_name(words: Phrase, lexicon: Lexicon) -> str | None:
    """What the automation is called; empty if only that it is one, None if it is none."""
    articles = lexicon.roles["articles"] | lexicon.automations["yours"]
    bare = strip_start(words, articles)
    nouns = [at for at in range(len(bare)) if _is_noun(bare[at : at + 1], lexicon)]
    if not nouns:
        return None
    besides = lexicon.automations["called"] | lexicon.automations["back"]
    called = without((*bare[: nouns[0]], *bare[nouns[0] + 1 :]), besides)
    return " ".join(strip_words(trim_fillers(called, lexicon), articles | _COMMA))


def _find_about(name: str, utterance: Utterance) -> tuple[str, ...]:
    """The things that the name of an automation may mean: it is often called after them."""
    if not name:
        return ()
    resolver = Resolver(utterance, lambda entity: entity.domain != _DOMAIN, any_kind=True)
    try:
        found = resolver.resolve(utterance.lexicon.words(name))
    except UnresolvedError as unresolved:
        instead = unresolved.instead
        return instead.candidates if isinstance(instead, Question) else ()
    return tuple(entity.entity_id for entity in found)


def _names_a_thing(name: str, utterance: Utterance) -> bool:
    """Whether an automation that others made, and that may be used, is called so."""
    words = {*name.split()}
    return any(
        words <= {*utterance.lexicon.words(called)}
        for entity in utterance.home.layout.entities.values()
        if entity.domain == _DOMAIN and entity.exposed
        for called in (entity.name, *entity.names)
    )


def _begins(words: Phrase, name: str, lexicon: Lexicon) -> Phrase:
    return find_phrase(words, lexicon.automations[name], 0)


def _is_noun(word: Phrase, lexicon: Lexicon) -> bool:
    return _DOMAIN in lexicon.kinds.get(word, ())


def to_automation(plan: Plan) -> Automation | None:
    """What a plan of ours is as an automation; None if it is for once, or cannot be one."""
    if len(plan.steps) != 1 or not isinstance(plan.steps[0], LaterStep):
        return None
    step = plan.steps[0]
    trigger = _to_trigger(step.begin)
    calls = [inner.call for inner in step.steps if isinstance(inner, CallStep)]
    if trigger is None or len(calls) != len(step.steps):
        return None
    actions: list[AutomationAction] = [*calls]
    if step.notice is not None:
        actions.append(NotifyAction(message=step.notice.message, ways=step.notice.ways))
    if step.end is not None:
        after = _to_end(step.end, calls)
        if after is None:
            return None
        actions += after
    if isinstance(step.begin, ConditionTrigger) and step.begin.pause:
        # While it waits it is not set off anew.
        actions.append(Pause(seconds=step.begin.pause))
    if not actions:
        return None
    return Automation(triggers=(trigger,), condition=step.condition, actions=tuple(actions))


def _to_trigger(begin: Trigger | None) -> AutomationTrigger | None:
    match begin:
        case ConditionTrigger():
            return ConditionTrigger(condition=begin.condition, again=True, lasting=begin.lasting)
        case RecurringTrigger() | SunTrigger(day=None):
            return begin
    return None


def _to_end(end: Trigger, calls: list[ServiceCall]) -> list[AutomationAction] | None:
    """What puts things back after a while, where it is plain what that is."""
    if not isinstance(end, Delay) or any(call.service not in _OPPOSITES for call in calls):
        return None
    back = [
        ServiceCall(domain=call.domain, service=_OPPOSITES[call.service], targets=call.targets)
        for call in calls
    ]
    return [Pause(seconds=end.seconds), *back]
