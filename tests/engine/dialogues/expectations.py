"""Whether a dialogue ended as `situations.txt` says."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from home_agent.engine import Reply
from home_agent.engine.home import ServiceCall, State
from home_agent.engine.jobs import Job, Timer
from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.speak import phrase
from home_agent.engine.turn import Verdict

# By what a call says how much: the attribute that tells how much there was, and what one of it is.
AMOUNTS = {
    "brightness_pct": ("brightness", 2.55),
    "temperature": ("temperature", 1.0),
    "volume_level": ("volume_level", 1.0),
    "position": ("current_position", 1.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a dialogue ended."""

    language: str
    replies: tuple[Reply, ...]
    before: Mapping[str, State]
    """How things were before the last sentence."""

    planned: tuple[Job | Timer, ...]
    now: datetime

    @property
    def reply(self) -> Reply:
        """What the last sentence was answered."""
        return self.replies[-1]


def comes_to(ended: Ended, expected: str) -> bool:
    """Whether it is what is expected, in the words of `situations.txt`."""
    reply = ended.reply
    kind, _, more = expected.partition(" ")
    match kind:
        case "corrects":
            mistaken, name, *called = more.split()
            undone = [call.targets for call in reply.calls[:1]] == [(mistaken,)]
            return undone and _are_called(reply.calls[1:], name, called, ended.before)
        case "undoes":
            return [call.targets for call in reply.calls] == [(more,)]
        case "asks" | "tells" | "says" | "again" | "answers" | "replies" | "refuses":
            return not reply.calls and _is_answer(ended, kind, more)
        case "planned" | "later" | "timer":
            return not reply.calls and reply.verdict is Verdict.OK and _is_kept(ended, kind, more)
        case _:
            return _are_all_called(reply.calls, expected.split(" & "), ended.before)


def _is_answer(ended: Ended, kind: str, more: str) -> bool:
    """Whether the words are the answer that is expected."""
    reply = ended.reply
    answers = reply.verdict is Verdict.OK and not reply.expects_answer
    match kind:
        case "asks":
            return reply.expects_answer
        case "tells":
            return {outcome.entity_id for outcome in reply.outcomes} == {more}
        case "says":
            language = load_language(ended.language)
            return reply.text in {phrase(language, key) for key in more.split()}
        case "again":
            return reply.text == ended.replies[-2].text
        case "answers":
            return answers and more in reply.text
        case "refuses":
            return reply.verdict is Verdict.REFUSED and not reply.expects_answer
        case _:
            return answers


def _is_kept(ended: Ended, kind: str, more: str) -> bool:
    """Whether that is planned which is expected."""
    figure, *call = more.split()
    if kind == "planned":
        return len(ended.planned) == int(figure)
    due = ended.now + timedelta(minutes=int(figure))
    match ended.planned:
        case (Timer(ends=ends),):
            return kind == "timer" and ends == due
        case (Job(steps=steps, due=moment),):
            calls = tuple(step.call for step in steps if isinstance(step, CallStep))
            at = kind == "later" and moment == due
            return at and _are_called(calls, call[0], call[1:], ended.before)
    return False


def _are_all_called(
    calls: tuple[ServiceCall, ...], expected: list[str], before: Mapping[str, State]
) -> bool:
    """Whether there are as many calls as are expected, each what it must be, in their order."""
    if len(expected) == 1:
        name, *called = expected[0].split()
        return _are_called(calls, name, called, before)
    return len(calls) == len(expected) and all(
        _are_called((call,), *_parted(text), before)
        for call, text in zip(calls, expected, strict=True)
    )


def _parted(text: str) -> tuple[str, list[str]]:
    name, *called = text.split()
    return name, called


def _are_called(
    calls: tuple[ServiceCall, ...], name: str, expected: list[str], before: Mapping[str, State]
) -> bool:
    """Whether these are called, and set to what is expected: a figure, more or less."""
    targets = sorted(word for word in expected if "." in word)
    figures = [word for word in expected if "." not in word]
    called = sorted(target for call in calls for target in call.targets)
    if name == "volume":
        return called == targets and all(_is_volume(call, figures[0], before) for call in calls)
    if called != targets or {call.full_name for call in calls} != {name}:
        return False
    return all(_is_set(call, figure, before) for call in calls for figure in figures)


def _is_volume(call: ServiceCall, figure: str, before: Mapping[str, State]) -> bool:
    if call.full_name == "media_player.volume_set":
        return _is_set(call, figure, before)
    return call.full_name == f"media_player.volume_{'up' if figure == '+' else 'down'}"


def _is_set(call: ServiceCall, figure: str, before: Mapping[str, State]) -> bool:
    """Whether something is set to a figure, or to more or less than it was."""
    for key, (attribute, whole) in AMOUNTS.items():
        if key in call.data:
            value = float(call.data[key])
            was = float(before[call.targets[0]].attributes.get(attribute) or 0) / whole
            wanted = {"+": value > was, "-": value < was}
            return wanted[figure] if figure in wanted else value == float(figure)
    return False
