"""Which of a server's models people choose from: those that chat, with one that is recommended.

Servers list whatever they have, and few say what it is for, so it is told by the words of a name.
Any other name can still be typed.
"""

import re
from collections.abc import Sequence

# What models are for that hear no sentence, or answer with none.
_OTHER_USES = frozenset(
    {
        *("embed", "embedding", "embeddings", "embedder", "minilm", "bge", "gte", "e5"),
        *("rerank", "reranker", "moderation", "guard", "aqa", "clip"),
        *("tts", "stt", "speech", "audio", "voice", "whisper", "transcribe", "parakeet", "kokoro"),
        *("realtime", "live", "lyria"),
        *("image", "images", "imagen", "dall", "diffusion", "sdxl", "flux", "sora", "veo", "video"),
        # asked in another way than by chatting
        *("davinci", "babbage", "codex", "research"),
    }
)
_ALSO_OTHER = re.compile(r"gpt-3\.5-turbo-instruct|computer-use")

# Cheap, quick, and good with tools, the best first; then families that one has at home.
_GOOD = ("gpt-4o-mini", "gemini-3.1-flash-lite", "gemini-2.5-flash")
_GOOD_AT_HOME = ("qwen3", "gpt-oss")


def chat_models(names: Sequence[str]) -> tuple[str, ...]:
    """The models that chat, the recommended one first; all if none seems to."""
    chatting = [name for name in names if _can_chat(name)] or names
    best = recommended_model(names)
    return tuple(sorted(chatting, key=lambda name: name != best))


def recommended_model(names: Sequence[str]) -> str:
    """The model to suggest, or the only one; empty if we know none of them."""
    chatting = [name for name in names if _can_chat(name)]
    for good in _GOOD:
        if found := [name for name in chatting if _without_maker(name) == good]:
            return found[0]
    for family in _GOOD_AT_HOME:
        if found := [name for name in chatting if _without_maker(name).startswith(family)]:
            return found[0]
    return chatting[0] if len(chatting) == 1 else ""


def _can_chat(name: str) -> bool:
    words = set(re.split(r"[^a-z0-9]+", name.lower()))
    # the third of its kind is of the same kind
    kinds = words | {word.rstrip("0123456789") for word in words}
    return not kinds & _OTHER_USES and not _ALSO_OTHER.search(name.lower())


def _without_maker(name: str) -> str:
    """Some servers write who made it before the name."""
    return name.lower().rpartition("/")[2]
