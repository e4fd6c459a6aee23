"""A name or a message brings a link, a picture or markup into a notification."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from home_agent.engine.act.plain_messages import escape_call, escape_markdown, strip_markup
from home_agent.engine.home import ServiceCall

HOSTILE = (
    "[Update now](https://evil.example/login)",
    "![x](https://evil.example/pixel.png)",
    "<img src=https://evil.example/pixel.png>",
    '<a href="https://evil.example">Log in</a>',
    "<script>alert(1)</script>",
    "<https://evil.example>",
    "https://evil.example/login",
    "HTTPS://evil.example/login",
    "www.evil.example",
    "WWW.evil.example",
    "anna@evil.example",
    "[Update]: https://evil.example",
    "[Update][1]\n\n[1]: https://evil.example",
    "# Your password has expired",
    "Setext\n===",
    "Setext\n---",
    "- [ ] task",
    "1. first\n2) second",
    "> quoted",
    "`code` and ```fence```",
    "**bold** __bold__ *it* _it_ ~~gone~~",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "a\\[b](https://evil.example)",
    "&lt;b&gt; &#60;img&#62;",
    "line\n\n    code",
    "+ plus\n* star",
    "Lamp \u202egnp.exe",
    "a\u200bb\x00c\u2028d",
    "~~~\nfence\n~~~",
    "***\n___",
)
PLAIN = frozenset(
    {"inline", "paragraph_open", "paragraph_close", "text", "softbreak", "text_special"}
)
_LINK = re.compile(r"(?:https?|ftp)://|\bwww\.|[\w.]@\w", re.IGNORECASE)
READER = MarkdownIt("commonmark", {"html": True}).enable(["strikethrough", "table"])


def seen(markdown: str) -> tuple[str, set[str]]:
    """What somebody reads, and what it is made of."""
    every = [inner for item in READER.parse(markdown) for inner in (item, *(item.children or ()))]
    text = "".join(
        "\n" if item.type == "softbreak" else item.content
        for item in every
        if item.type in ("text", "softbreak", "text_special", "code_block")
    )
    return text, {item.type for item in every}


@pytest.mark.parametrize("text", HOSTILE)
def test_a_notification_is_text_and_nothing_else(text: str) -> None:
    call = ServiceCall(
        domain="persistent_notification", service="create", data={"message": text, "title": text}
    )
    shown = escape_call(call).data
    read, kinds = seen(shown["message"])
    assert kinds - {"code_block"} <= PLAIN
    assert not _LINK.search(shown["message"]), "which the frontend makes a link of"
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", shown["title"] + shown["message"])
    assert "<" not in shown["title"]
    if "\n" not in text and text.isprintable():
        assert read == text


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("domain", ["notify", "assist_satellite", "tts"])
def test_a_message_to_others_has_no_markup(domain: str, text: str) -> None:
    call = ServiceCall(domain=domain, service="x", data={"message": text, "title": text})
    for shown in escape_call(call).data.values():
        assert "<" not in shown
        assert "](" not in shown
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00]", shown)


@given(text=st.text(st.sampled_from("ab 1.)#*_[]()<>!`~|\\&@:/w-=+\n"), max_size=40))
def test_no_mixture_of_signs_makes_markup(text: str) -> None:
    _read, kinds = seen(escape_markdown(text))
    assert kinds - {"code_block", "hardbreak"} <= PLAIN


@pytest.mark.parametrize(
    "text", ["The washing machine is done.", "Freezer: 3.5 °C (over -15)", "5 of 6 done - hm!"]
)
def test_what_we_say_stays_as_it_is(text: str) -> None:
    assert escape_markdown(text) == strip_markup(text) == text


def test_what_is_no_message_stays_as_it_is() -> None:
    call = ServiceCall(domain="todo", service="add_item", data={"item": "<b>", "message": "<b>"})
    assert escape_call(call) is call
