"""What a kind of thing is stands in `home/domains/`: no other module has a list of domains."""

import ast
from pathlib import Path

from home_agent.engine import home
from home_agent.engine.home import model
from home_agent.engine.home.domains import DOMAINS, Trait, with_trait

ENGINE = Path(home.__file__).parents[1]

# Lists that are about something else, with what they are about.
ALLOWED = {
    "act/automations/hidden_names.py": "services of the old kind, which a notice is sent by",
    "act/gate/treat_as.py": "what an owner may say that a thing is",
    "act/plain_messages.py": "services that say a text aloud",
    "act/schedule/documents.py": "tags of stored values",
    "chat_api/chat_request.py": "parts of a message",
    "consult/figures.py": "what heats, of which models mix up two temperatures",
    "consult/statement_checker.py": "of what people say that it was stopped and mean off",
    "context/inventory.py": "the order in which a prompt lists things",
    "home/model.py": "the plugs, told again below the domains; the last test holds them equal",
    "page/home_documents.py": "what is never shown as at work",
    "prompt_home/assist_tools.py": "what the tools of Home Assistant's Assist do not switch",
    "semantics/description.py": "words that the model was taught by",
    "speak/entity_states.py": "what is told in two parts",
    "speak/project_words.py": "templates of the intents project",
    "speak/report.py": "services of our own",
    "speak/safe_names.py": "what is named with its room",
    "tools/check_for_recent_ha_events.py": "fields of an answer",
    "tools/data.py": "what models give colours and media as",
    "tools/entries.py": "tools for lists, calendars and weather",
    "tools/get_time.py": "fields of an answer",
    "understand/clauses/calls.py": "what stays off when its level is set",
    "understand/clauses/listed.py": "what is lit",
    "understand/clauses/machines.py": "what runs, of which a switch may tell",
    "understand/clauses/steps.py": "how much must be said of what",
    "understand/commands/entered_values.py": "fields of a moment",
    "understand/commands/schedule.py": "whose entries are told when they are planned",
    "understand/dialogue/follow_up.py": "what a bare 'stop' stops",
    "understand/dialogue/topic.py": "what is asked after without a name",
    "understand/grammar/intents/control.py": "intents of the intents project",
    "understand/grammar/wordings.py": "intents of the intents project",
    "understand/learned/bounds.py": "what a guess may not do",
    "understand/learned/frames.py": "labels of the model",
    "understand/lexicon/purposes.py": "what a verb is for",
    "understand/questions/measure_sources.py": "what 'what is the X' means before its sensors",
    "understand/questions/text_sensors.py": "what holds a text of its own",
    "understand/resolve/candidates.py": "what few things say their class of",
    "understand/resolve/descriptions.py": "what is never said of what",
    "understand/resolve/manufacturers.py": "what a maker's name tells nothing of",
}


def _has_domains(node: ast.AST) -> bool:
    values: list[ast.expr] = []
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        values = node.elts
    elif isinstance(node, ast.Dict):
        values = [key for key in node.keys if key is not None]
    names = [value.value for value in values if isinstance(value, ast.Constant)]
    known = [name for name in names if name in DOMAINS]
    return len(known) > 1 and len(known) * 2 >= len(values)


def test_only_the_domains_say_what_kinds_of_things_there_are() -> None:
    found = {
        file.relative_to(ENGINE).as_posix()
        for file in ENGINE.rglob("*.py")
        if (ENGINE / "home" / "domains") not in file.parents
        if any(_has_domains(node) for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    }
    assert not found - {*ALLOWED}, "give the domains a trait, or say what the list is about"
    assert not {*ALLOWED} - found


def test_plugs_are_those_of_the_domains() -> None:
    assert with_trait(Trait.PLUG) == model._PLUGS
