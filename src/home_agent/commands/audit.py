"""`home-agent audit`: what was done, for whom, and how it ended."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass

from home_agent.engine.act.audit import Record, is_security_event, read_audit
from home_agent.engine.errors import StoreError

from ..storage.local import open_local_storage
from ..terminal.screen import make_console, styled
from ..terminal.streams import print_error, supports_unicode

_LOOKS = {"done": "", "already": "", "pending": "", "asked": "", "awaiting": "cyan"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilter:
    """Which records somebody wants to see."""

    last: int
    about: str = ""
    who: str = ""
    status: str = ""
    security: bool = False
    """Only what somebody was kept from."""

    def of(self, records: Sequence[Record]) -> Sequence[Record]:
        """Those of the records, the oldest first."""
        return [record for record in records if self._fits(record)][-self.last :]

    def _fits(self, record: Record) -> bool:
        about = f"{record.entity_id} {record.service}".casefold()
        return (
            self.about.casefold() in about
            and (not self.who or self.who.casefold() in _names(record))
            and (not self.status or self.status.casefold() == record.status)
            and (not self.security or is_security_event(record))
        )


def _names(record: Record) -> tuple[str, ...]:
    """Whoever had a part in it: a person, a key, and the ways that it came."""
    return (*filter(None, (record.user_id, record.key)), *record.origins)


def show_audit(audit_filter: AuditFilter, *, as_json: bool) -> None:
    """Print the records that are wanted."""
    records = asyncio.run(_records())
    console = make_console()
    found = audit_filter.of(records)
    for record in found:
        if as_json:
            text = json.dumps(record.as_document(), ensure_ascii=not supports_unicode())
            console.print(styled(text), soft_wrap=True)
        else:
            style = _LOOKS.get(record.status, "yellow")
            console.print(styled(record_line(record), style), soft_wrap=True)
    if not found and not as_json:
        told = "No record fits." if records else "Nothing was done yet, as far as is kept here."
        console.print(styled(told, "dim"))


def record_line(record: Record) -> str:
    """One record in one line."""
    how = record.chain or record.origin
    who = "/".join(filter(None, (how, record.key, record.user_id)))
    data = ", ".join(f"{key} {value}" for key, value in record.data.items())
    moved = record.after is not None and record.before != record.after
    changed = f"{record.before} → {record.after}" if moved else ""
    why = f"({record.reason})" if record.reason else ""
    agreed = "after a yes" if record.confirmed else ""
    parts = [
        f"{record.at.astimezone():%Y-%m-%d %H:%M:%S}",
        f"{who:10}",
        f"{record.status:9}",
        record.service,
        record.entity_id or "",
        f"[{data}]" if data else "",
        changed,
        why,
        agreed,
    ]
    return "  ".join(part for part in parts if part)


async def _records() -> tuple[Record, ...]:
    storage = await open_local_storage()
    if not storage.store.durable:
        raise StoreError(storage.trouble)
    if storage.trouble:
        print_error(storage.trouble)
    return await read_audit(storage.store)
