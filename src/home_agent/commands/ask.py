"""One sentence, one reply."""

import asyncio
import sys
from dataclasses import dataclass

from home_agent.engine.errors import StoreError
from home_agent.engine.events import Event
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store
from home_agent.engine.turn import Reply, Tier, Verdict

from ..configuration import Configuration, load_configuration
from ..models import with_model
from ..options import Options
from ..paths import data_folder
from ..session import Session, open_session
from ..storage.local import writable_folder
from ..storage.store_file import store_path
from ..terminal.bounded_input import is_piped, read_piped
from ..terminal.progress import Progress
from ..terminal.slow_model import SlowModelNotice
from ..terminal.streams import make_printable, print_error, supports_unicode

_ANSWER_IT = "That is a question. Answer it with: home-agent ask -c ANSWER"
_ANSWER_SOON = "That is a question. Answer it within a minute with: home-agent ask -c ANSWER"
_ANSWER_IN_CHAT = (
    "That waits for your answer, which only the same chat can take: say it in 'home-agent chat'."
)
_WAIT_ELSEWHERE = (
    "What is for later needs somebody who is there then: say it in 'home-agent chat', or start the"
    " service with 'home-agent run'."
)
_NOTHING_TO_GO_ON_WITH = "There is no conversation to go on with yet; this begins one."
_NOT_KEPT = "{why} So this is not in the audit, and -c cannot go on with it."
_NO_MODEL = (
    "What is piped in was not read: that takes a language model, and none is set."
    " 'home-agent doctor' says how to set one."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRequest:
    """What is asked, and how the answer is wanted."""

    sentence: str
    goes_on: bool = False
    """Whether it belongs to the last conversation."""

    as_json: bool = False
    may_have_more: bool = True
    """Whether a text that is piped in belongs to it, and is not the sentence itself."""


def ask(options: Options, request: AskRequest) -> Verdict:
    """Say the sentence, print the reply, and tell how it went."""
    configuration = load_configuration(options.config)
    has_model = bool(with_model(configuration.settings, options.model).llm)
    # Before anything runs in the background, so that Ctrl-C ends the waiting.
    attached = read_piped() if has_model and request.may_have_more else ""
    verdict = asyncio.run(_ask(options, configuration, request, attached))
    if (
        verdict is Verdict.REFUSED
        and not has_model
        and request.may_have_more
        and is_piped(filled=True)
    ):
        print_error(_NO_MODEL)
    return verdict


async def _ask(
    options: Options, configuration: Configuration, request: AskRequest, attached: str
) -> Verdict:
    plans, store, trouble = await _open_stores()
    async with open_session(options, store, configuration=configuration, plans=plans) as session:
        instead: Reply | None = None
        if request.goes_on and (last := await session.go_on()):
            from .asked_again import ask_again  # noqa: PLC0415 - few sentences go on

            instead = await ask_again(session, store, last, request.sentence)
        elif request.goes_on:
            print_error(_NOTHING_TO_GO_ON_WITH)
        return await _answer(session, request, attached, trouble, instead)


async def _answer(
    session: Session, request: AskRequest, attached: str, not_kept: str, instead: Reply | None
) -> Verdict:
    """Print what is answered, or what was answered already `instead`."""
    from ..service.schedule_client import connect_to_service  # noqa: PLC0415

    progress = Progress(session.snapshot.layout)
    with SlowModelNotice(print_error) as slow:

        def follow(event: Event) -> None:
            progress.follow(event)
            slow.follow(event)

        async with connect_to_service(session.home_key) as schedule_backend:
            if schedule_backend is not None:
                session.delegate(schedule_backend)
            reply = instead or await session.hear(request.sentence, follow, attached=attached)
    _print(reply, as_json=request.as_json)
    for told in (
        progress.trouble,
        _NOT_KEPT.format(why=not_kept) if not_kept and (reply.calls or request.goes_on) else "",
        "" if request.as_json else _next_step(reply),
        session.home_note if reply.verdict is Verdict.REFUSED and not reply.expects_answer else "",
    ):
        print_error(told)
    return Verdict.FAILED if progress.is_down and not reply.calls else reply.verdict


def _print(reply: Reply, *, as_json: bool) -> None:
    text = reply.text
    if as_json:
        from home_agent.engine.chat_api.reply_document import reply_as_json  # noqa: PLC0415

        text = reply_as_json(reply, ascii_only=not supports_unicode())
    if sys.stdout is not None:
        sys.stdout.write(f"{make_printable(text)}\n")


def _next_step(reply: Reply) -> str:
    """What somebody can do who was asked something back, or wanted something for later."""
    if any(outcome.reason is Reason.NOT_WAITING for outcome in reply.outcomes):
        return _WAIT_ELSEWHERE
    if not reply.expects_answer:
        return ""
    awaiting = [outcome.status is Status.AWAITING for outcome in reply.outcomes]
    if not any(awaiting):
        return _ANSWER_IT
    # What was partly done, or proposed by a model, cannot be asked again without doing it again.
    again = all(awaiting) and reply.tier is Tier.FAST
    return _ANSWER_SOON if again else _ANSWER_IN_CHAT


async def _open_stores() -> tuple[Store | None, Store, str]:
    """Where plans are looked up; where all else is kept, in mind at worst; and why only there.

    A file that cannot be used is left as it is: putting that in order is for a chat or the service.
    """
    folder = data_folder()
    plans = None if folder is None else SqliteStore(store_path(folder), create=False)
    try:
        store = SqliteStore(store_path(writable_folder()))
        await store.get("")
    except StoreError as error:
        return plans, InMemoryStore(), str(error)
    return store, store, ""
