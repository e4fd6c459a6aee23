"""Has a model write a text, or data that fit a schema. Nothing is done with it."""

import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Any

from ..authority import Authority
from ..events import EventListener
from ..llm.assembly import assemble
from ..llm.errors import GarbledError
from ..llm.messages import AssistantMessage, Message, Request, SystemMessage, UserMessage
from ..tools.arguments import find_excess, problems
from .consultation import ConsultationDependencies

type ModelRequester = Callable[[Request], Awaitable[AssistantMessage]]

_TEXT = "Do the task that you are given. Answer with the result only."
_DATA = "Do the task that you are given. Answer only with JSON that fits this schema:\n"
# Some models need to be told what was wrong with it; one that does not get it then never will.
_ATTEMPTS = 3


async def generate(task: UserMessage, schema: Mapping[str, Any] | None, ask: ModelRequester) -> Any:  # noqa: ANN401 - as the schema says
    """What the model wrote: data if a schema is given, else a text. Raises `ModelError`."""
    if schema is None:
        request = Request(messages=(SystemMessage(text=_TEXT), task))
        answer = (await ask(request)).text.strip()
        if not answer:
            raise GarbledError("The model had nothing to say. Word the task differently.")
        return answer
    instructions = f"{_DATA}{json.dumps(schema, ensure_ascii=False)}"
    messages: tuple[Message, ...] = (SystemMessage(text=instructions), task)
    wrong = ""
    for _attempt in range(_ATTEMPTS):
        answer = (await ask(Request(messages=messages, schema=schema))).text
        data, wrong = await _read(answer, schema)
        if not wrong:
            return data
        again = UserMessage(text=f"That does not fit: {wrong} Answer again, with JSON only.")
        messages = (*messages, AssistantMessage(text=answer or "…"), again)
    raise GarbledError(
        f"The model's answer does not fit what was asked for: {wrong}"
        " Ask for fewer fields, or use a more capable model."
    )


async def generate_within_budget(
    task: UserMessage,
    schema: Mapping[str, Any] | None,
    dependencies: ConsultationDependencies,
    authority: Authority,
    listener: EventListener,
) -> Any:  # noqa: ANN401 - whatever the schema says
    """The same from the model that is set, as far as somebody's budget goes; it is counted."""

    async def ask(request: Request) -> AssistantMessage:
        await dependencies.check_budget(authority)
        async with aclosing(dependencies.model.stream(request, listener)) as deltas:
            answer, finished = await assemble(deltas)
        await dependencies.note_usage(finished.usage, authority, finished.provider)
        return answer

    return await generate(task, schema, ask)


async def _read(text: str, schema: Mapping[str, Any]) -> tuple[Any, str]:
    """The data in an answer, which some models wrap in a code block; and what is wrong with it."""
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        return None, "There is no JSON object in it."
    try:
        data = json.loads(text[begin : end + 1])
    except ValueError as error:
        return None, f"It is no JSON: {error}."
    except RecursionError:
        return None, "It goes too deep."
    if wrong := find_excess(data):
        return None, wrong
    return data, await problems(data, schema)
