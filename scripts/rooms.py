"""The table of rooms: what each part of the code holds, and which other parts it may import.

`check_layers` proves it, and docs/architecture.md shows it: `python -m scripts.rooms` prints what
belongs there. Modules are named from the folder of their house. The most exact name counts, so
that a module may belong to another room than the rest of its folder.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """Modules that belong together."""

    name: str
    holds: str
    """What they hold, for people."""

    may_import: tuple[str, ...] = ()
    """Other rooms of the same house."""

    modules: tuple[str, ...] = ()
    """Dotted names; a package stands for all below it. Empty: what is called like the room."""


@dataclass(frozen=True)
class House:
    """A folder whose modules are in rooms, the lowest first."""

    name: str
    folder: str
    rooms: tuple[Room, ...]

    def find_room(self, module: str) -> Room | None:
        """Return the room of a module, given by its dotted name in the folder; None if in none."""
        found = {
            prefix: room
            for room in self.rooms
            for prefix in room.modules or (room.name,)
            if f"{module}.".startswith(f"{prefix}.")
        }
        return found[max(found, key=len)] if found else None

    def may_import(self, room: Room) -> frozenset[str]:
        """Return the names of the rooms that a room may import."""
        if room.may_import == ALL_ABOVE:
            return frozenset(above.name for above in self.rooms[: self.rooms.index(room)])
        return frozenset(room.may_import)

    def as_markdown(self) -> str:
        """Return the table as the documentation shows it."""
        lines = [f"| room of the {self.name} | what it holds | may import |", "|---|---|---|"]
        for room in self.rooms:
            modules = f" ({', '.join(map(_short, room.modules))})" if room.modules else ""
            allowed = "all above" if room.may_import == ALL_ABOVE else ", ".join(room.may_import)
            lines.append(f"| **{room.name}**{modules} | {room.holds} | {allowed or '-'} |")
        return "\n".join(lines)


def _short(module: str) -> str:
    return f"`{module.replace('.', '/')}`"


ALL_ABOVE = ("*",)
"""Every room that stands before this one in the table."""

_VALUES = ("basics", "home", "values")
_WORDS = (*_VALUES, "language", "understand")

ENGINE = House(
    name="engine",
    folder="custom_components/home_agent/engine/",
    rooms=(
        Room(
            "basics",
            "errors; points in time; what holds for a while",
            modules=("errors", "instants", "timed_cache"),
        ),
        Room("home", "what a home is; `domains/`: what each kind of thing can do", ("basics",)),
        Room("storage", "documents that last, and their damage", ("basics",)),
        Room("validation", "settings field by field, a line for each mistake", ("basics",)),
        Room("language", "languages: a folder each", ("basics", "storage")),
        Room(
            "values",
            "what travels: turn, plan, outcome, event",
            ("basics", "home"),
            (
                *("agreement", "authority", "conditions", "triggers", "plan", "jobs", "outcome"),
                *("plan_contents", "call_data", "own_words", "program", "turn", "events"),
                *("llm.messages", "automations.automation"),
            ),
        ),
        Room("automations", "automations of the home itself, as it writes them", _VALUES),
        Room("privacy", "what is neither shown nor obeyed", (*_VALUES, "language")),
        Room("semantics", "what was learned: sentences and things as vectors, what a text is"),
        Room(
            "understand",
            "words → Understanding without a model, by stage",
            (*_VALUES, "language", "semantics", "storage"),
            ("understand", "reading_threads"),
        ),
        Room(
            "act",
            "Plan → Outcomes; the only room that calls services",
            (*_VALUES, "automations", "language", "privacy", "storage", "validation"),
        ),
        Room("confirmation", "yes, no and the PIN", (*_WORDS, "act"), ("confirmation", "pin")),
        Room(
            "conversation",
            "what was said before, and what it rests on",
            (*_WORDS, "storage"),
            ("conversation.conversation", "conversation.replies", "conversation.trace"),
        ),
        Room("speak", "Outcomes → words", (*_WORDS, "act", "automations", "conversation")),
        Room("recent_events", "what happened of late", (*_VALUES, "privacy")),
        Room("watch", "what somebody wants to be told of", (*_WORDS, "act", "validation")),
        Room(
            "memory",
            "what is remembered across conversations",
            (*_WORDS, "privacy", "storage", "validation"),
        ),
        Room(
            "llm",
            "models: providers, failover, budgets",
            (*_VALUES, "privacy", "storage", "validation"),
        ),
        Room(
            "retrieval",
            "texts found by their words and by their meaning",
            ("basics", "language", "llm", "semantics", "storage", "validation"),
        ),
        Room(
            "context",
            "what a model is shown",
            (
                *(*_WORDS, "conversation", "llm", "memory", "privacy", "retrieval", "semantics"),
                *("storage", "validation"),
            ),
        ),
        Room(
            "tools",
            "what a model may call",
            (
                *(*_WORDS, "act", "automations", "context", "llm", "memory", "privacy"),
                *("recent_events", "retrieval", "speak", "validation", "watch"),
            ),
        ),
        Room(
            "settings",
            "all that can be set",
            (
                *("basics", "act", "context", "llm", "memory", "retrieval", "tools"),
                *("validation", "watch"),
            ),
        ),
        Room(
            "turn",
            "a sentence with all that answering it takes",
            (*_VALUES, "language", "act", "context", "conversation", "storage", "tools"),
            ("conversation",),
        ),
        Room(
            "consult",
            "asking a model, and passing on only what is true",
            (
                *(*_WORDS, "act", "confirmation", "context", "conversation", "llm", "memory"),
                *(
                    "privacy",
                    "retrieval",
                    "semantics",
                    "settings",
                    "speak",
                    "storage",
                    "tools",
                    "turn",
                ),
            ),
        ),
        Room(
            "migrate",
            "what people bring along from elsewhere, as our settings",
            ("basics", "context", "settings", "tools"),
        ),
        Room(
            "chat_api",
            "OpenAI's chat completions as values: requests, replies, streams",
            (*_VALUES, "language", "conversation", "privacy", "tools"),
        ),
        Room(
            "agent",
            "the one path that every sentence takes",
            ALL_ABOVE,
            (
                *(
                    "agent",
                    "agent_api",
                    "agent_builder",
                    "agent_parts",
                    "announcer",
                    "preload",
                    "active_requests",
                    "tool_answers",
                    "tools.setup",
                ),
                *(
                    "conversation.answer",
                    "conversation.answering",
                    "conversation.reading",
                    "conversation.redaction",
                    "__init__",
                ),
            ),
        ),
        Room("page", "what a person in a browser is shown, and may ask for", ALL_ABOVE),
        Room("prompt_home", "a caller's home: devices in a prompt, calls in the reply", ALL_ABOVE),
    ),
)

_COMMON = ("common", "terminal", "logs")
_HOMES = ("remote", "simulated", "storage", "configuration", "session")

APP = House(
    name="app",
    folder="src/home_agent/",
    rooms=(
        Room(
            "terminal",
            "a person at a terminal: screen, lines, progress; bounded input",
        ),
        Room(
            "common",
            "what is typed, where things live, small files",
            ("terminal",),
            ("env_file", "fetch", "models", "options", "paths", "rooms", "yaml_file"),
        ),
        Room("logs", "the log: its file, formats, what it never shows", ("common", "terminal")),
        Room("storage", "what is kept on disk, and who may write it", ("common",)),
        Room("remote", "a Home Assistant over its WebSocket API"),
        Room("simulated", "a home that is not real", ("common",)),
        Room("configuration", "settings: one file, and variables", (*_COMMON, "remote")),
        Room(
            "session",
            "an open home with an agent in it",
            (*_COMMON, "configuration", "remote", "simulated", "storage"),
            ("home_view", "homes", "mcp_client", "session"),
        ),
        Room(
            "checks",
            "whether the home, MCP servers and models can be asked",
            ("common", "configuration", "remote", "session", "simulated"),
        ),
        Room("evaluation", "datasets → scores", ("common", "simulated", "terminal")),
        Room(
            "server",
            "the home behind an API that programs speak",
            (*_COMMON, *_HOMES, "checks"),
        ),
        Room("mcp_server", "the home for MCP clients", (*_COMMON, *_HOMES, "server")),
        Room(
            "service",
            "the agent without anybody in front of it",
            (*_COMMON, *_HOMES, "server", "mcp_server"),
        ),
        Room("commands", "what each command does", ALL_ABOVE),
        Room(
            "cli",
            "reads what is typed; errors → exit status",
            (*_COMMON, "commands"),
            ("cli", "__main__", "__init__"),
        ),
    ),
)

HOUSES = (ENGINE, APP)


if __name__ == "__main__":
    print("\n\n".join(house.as_markdown() for house in HOUSES))
