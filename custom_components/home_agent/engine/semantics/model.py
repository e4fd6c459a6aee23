"""The trained model: sentences and things as vectors, and what a sentence asks of which things."""

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .network import Array, Network, softmax, unit
from .prediction import DescribedThing, Prediction
from .tokens import Tokenizer

# What is at least half as likely as the likeliest is meant along with it: "the blinds".
_AS_LIKELY = 0.5
# Of all that is known of one thing: names and rooms are short, and the rest says little.
_MOST_PIECES = 24


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EncodedSentence:
    """A sentence as the model sees it."""

    vector: Array
    """What it is about, to compare with things; of length 1."""

    pieces: Array
    """Each piece of its words by itself, to compare with pieces of names; each of length 1."""

    weights: Array
    """How much each piece says of what is meant; together 1."""

    mean: Array
    """All of it alike, for whether anything here is meant."""

    asked: Array
    """All of it alike, and by what counts, for what is asked."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Catalogue:
    """Things as the model sees them: made once, compared with every sentence."""

    ids: tuple[str, ...]
    vectors: Array
    """A row for every thing; of length 1."""

    pieces: Array
    """A row for every piece of a word that any of them is known by, and one of zeros at the end."""

    places: NDArray[np.int32]
    """For every thing the rows of its pieces; the last row, where it has fewer than others."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Model:
    """What was learned. Nothing in it changes: any thread may use it."""

    tokenizer: Tokenizer
    actions: tuple[str, ...]
    table: NDArray[np.int8]
    """A row of small numbers for every piece of a word, to be multiplied by its scale."""

    scales: Array
    network: Network

    def similar(self, text: str, things: Catalogue) -> Array:
        """How close in meaning each thing is to a text, from -1 to 1."""
        close: Array = things.vectors @ self._read(text).vector
        return close

    def embed_question(self, text: str) -> Array:
        """A text as a vector of length 1, to compare with those of `embed_texts`."""
        return self._read(text).vector

    def embed_texts(self, texts: Iterable[str]) -> Array:
        """Texts that a question may be about as vectors, a row each; of length 1."""
        return self.catalogue(DescribedThing("", text) for text in texts).vectors

    @property
    def fingerprint(self) -> str:
        """Tells the vectors of this model from those of one that was trained otherwise."""
        known = self.network.weights
        told = (known["sproj_w"], known["eproj_w"], self.scales)
        return f"{zlib.crc32(b''.join(part.astype(np.float32).tobytes() for part in told)):08x}"

    def catalogue(self, things: Iterable[DescribedThing]) -> Catalogue:
        """Some things, to compare sentences with."""
        found = [(thing.id, self.tokenizer.tokens(thing.words)[:_MOST_PIECES]) for thing in things]
        known = sorted({token for _, tokens in found for token in tokens})
        row_of = {token: row for row, token in enumerate(known)}
        longest = max((len(tokens) for _, tokens in found), default=1)
        places = np.full((len(found), longest), len(known), dtype=np.int32)
        rows = self._rows(known)
        pieces = self._pieces(rows)
        # Pieces come up in many things: what each is worth is worked out once.
        weights = self.network.weights
        hidden = self.network.norm(rows, "eln")
        worth = hidden @ weights["eweight_w"] + weights["eweight_b"]
        pooled = np.zeros((len(found), rows.shape[1]), dtype=np.float32)
        for at, (_, tokens) in enumerate(found):
            own = [row_of[token] for token in tokens]
            places[at, : len(own)] = own
            pooled[at] = softmax(worth[own]) @ hidden[own]
        none = np.zeros((1, pieces.shape[1]))
        return Catalogue(
            ids=tuple(id_ for id_, _ in found),
            vectors=unit(unit(pooled) @ weights["eproj_w"]),
            pieces=np.vstack([pieces, none]).astype(np.float32),
            places=places,
        )

    def predict(self, text: str, things: Catalogue) -> Prediction:
        """What a sentence asks of these things."""
        said = self._read(text)
        nothing = self.network.perceive(said.mean, "null")
        asked = softmax(self.network.perceive(said.asked, "action"))
        shares = softmax(np.concatenate([nothing, self._score(said, things)]))
        likely = shares[1:]
        least = _AS_LIKELY * float(likely.max(initial=0.0))
        order = [int(at) for at in np.argsort(-likely) if likely[at] >= least]
        return Prediction(
            actions=dict(zip(self.actions, asked.tolist(), strict=True)),
            targets={things.ids[at]: float(likely[at]) for at in order},
            nothing=float(shares[0]),
        )

    def _read(self, text: str) -> EncodedSentence:
        known = self.network.weights
        rows = self._rows(self.tokenizer.tokens(text))
        hidden = self.network.transform(rows)
        weights = softmax(hidden @ known["weight_w"] + known["weight_b"])
        mean = hidden.mean(axis=0)
        heeded = softmax(hidden @ known["heed_w"] + known["heed_b"]) @ hidden
        return EncodedSentence(
            vector=unit(unit(weights @ hidden) @ known["sproj_w"]),
            pieces=self._pieces(rows),
            weights=weights,
            mean=mean,
            asked=np.concatenate([mean, heeded]),
        )

    def _score(self, said: EncodedSentence, things: Catalogue) -> Array:
        """How well each thing fits: by all of it, and by the best fitting piece for each said."""
        known = self.network.weights
        close = said.pieces @ things.pieces.T
        # a place that holds no piece fits worse than any
        close[:, -1] = -1.0
        best = close[:, things.places].max(axis=-1)
        whole = things.vectors @ said.vector
        pieces = said.weights @ best
        scores: Array = whole * np.exp(known["scale"]) + pieces * np.exp(known["lscale"])
        return scores

    def _rows(self, tokens: list[int]) -> Array:
        rows: Array = (
            self.table[tokens] * self.scales[tokens, None] @ self.network.weights["lift_w"]
        )
        return rows

    def _pieces(self, rows: Array) -> Array:
        return unit(rows @ self.network.weights["tok_w"])


def read_model(path: Path) -> Model:
    """A model from the file that training wrote.

    Raises `OSError` if it cannot be read, `KeyError` or `ValueError` if it is not such a file.
    """
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(bytes(file["about"]).decode())
        weights: dict[str, Array] = {}
        for entry in file.files:
            name, _, kind = entry.rpartition(".")
            if kind == "q":
                # small numbers, each column with a scale of its own
                weights[name] = np.multiply(file[entry], file[f"{name}.s"], dtype=np.float32)
            elif kind == "f":
                weights[name] = file[entry].astype(np.float32)
        return Model(
            tokenizer=Tokenizer(tuple(about["vocabulary"])),
            actions=tuple(about["actions"]),
            table=file["table"],
            scales=file["scales"].astype(np.float32),
            network=Network(weights=weights, layers=about["layers"]),
        )
