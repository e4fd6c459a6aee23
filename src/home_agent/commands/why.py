"""`home-agent why`: what the last turn of the last chat rests on."""

import asyncio
from collections import Counter
from collections.abc import Iterator

from home_agent.engine.conversation.conversations import last_trace
from home_agent.engine.conversation.trace import Trace
from home_agent.engine.errors import StoreError

from ..storage.local import open_local_storage
from ..terminal.screen import make_console, styled
from ..terminal.streams import print_error

_TIERS = {
    "fast": "without a language model",
    "llm": "by a language model",
    "none": "by nobody: it was not understood",
}


def show_why() -> None:
    """Print the trace of the last turn."""
    trace = asyncio.run(_trace())
    console = make_console()
    if trace is None:
        console.print(styled("Nothing was said yet, as far as is kept here.", "dim"))
        return
    for text, style in why_lines(trace):
        console.print(styled(text, style), soft_wrap=True)


def why_lines(trace: Trace) -> Iterator[tuple[str, str]]:
    """The trace in lines, each with its style."""
    yield trace.heard, "bold"
    yield f"answered    {trace.said}", ""
    yield f"understood  {_TIERS.get(trace.tier, trace.tier)}", ""
    if trace.model:
        used = f", which used {_counted(trace.tools)}" if trace.tools else ""
        yield f"asked       {trace.model}{used}; {trace.tokens} tokens", ""
    if trace.reader:
        yield f"read by     the {trace.reader}, confidence {trace.confidence:.2f}", ""
    for found in trace.found:
        ids = ", ".join(found.entity_ids)
        yield f"match       {found.words} → {ids}  {found.score:.2f}  {found.how}", "green"
    if trace.confirmed:
        yield "agreed      you said yes to it, or told the PIN", ""
    for ended in trace.ended:
        if ended.service:
            yield f"gate        {ended.entity_id}: {ended.gate}", ""
    for call in trace.calls:
        yield f"call        {call}", "cyan"
    for ended in trace.ended:
        moved = ended.after is not None and ended.before != ended.after
        changed = f"  {ended.before} → {ended.after}" if moved else ""
        name = ended.entity_id or "-"
        yield f"evidence    {name}: {ended.status}{changed}", ""
    cost = f"{trace.cost:.4f}" if trace.cost else "nothing"
    yield f"took        {trace.latency_ms:.0f} ms, cost {cost}", "dim"


def _counted(tools: tuple[str, ...]) -> str:
    """Each tool once, in order, and how often."""
    return ", ".join(
        item if times == 1 else f"{item} {times} times" for item, times in Counter(tools).items()
    )


async def _trace() -> Trace | None:
    storage = await open_local_storage()
    if not storage.store.durable:
        raise StoreError(storage.trouble)
    if storage.trouble:
        print_error(storage.trouble)
    return await last_trace(storage.store)
