"""Trains the reader: `python -m training.reader.train CORPUS PRETRAINED TARGET`.

Needs PyTorch and nothing of Home Agent, so that it runs on any machine; a minute with a GPU, the
better part of an hour on two cores. The engine's own tokenizer and description are read from
their files.
"""

import argparse
import importlib.util
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from .export import write_model
from .measuring import measure
from .network import Batch, Reader
from .sampling import Sample, Sampler, Thing

_ENGINE = Path(__file__).parent.parent.parent / "custom_components" / "home_agent" / "engine"
_HOMES, _SENTENCES = 10, 16
_RATES = (2e-4, 1e-3)
_SMOOTHING = 0.05
_UNTOLD = -100
# Acts whose verbs come in thousands of forms, made from stems.
_MANY_FORMS = frozenset({"return", "previous", "next"})
# One home of each file that was written is kept to set the bars by.
_KEPT = 6


def _engine(name: str) -> ModuleType:
    """One file of the engine, without the engine."""
    path = _ENGINE / "semantics" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tokens, description = _engine("tokens"), _engine("description")


def split_homes(
    corpus: dict[str, Any], kept_set: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The homes to learn from, and those of the same hands that are only measured with."""
    written = [home for home in corpus["homes"] if re.fullmatch(r"\w\w-\d+", home["source"])]
    kept = written[_KEPT - 1 :: _KEPT]
    others = [home for home in corpus["homes"] if home not in kept]
    unseen = ("held-out-5", "messy")
    kept += [home for home in others if home["source"] == kept_set]
    return [home for home in others if home["source"] not in (*unseen, kept_set)], kept


def new_words(corpus: dict[str, Any], homes: list[dict[str, Any]], known: set[str]) -> list[str]:
    """Whole words of other languages than English that come up more than once."""
    found: Counter[str] = Counter()
    for text in _foreign_texts(corpus, homes):
        found.update(set(re.findall("[a-z]+", tokens.plain(text))))
    return sorted(word for word, times in found.items() if times > 1 and word not in known)


def _foreign_texts(corpus: dict[str, Any], homes: list[dict[str, Any]]) -> Iterator[str]:
    for home in homes:
        if home["language"] != "en":
            yield from (sentence[0] for sentence in home["sentences"])
            yield from (f"{thing[1]} {thing[2]}" for thing in home["things"])
    for language, words in corpus["words"].items():
        if language != "en":
            yield from (form for forms in words["kinds"].values() for form in forms)
            yield from (
                " ".join(form)
                for act, forms in words["acts"].items()
                if act not in _MANY_FORMS
                for form in forms
            )


def describe(thing: Thing) -> str:
    """A thing as the engine describes it."""
    id_, name, area, of_class = thing
    return description.describe((name,), area, id_.partition(".")[0], of_class)


class Trainer:
    """Turns samples into batches, and batches into weights."""

    def __init__(self, sampler: Sampler, tokenizer: Any, actions: list[str], device: str) -> None:  # noqa: ANN401 - a class of a file that was loaded by hand
        """Learn what the sampler draws."""
        self._sampler, self._tokenizer = sampler, tokenizer
        self._actions, self._device = actions, device

    def batch(self) -> tuple[Batch, Tensor, Tensor]:
        """Sentences of some homes, the things that each means, and its action."""
        things: list[list[int]] = []
        owners: list[int] = []
        samples: list[tuple[int, Sample, dict[str, int]]] = []
        for home in range(_HOMES):
            found, said = self._sampler.draw(_SENTENCES)
            at = {thing[0]: len(things) + number for number, thing in enumerate(found)}
            things += [self._tokenizer.tokens(describe(thing)) for thing in found]
            owners += [home] * len(found)
            samples += [(home, sample, at) for sample in said]
        wanted = torch.zeros(len(samples), len(things) + 1)
        for row, (_, (_, _, targets), at) in enumerate(samples):
            if targets is None:
                continue
            for place in [at[id_] + 1 for id_ in targets] or [0]:
                wanted[row, place] = 1 / max(1, len(targets))
        asked = [self._label(sample[1]) for _, sample, _ in samples]
        said_ids, said_mask = self._padded([self._tokenizer.tokens(s[0]) for _, s, _ in samples])
        thing_ids, thing_mask = self._padded(things)
        batch = Batch(
            said=said_ids,
            said_mask=said_mask,
            things=thing_ids,
            things_mask=thing_mask,
            home_of_thing=torch.tensor(owners, device=self._device),
            home_of_sentence=torch.tensor([home for home, _, _ in samples], device=self._device),
        )
        return batch, wanted.to(self._device), torch.tensor(asked, device=self._device)

    def tensors(self, things: list[Thing], sentences: list[str]) -> Batch:
        """Sentences about one home, as tokens."""
        said, said_mask = self._padded([self._tokenizer.tokens(text) for text in sentences])
        known, known_mask = self._padded([self._tokenizer.tokens(describe(t)) for t in things])
        return Batch(
            said=said,
            said_mask=said_mask,
            things=known,
            things_mask=known_mask,
            home_of_thing=torch.zeros(len(things), dtype=torch.int64, device=self._device),
            home_of_sentence=torch.zeros(len(sentences), dtype=torch.int64, device=self._device),
        )

    def _label(self, action: str) -> int:
        # Whether a thing is missing is not in the words.
        known = action in self._actions and action != "missing"
        return self._actions.index(action) if known else _UNTOLD

    def _padded(self, sequences: list[list[int]]) -> tuple[Tensor, Tensor]:
        longest = max(map(len, sequences))
        ids = np.zeros((len(sequences), longest), dtype=np.int64)
        mask = np.zeros((len(sequences), longest), dtype=bool)
        for row, sequence in enumerate(sequences):
            ids[row, : len(sequence)] = sequence
            mask[row, : len(sequence)] = True
        return torch.from_numpy(ids).to(self._device), torch.from_numpy(mask).to(self._device)

    def train(self, model: Reader, steps: int) -> None:
        """Change the weights so many times, the pretrained ones with care."""
        careful = model.pretrained()
        taken = {id(weight) for weight in careful}
        free = [weight for weight in model.parameters() if id(weight) not in taken]
        optimizer = torch.optim.AdamW(
            [{"params": careful, "lr": _RATES[0]}, {"params": free, "lr": _RATES[1]}],
            weight_decay=0.01,
        )
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimizer, list(_RATES), total_steps=steps, pct_start=0.1
        )
        began = time.monotonic()
        for step in range(steps):
            batch, wanted, asked = self.batch()
            scores, actions = model(batch)
            linking = -(wanted * scores.log_softmax(-1)).sum(-1).mean()
            acting = functional.cross_entropy(
                actions, asked, ignore_index=_UNTOLD, label_smoothing=_SMOOTHING
            )
            optimizer.zero_grad()
            (linking + acting).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            if step % 250 == 0:
                passed = time.monotonic() - began
                print(f"{step:5} things {linking:.3f} actions {acting:.3f} {passed:.0f} s")


def main() -> None:
    """Train, and write the file."""
    parser = argparse.ArgumentParser()
    for name in ("corpus", "pretrained", "target"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--rank", type=int, default=256)
    parser.add_argument("--keep", default="", help="a set that is measured with, not learned from")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    corpus = json.loads(options.corpus.read_text(encoding="utf-8"))
    with np.load(options.pretrained) as file:
        pieces: list[str] = json.loads(bytes(file["vocabulary"]).decode())
    homes, kept = split_homes(corpus, options.keep)
    words = new_words(corpus, homes, set(pieces))
    actions = list(corpus["actions"])
    model = Reader(len(pieces) + len(words), len(actions), options.layers, options.rank)
    model.take_pretrained(options.pretrained, len(pieces))
    by_pieces = tokens.Tokenizer(tuple(pieces))
    with torch.no_grad():
        for at, word in enumerate(words, start=len(pieces)):
            # a word begins as what its pieces are on average
            model.word.weight[at] = model.word.weight[by_pieces.tokens(word)].mean(0)
    sentences = sum(len(home["sentences"]) for home in homes)
    print(f"{len(homes)} homes, {sentences} sentences, {len(words)} words more, on {device}")
    vocabulary = [*pieces, *words]
    sampler = Sampler(corpus, homes, options.seed)
    tokenizer = tokens.Tokenizer(tuple(vocabulary))
    trainer = Trainer(sampler, tokenizer, actions, device)
    trainer.train(model.to(device), options.steps)
    for source in sorted({home["source"][:2] for home in kept}):
        own = [home for home in kept if home["source"].startswith(source)]
        print(f"{source} {measure(model, own, corpus, trainer.tensors)}")
    write_model(model, vocabulary, actions, options.target)


if __name__ == "__main__":
    main()
