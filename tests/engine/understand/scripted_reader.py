"""A trained model that says what a test wants: the rules around it are what is tested."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.semantics import Prediction
from home_agent.engine.understand import Understander, Understanding
from home_agent.engine.understand.learned import reader
from home_agent.simulated import SimulatedHome


class ScriptedModel:
    """Predicts the same of every sentence."""

    def __init__(self, action: str, targets: dict[str, float], share: float = 0.98) -> None:
        """Predict this action and these things, each with how likely it is."""
        self._prediction = Prediction(
            actions={action: share, "none": 1 - share},
            targets=targets,
            nothing=max(0.0, 1 - sum(targets.values())),
        )

    def catalogue(self, things: object) -> object:
        """The things as they are."""
        return things

    def predict(self, _text: str, _things: object) -> Prediction:
        """What the test wants."""
        return self._prediction


def hear(
    home: SimulatedHome, text: str, model: ScriptedModel | None, monkeypatch: pytest.MonkeyPatch
) -> Understanding:
    """What a sentence means in English where this is the model; None: there is none."""
    monkeypatch.setattr(reader, "load_model", lambda: model)
    return Understander(learned=True).understand(text, home.snapshot(), load_language("en"))
