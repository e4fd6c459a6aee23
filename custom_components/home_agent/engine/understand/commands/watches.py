"""Being told of what is to come: "tell me when the washing machine is done", "warn me if …".

"Tell me if the door is open" asks, and is answered now; "tell me if the door opens" is a watch, and
so is whatever has a time of day or a length of time in it. Whoever wants to be warned, notified or
let know waits for it, also where it is put as how things are: "let me know if the garage is open".
A warning is for every time, and no more often than each half hour; anything else is for the next
time, unless somebody says "whenever".
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from ...plan import Plan
from ..clauses.frame import LONGEST_SENTENCE, read_act
from ..lexicon.lexicon import Phrase
from ..text.mood import WATCH_LEADS
from ..text.phrases import (
    drop_fillers,
    find_phrase,
    strip_start,
    strip_words,
    trim_fillers,
    without,
)
from ..text.spelling import original_spelling
from ..understanding import Question, Refusal, Result
from ..utterance import Utterance
from .notices import Notices, WatchRequest, with_message

# More than anybody asks to be told of in one breath.
_MOST_LEADS = 3
# More than anybody says when to be told.
_MOST_MARKS = 2
# In words, of a thing that is to tell when.
_LONGEST_NAME = 6

_COMMA = frozenset({(",",)})


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchCommand:
    """What somebody wants to be told of, and what is to be done besides."""

    notices: Notices
    request: WatchRequest
    mark: Phrase = ()
    condition: Phrase = ()
    about: Phrase = ()
    """What "it" may be."""

    command: Phrase = ()
    order: Literal["", "now", "once", "either", "instead"] = ""
    """Whether the command is for now, for once it is so, perhaps so, or has the condition in it."""

    def plan(self) -> Result:
        """The plan to tell of it; None if it cannot be told, or is asked for now."""
        return self.notices.watch(self.request, self.mark, self.condition, self.about)


def read_watches(utterance: Utterance) -> Iterator[WatchCommand | Plan | Question | Refusal]:
    """Every way to find in a sentence that somebody wants to be told later."""
    return _Reader(utterance).read(utterance.words)


class _Reader:
    """Reads what people want to be told of in one home."""

    def __init__(self, utterance: Utterance) -> None:
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._notices = Notices(utterance)
        self._named = utterance.names.words

    def read(self, words: Phrase) -> Iterator[WatchCommand | Plan | Question | Refusal]:
        if len(words) > LONGEST_SENTENCE:
            return
        if self._is_nested(words):
            yield Refusal(key="not_later")
            return
        ways = (
            request
            for said, again in self._find_wordings(words)
            for request in self._read_requests(said, again)
        )
        for request in ways:
            if (
                found := self._read_leading(request)
                if request.after
                else self._read_trailing(request)
            ):
                yield found

    def _is_nested(self, words: Phrase) -> bool:
        """Whether there is more to be told of than anybody means: "tell me when tell me when …"."""
        leads = [self._said(kind) for kind in WATCH_LEADS]
        at = found = 0
        while at < len(words):
            lead = max((find_phrase(words, phrases, at) for phrases in leads), key=len)
            found += bool(lead)
            at += len(lead) or 1
        return found > _MOST_LEADS

    def _find_wordings(self, words: Phrase) -> Iterator[tuple[Phrase, bool]]:
        """As it was said, and without what may stand inside a lead: "sag mir bitte Bescheid"."""
        yield words, False
        without_please = without(words, self._lexicon.roles["fillers"])
        if without_please != words:
            yield without_please, False
        without_always = without(words, self._said("always"))
        if without_always != words:
            yield without_always, True

    def _read_requests(self, words: Phrase, again: bool) -> Iterator[WatchRequest]:  # noqa: FBT001
        """Every way to find in a sentence that somebody is to be told."""
        for at in range(len(words)):
            leads = {kind: find_phrase(words, self._said(kind), at) for kind in WATCH_LEADS}
            kind, lead = max(leads.items(), key=lambda lead_of_kind: len(lead_of_kind[1]))
            if not lead:
                continue
            before, earlier = self._take_always(words[:at])
            after, always = self._take_always(words[at + len(lead) :], start=True)
            yield WatchRequest(
                kind=kind,
                before=self._trim(before),
                # "per mezz'ora" does not end in a "now"
                after=self._strip_start(after) if self._trim(after) else (),
                again=again or earlier or always,
            )

    def _take_always(self, words: Phrase, *, start: bool = False) -> tuple[Phrase, bool]:
        """The words around a lead without "always", where they begin or end with it."""
        bare = trim_fillers(words, self._lexicon)
        for always in self._said("always"):
            if (
                start
                and bare[: len(always)] == always
                and self._find_mark(bare) not in self._said("again")
            ):
                return bare[len(always) :], True
            if not start and bare[-len(always) :] == always:
                return bare[: -len(always)], True
        return words, False

    # "tell me when …"

    def _read_leading(self, request: WatchRequest) -> WatchCommand | Plan | Question | None:
        """What is to be told of stands after it: "turn on the fan, and tell me when it rains"."""
        mark = self._find_mark(request.after)
        if request.kind == "remind" and not mark:
            return self._read_reminder(request)
        if not mark:
            return self._read_message(request) or self._read_condition_first(request)
        condition = _strip_commas(request.after[len(mark) :])
        about = self._find_eyed(request.before)
        watch = WatchCommand(notices=self._notices, request=request, mark=mark, condition=condition)
        if not request.before or about:
            command = self._find_then(mark, condition)
            return replace(watch, about=about, command=command, order="once" if command else "")
        if not read_act(drop_fillers(request.before, self._lexicon), self._lexicon)[0]:
            return None
        return replace(watch, command=request.before, order="now")

    @property
    def _about_speaker(self) -> frozenset[Phrase]:
        said = self._lexicon.conditions
        return said.get("i_arrive", frozenset()) | said.get("i_leave", frozenset())

    def _read_reminder(self, request: WatchRequest) -> Plan | Question | None:
        """What to say comes first: "remind me to empty the dishwasher when it is done"."""
        if request.before:
            return None
        marks = (
            (at, mark)
            for at in range(1, len(request.after))
            if (mark := self._find_mark(request.after[at:])) and _strip_commas(request.after[:at])
        )
        for at, mark in islice(marks, _MOST_MARKS):
            words = _strip_commas(request.after[:at])
            condition = _strip_commas(request.after[at + len(mark) :])
            # "it" is something that was just named; who says "I" names nothing.
            plain = self._notices.watch(request, mark, condition, ())
            if isinstance(plain, Question):
                return plain
            told_of_speaker = condition in self._about_speaker
            names = () if told_of_speaker else self._find_named_last(words)
            ways = (self._notices.watch(request, mark, condition, about) for about in names)
            watch = next((way for way in (plain, *ways) if isinstance(way, Plan)), None)
            if watch is not None:
                said = original_spelling(words, self._scene.heard, self._lexicon)
                return with_message(watch, f"{said[:1].upper()}{said[1:]}.")
        return None

    def _find_named_last(self, words: Phrase) -> Iterator[Phrase]:
        """The ends of what is to be said that may name a thing of this home."""
        for at in range(max(0, len(words) - _LONGEST_NAME), len(words)):
            if words[at] in self._named or find_phrase(words, self._lexicon.kinds, at):
                yield words[at:]

    def _read_message(self, request: WatchRequest) -> Plan | Question | None:
        """What to say comes last: "whenever the bell rings, tell me that somebody is there"."""
        that = find_phrase(request.after, self._said("that"), 0)
        mark = self._find_mark(request.before)
        words = self._trim(request.after[len(that) :])
        if not that or not mark or not words:
            return None
        condition = _strip_commas(request.before[len(mark) :])
        # Who says what to tell asks for nothing that is so now.
        later = replace(request, kind="leads" if request.kind == "tell" else request.kind)
        watch = self._notices.watch(later, mark, condition, ())
        if isinstance(watch, Plan):
            said = original_spelling(words, self._scene.heard, self._lexicon)
            return with_message(watch, f"{said[:1].upper()}{said[1:]}.")
        return watch if isinstance(watch, Question) else None

    def _read_condition_first(self, request: WatchRequest) -> WatchCommand | None:
        """The condition first, and something to do last: "when it rains tell me and …"."""
        link = find_phrase(request.after, self._lexicon.roles["and"], 0)
        if not link or not self._find_mark(request.before):
            return None
        command = (*request.before, ",", *request.after[len(link) :])
        return WatchCommand(
            notices=self._notices, request=request, command=command, order="instead"
        )

    def _find_then(self, mark: Phrase, words: Phrase) -> Phrase:
        """What is done as well, once it is so: "tell me when it rains and close the roof"."""
        for at in range(1, len(words) - 1):
            link = find_phrase(words, self._lexicon.roles["and"], at)
            after = words[at + len(link) :]
            if link and read_act(drop_fillers(after, self._lexicon), self._lexicon)[0]:
                return (*mark, *words[:at], ",", *after)
        return ()

    # "when …, tell me"

    def _read_trailing(self, request: WatchRequest) -> WatchCommand | None:
        """What is to be told of stands before it, perhaps with something to do."""
        mark = self._find_mark(request.before)
        if not mark:
            return None
        return WatchCommand(
            notices=self._notices,
            request=replace(request, kind=_strengthen(request.kind)),
            mark=mark,
            condition=_strip_commas(request.before[len(mark) :]),
            command=request.before,
            order="either",
        )

    def _find_eyed(self, words: Phrase) -> Phrase:
        """What somebody wants us to keep an eye on, where that comes first."""
        words = trim_fillers(words, self._lexicon)
        eye = find_phrase(words, self._said("eye"), 0)
        rest = self._trim(words[len(eye) :]) if eye else ()
        end = next(
            (phrase for phrase in self._said("eye_ends") if rest[-len(phrase) :] == phrase), ()
        )
        return rest[: -len(end)] if end else rest

    def _find_mark(self, words: Phrase) -> Phrase:
        """When, if or whenever, at the beginning."""
        said = self._lexicon.conditions
        lists = (said.get("when", ()), said.get("if", ()), self._said("again"))
        return max((find_phrase(words, phrases, 0) for phrases in lists), key=len)

    def _strip_start(self, words: Phrase) -> Phrase:
        """The words less politeness and commas before them."""
        small = self._lexicon.roles["fillers"] | {(",",)}
        return strip_start(words, small)

    def _trim(self, words: Phrase) -> Phrase:
        """The words less politeness, commas and links around them."""
        links = self._lexicon.roles["and"] | {(",",)}
        while True:
            bare = trim_fillers(words, self._lexicon)
            while bare[-1:] in links:
                bare = bare[:-1]
            bare = strip_start(bare, _COMMA)
            if bare == words:
                return bare
            words = bare

    def _said(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.watching.get(name, frozenset())


def _strip_commas(words: Phrase) -> Phrase:
    """The words less commas around them; what else may be left out is tried where they are read."""
    return strip_words(words, _COMMA)


def _strengthen(kind: str) -> str:
    """Who names the condition first waits for it: "if the door is open, tell me"."""
    return "leads" if kind == "tell" else kind
