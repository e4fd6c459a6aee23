"""The network in PyTorch, as `engine/semantics` computes it in numpy."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH = 384
_HEADS = 12
_INNER = 1536
_LONGEST = 40
_DROPPED = 0.1
_FAR = -1e4


@dataclass(frozen=True)
class Batch:
    """Sentences and the things of their homes, as tokens."""

    said: Tensor
    said_mask: Tensor
    things: Tensor
    things_mask: Tensor
    home_of_thing: Tensor
    home_of_sentence: Tensor


class Layer(nn.Module):
    """One layer of a transformer."""

    def __init__(self) -> None:
        """Start with random weights."""
        super().__init__()
        self.q, self.k = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.v, self.o = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.i, self.d = nn.Linear(WIDTH, _INNER), nn.Linear(_INNER, WIDTH)
        self.ln1, self.ln2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(_DROPPED)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """Rows with regard to each other."""
        number, length, _ = hidden.shape

        def split(values: Tensor) -> Tensor:
            return values.view(number, length, _HEADS, -1).transpose(1, 2)

        mixed = functional.scaled_dot_product_attention(
            split(self.q(hidden)),
            split(self.k(hidden)),
            split(self.v(hidden)),
            attn_mask=mask[:, None, None, :],
        )
        mixed = mixed.transpose(1, 2).reshape(number, length, WIDTH)
        hidden = self.ln1(hidden + self.dropout(self.o(mixed)))
        return self.ln2(hidden + self.dropout(self.d(functional.gelu(self.i(hidden)))))


class Reader(nn.Module):
    """Which action, and which of the things, each sentence means."""

    def __init__(self, vocabulary: int, actions: int, layers: int, rank: int) -> None:
        """Start with random weights; each piece of a word is known by so many numbers."""
        super().__init__()
        self.word = nn.Embedding(vocabulary, rank)
        self.lift = nn.Linear(rank, WIDTH, bias=False)
        self.pos = nn.Embedding(_LONGEST, WIDTH)
        self.kind = nn.Parameter(torch.zeros(WIDTH))
        self.eln = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.dropout = nn.Dropout(_DROPPED)
        self.weight, self.eweight, self.heed = (nn.Linear(WIDTH, 1) for _ in range(3))
        for even in (self.weight, self.eweight, self.heed):
            nn.init.zeros_(even.weight)
            nn.init.zeros_(even.bias)
        self.sproj, self.eproj = (nn.Linear(WIDTH, 192, bias=False) for _ in range(2))
        nn.init.orthogonal_(self.sproj.weight)
        self.eproj.weight.data.copy_(self.sproj.weight.data)
        self.tok = nn.Linear(WIDTH, 128, bias=False)
        nn.init.orthogonal_(self.tok.weight)
        self.scale = nn.Parameter(torch.tensor(math.log(15.0)))
        self.lscale = nn.Parameter(torch.tensor(math.log(6.0)))
        self.null1, self.null2 = nn.Linear(WIDTH, 64), nn.Linear(64, 1)
        self.action1, self.action2 = nn.Linear(2 * WIDTH, WIDTH), nn.Linear(WIDTH, actions)

    def pretrained(self) -> list[nn.Parameter]:
        """The parameters that do not start at random, and are changed with care."""
        parts: tuple[nn.Module, ...] = (self.word, self.lift, self.pos, self.eln, self.layers)
        return [self.kind, *(weight for part in parts for weight in part.parameters())]

    def take_pretrained(self, path: Path, known: int) -> None:
        """Take word pieces and layers of MiniLM, as `pretrained.py` wrote them."""
        with np.load(path) as file, torch.no_grad():

            def take(target: Tensor, name: str) -> None:
                target.copy_(torch.from_numpy(file[name].astype(np.float32)))

            # the best that so few numbers can say of what MiniLM knows of each piece
            words = torch.from_numpy(file["word"].astype(np.float32))
            rank = self.word.embedding_dim
            left, sizes, right = torch.linalg.svd(words, full_matrices=False)
            root = sizes[:rank].sqrt()
            self.word.weight[:known].copy_(left[:, :rank] * root)
            self.lift.weight.copy_((root[:, None] * right[:rank]).T)
            take(self.pos.weight, "pos")
            take(self.kind, "kind")
            take(self.eln.weight, "eln_w")
            take(self.eln.bias, "eln_b")
            for number, layer in enumerate(self.layers):
                for part in ("q", "k", "v", "o", "i", "d", "ln1", "ln2"):
                    take(getattr(layer, part).weight, f"l{number}_{part}_w")
                    take(getattr(layer, part).bias, f"l{number}_{part}_b")

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Scores of "nothing" and of every thing, and of every action, for each sentence."""
        rows = self.lift(self.word(batch.said))
        hidden = self.dropout(self.eln(rows + self.pos.weight[: rows.shape[1]] + self.kind))
        for layer in self.layers:
            hidden = layer(hidden, batch.said_mask)
        vectors, weights = _pool(hidden, self.weight, batch.said_mask)
        things = self.lift(self.word(batch.things))
        known, _ = _pool(self.dropout(self.eln(things)), self.eweight, batch.things_mask)
        whole = _unit(self.sproj(vectors)) @ _unit(self.eproj(known)).T
        close = torch.einsum("std,eud->seut", _unit(self.tok(rows)), _unit(self.tok(things)))
        close = close.masked_fill(~batch.things_mask[None, :, :, None], -1.0)
        pieces = (close.max(2).values * weights[:, None, :]).sum(-1)
        scores = whole * self.scale.exp() + pieces * self.lscale.exp()
        elsewhere = batch.home_of_sentence[:, None] != batch.home_of_thing[None, :]
        mean = hidden.masked_fill(~batch.said_mask[..., None], 0).sum(1)
        mean = mean / batch.said_mask.sum(1, keepdim=True)
        nothing = self.null2(functional.gelu(self.null1(mean)))
        shares = self.heed(hidden).squeeze(-1).masked_fill(~batch.said_mask, _FAR).softmax(-1)
        both = torch.cat([mean, (hidden * shares[..., None]).sum(1)], -1)
        asked = self.action2(self.dropout(functional.gelu(self.action1(both))))
        return torch.cat([nothing, scores.masked_fill(elsewhere, _FAR)], 1), asked


def _pool(hidden: Tensor, weight: nn.Module, mask: Tensor) -> tuple[Tensor, Tensor]:
    weights = weight(hidden).squeeze(-1).masked_fill(~mask, _FAR).softmax(-1)
    return _unit((hidden * weights[..., None]).sum(1)), weights


def _unit(values: Tensor) -> Tensor:
    return functional.normalize(values, dim=-1)
