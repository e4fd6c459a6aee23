"""What the owner of a house has a model told in their own words: a text, or a Jinja template.

| variable | what it is |
|---|---|
| `instructions` | what we would have told the model |
| `inventory` | what there is in the home |
| `tools` | what the model may use, each with `name` and `description` |
| `tool_use` | when to use which of them, in our words |
| `home_name` | as set |
| `entity_context` | the states that matter to the sentence |
| `conversation_history` | what was said before, a line each |
| `memories` | what is remembered |
| `user`, `area`, `language` | who speaks, where, and in which language |
| `time`, `date`, `weekday` | now |

The last six rows change from turn to turn. A template with any of them is read anew by the model
from there on, which takes longer and costs more; whatever it does not have follows with the
sentence, where it costs least.

Home Assistant reads templates itself and offers its own functions and filters, such as `states`,
which may change with every turn as well. A home that reads none leaves them to our sandbox, where
there are only the variables above.
"""

from ..errors import SettingsError, TemplateFailedError, TemplatesUnavailableError
from ..privacy.sanitize import break_marks
from ..validation.problems import Problem
from .metering import MOST_SIGNS
from .template import TemplateRenderer, Variables, read_template, render_template

STABLE = frozenset({"home_name", "instructions", "inventory", "tool_use", "tools"})
CHANGING = frozenset(
    {
        *("area", "conversation_history", "date", "entity_context", "language", "memories"),
        *("time", "user", "weekday"),
    }
)
EXAMPLE: Variables = {
    **dict.fromkeys(STABLE | CHANGING, ""),
    "memories": ("The tea is in the pantry.",),
    "tools": ({"name": "ha_query", "description": "Look things up."},),
}
# What is cut until a prompt fits; all else is the same however often it is asked for.
_CUT = frozenset({"conversation_history", "entity_context"})
# What Home Assistant's templates have that is no function.
_OF_HOME = frozenset({"e", "inf", "pi", "states", "tau"})


class CustomPrompt:
    """A text or a template that was found to be right, as far as that can be told without a home.

    Raises `SettingsError` with the line that is wrong, also by trying it out.
    """

    def __init__(self, source: str, name: str) -> None:
        """Read it; `name` is the setting that it is."""
        self.source = source.strip()
        self.name = name
        self._is_template = any(mark in source for mark in ("{{", "{%", "{#"))
        self.uses: frozenset[str] = frozenset()
        self.of_home: frozenset[str] = frozenset()
        """What only a home can make of it: its functions and filters."""
        if self._is_template:
            self._read()

    @property
    def is_volatile(self) -> bool:
        """Whether its text may differ in the next turn."""
        return bool(self.of_home or self.uses & CHANGING)

    def render(self, variables: Variables, by_home: TemplateRenderer | None = None) -> str:
        """The text with these variables; raises `TemplateFailedError`."""
        if not self._is_template:
            return self.source
        used = {name: variables[name] for name in self.uses}
        why = ""
        if by_home is not None:
            try:
                return _bounded(by_home(self.source, used))
            except TemplatesUnavailableError as error:
                why = f" {error}"
        if self.of_home:
            names = ", ".join(sorted(self.of_home))
            raise TemplateFailedError(f"only Home Assistant has {names}.{why}".rstrip("."))
        return render_template(self.source, used).strip()

    def _read(self) -> None:
        try:
            info = read_template(self.source)
        except TemplateFailedError as error:
            raise self._wrong(error) from error
        known = STABLE | CHANGING
        strange = info.names - known
        # A function may be the home's; a variable that nobody gives is a mistake.
        if unknown := strange - info.applied - _OF_HOME:
            choices = ", ".join(sorted(known))
            raise SettingsError(
                tuple(
                    Problem(self.name, "variable", variable=name, choices=choices)
                    for name in sorted(unknown)
                )
            )
        self.uses, self.of_home = info.names & known, strange | info.beyond
        if not self.of_home:
            try:
                render_template(self.source, EXAMPLE)
            except TemplateFailedError as error:
                raise self._wrong(error) from error

    def _wrong(self, error: TemplateFailedError) -> SettingsError:
        return SettingsError((Problem(self.name, "template", error=str(error)),))


class PromptRenderer:
    """Renders the templates of one prompt, none more often than needed."""

    def __init__(self, by_home: TemplateRenderer | None) -> None:
        """Have the home render them, where it can."""
        self._by_home = by_home
        self._made: dict[CustomPrompt, str | None] = {}
        self.problems: list[str] = []
        """What is wrong with those that could not be used."""

    def render(self, prompt: CustomPrompt, variables: Variables) -> str | None:
        """The text of a template; `None` if it is wrong."""
        if prompt in self._made:
            return self._made[prompt]
        try:
            text = prompt.render(variables, self._by_home)
        except TemplateFailedError as error:
            self.problems.append(f"{prompt.name}: {error}")
            text = None
        if text is None or not prompt.uses & _CUT:
            self._made[prompt] = text
        return text


def _bounded(text: str) -> str:
    """What a home rendered, which may have the words of any device in it."""
    if len(text) > MOST_SIGNS:
        raise TemplateFailedError(f"the text is longer than {MOST_SIGNS} letters")
    return break_marks(text).strip()
