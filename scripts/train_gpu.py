#!/usr/bin/env python3
"""Trains a Kralle network with PyTorch, for whoever has a graphics card.

Needs Python 3.9, numpy and torch (any build; without a card it runs on the processor, where
`kralle train` is faster). The positions come from `kralle train --rows`, which knows the
rules; the network that is written is the same kind of file that `kralle train` writes:

    kralle train --data games.kg --rows games.rows
    python3 scripts/train_gpu.py games.rows --output crazyhouse.nnue --hidden 256

Reading and writing need numpy only. The training itself follows `kralle train`: the same
shape, targets, clipping and schedule, but other random numbers, so another network.
"""

import argparse
import math
import struct
import sys
from pathlib import Path

import numpy as np

QA, QB, SCALE, MOST_OUTPUT = 255, 256, 400, 127
FIRST_LIMIT, OUTPUT_LIMIT = 1.98, MOST_OUTPUT / QB
ROWS_MAGIC, NET_MAGIC = b"KRALLERW", b"KRALLENN"
ROWS_VERSION, NET_VERSION = 3, 2
ROWS_HEADER = struct.Struct("<8s5I16s16s")
NET_HEADER = struct.Struct("<8sI16sI16s7I")
# Kinds of layers in a network file.
ACCUMULATOR, OUTPUT = 1, 2
# Views of a position, the mover's first.
VIEWS = 2
# Neurons that rows of threats reach.
THREATENED = 32
LABEL = np.dtype([("score", "<i2"), ("result", "u1"), ("bucket", "u1")])


class Positions:
    """One set of positions: rows of all views padded to one length, and labels."""

    def __init__(self, ends, labels, rows, padding):
        count = len(labels)
        lengths = np.diff(ends, prepend=0).astype(np.int64)
        width = int(lengths.max(initial=1))
        self.views = np.full((VIEWS * count, width), padding, dtype=np.int16)
        step = 1 << 16
        for begin in range(0, VIEWS * count, step):
            part = lengths[begin : begin + step]
            first = int(ends[begin - 1]) if begin else 0
            lit = np.arange(width) < part[:, None]
            self.views[begin : begin + step][lit] = rows[first : first + int(part.sum())]
        self.views = self.views.reshape(count, VIEWS, width)
        self.scores = labels["score"].astype(np.float32)
        self.results = labels["result"].astype(np.float32) / 12
        self.buckets = labels["bucket"].astype(np.int64)

    def __len__(self):
        return len(self.scores)

    def targets(self, result_weight):
        """What the network is to say, 0 (lost) to 1 (won)."""
        expected = 1 / (1 + np.exp(-self.scores / SCALE))
        return expected + np.float32(result_weight) * (self.results - expected)


class RowsFile:
    """A file written by `kralle train --rows`."""

    def __init__(self, path):
        data = np.memmap(path, dtype=np.uint8, mode="r")
        if len(data) < ROWS_HEADER.size or bytes(data[:8]) != ROWS_MAGIC:
            raise ValueError(f"{path}: this is no file of rows")
        header = ROWS_HEADER.unpack(data[: ROWS_HEADER.size])
        _, version, self.hash, self.pieces, threats, self.buckets, self.inputs, name = header
        self.rows = self.pieces + threats
        if version != ROWS_VERSION:
            raise ValueError(f"{path}: version {version}, this program reads {ROWS_VERSION}")
        self.game = name.rstrip(b"\0").decode("ascii")
        self.offset = ROWS_HEADER.size

        def take(dtype, count):
            size = np.dtype(dtype).itemsize * count
            if self.offset + size > len(data):
                raise ValueError(f"{path}: it ends too soon")
            part = data[self.offset : self.offset + size].view(dtype)
            self.offset += size
            return part

        def positions():
            count, lit = (int(number) for number in take("<u8", 2))
            ends, labels = take("<u8", VIEWS * count), take(LABEL, count)
            return Positions(ends, labels, take("<u2", lit), self.rows)

        self.training, self.validation = positions(), positions()
        if self.offset != len(data):
            raise ValueError(f"{path}: it has a tail")


def checksum(data):
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write_network(path, rows_file, first, first_bias, output, output_bias):
    """Rounds weights to whole numbers and writes them.

    Shapes: first [rows, H], rows of threats last, first_bias [H], output [buckets, VIEWS * H]
    (the mover's view first), output_bias [buckets].
    """

    def whole(numbers, one, most, dtype):
        rounded = np.rint(np.asarray(numbers, dtype=np.float64) * one)
        return np.clip(rounded, -most, most).astype(dtype).tobytes()

    hidden = len(first_bias)
    name = rows_file.game.encode("ascii")
    layers = ACCUMULATOR, hidden, 1, OUTPUT, 1, rows_file.buckets
    names = rows_file.inputs, rows_file.hash, name
    body = NET_HEADER.pack(NET_MAGIC, NET_VERSION, *names, 2, *layers)
    pieces, threats = first[: rows_file.pieces], first[rows_file.pieces :, :THREATENED]
    for rows in (pieces, threats, first_bias):
        body += whole(rows, QA, 32767, "<i2")
    body += whole(output, QB, MOST_OUTPUT, "<i2") + whole(output_bias, QA * QB, 2**31 - 1, "<i4")
    Path(path).write_bytes(body + struct.pack("<Q", checksum(body)))


def rate(step, steps, options):
    """The learning rate of a step, as a share of the highest."""
    warm_up = min(options.warm_up, steps // 2)
    if step < warm_up:
        return (step + 1) / warm_up
    done = (step + 1 - warm_up) / max(1, steps - warm_up)
    last = options.last_rate / options.rate
    return last + (1 - last) * (1 + math.cos(math.pi * done)) / 2


def train(file, options):
    """Trains, says how it goes, and answers the weights for `write_network`."""
    import torch
    from torch import nn

    torch.manual_seed(options.seed)
    device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    hidden = options.hidden
    # The last row is the padding: it is always zero.
    first = nn.EmbeddingBag(file.rows + 1, hidden, mode="sum", padding_idx=file.rows)
    lit = np.bincount(file.training.views.ravel(), minlength=file.rows + 1).astype(np.float32)
    size = torch.from_numpy(lit / (lit + 256) / math.sqrt(34))[:, None]
    bias = nn.Parameter(torch.zeros(hidden))
    shared = nn.Parameter(torch.empty(VIEWS * hidden).uniform_(-1, 1) / math.sqrt(VIEWS * hidden))
    own = nn.Parameter(torch.zeros(file.buckets, VIEWS * hidden))
    out_bias = nn.Parameter(torch.zeros(file.buckets))
    with torch.no_grad():
        first.weight.uniform_(-1, 1).mul_(size)
        first.weight[file.rows] = 0
        first.weight[file.pieces :, THREATENED:] = 0
    model = nn.ParameterList([first.weight, bias, shared, own, out_bias]).to(device)
    first = first.to(device)
    _, bias, shared, own, out_bias = model
    batches = math.ceil(len(file.training) / options.batch)
    steps = options.epochs * batches
    # PyTorch's decay is a share of the rate and counts steps, ours counts epochs.
    decay = options.decay / (batches * options.rate)
    optimiser = torch.optim.AdamW(model, lr=options.rate, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda n: rate(n, steps, options))

    def on_device(positions):
        arrays = (positions.views, positions.buckets, positions.targets(options.result_weight))
        return [torch.from_numpy(array).to(device) for array in arrays]

    def squared_errors(views, buckets, targets):
        views = views.int()
        sides = [first(views[:, view]) + bias for view in range(VIEWS)]
        active = torch.cat(sides, dim=1).clamp(0, 1).square()
        outputs = (active * (shared + own[buckets])).sum(1) + out_bias[buckets]
        return (outputs.sigmoid() - targets).square()

    training, validation = on_device(file.training), on_device(file.validation)
    for epoch in range(options.epochs):
        total = torch.zeros((), device=device)
        for places in torch.randperm(len(file.training), device=device).split(options.batch):
            errors = squared_errors(*(array[places] for array in training))
            optimiser.zero_grad(set_to_none=True)
            errors.mean().backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                first.weight.clamp_(-FIRST_LIMIT, FIRST_LIMIT)
                first.weight[file.pieces :, THREATENED:] = 0
                bias.clamp_(-FIRST_LIMIT, FIRST_LIMIT)
                own.copy_((own + shared).clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT) - shared)
                total += errors.sum()
        line = f"epoch {epoch + 1:>3}: loss {total.item() / len(file.training):.5f}"
        if len(file.validation):
            with torch.no_grad():
                parts = zip(*(array.split(options.batch) for array in validation))
                apart = sum(squared_errors(*part).sum().item() for part in parts)
            line += f", kept apart {apart / len(file.validation):.5f}"
        print(line, flush=True)
    with torch.no_grad():
        weights = first.weight[: file.rows], bias, own + shared, out_bias
        return [weight.cpu().numpy() for weight in weights]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("rows", type=Path, help="a file written by kralle train --rows")
    parser.add_argument("--output", type=Path, required=True, help="the network to write")
    parser.add_argument("--hidden", type=int, default=256, help="neurons for each view")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=16_384)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--last-rate", type=float, default=0.00001)
    parser.add_argument("--warm-up", type=int, default=100)
    parser.add_argument("--decay", type=float, default=0.3)
    parser.add_argument("--result-weight", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", help="as PyTorch calls it; default: a card if there is one")
    options = parser.parse_args()
    if options.hidden % 32 or not 32 <= options.hidden <= 1024:
        parser.error("--hidden must be a multiple of 32 from 32 to 1024")
    if options.rate <= 0:
        parser.error("--rate must be positive")
    try:
        file = RowsFile(options.rows)
        if not len(file.training):
            raise ValueError(f"{options.rows}: there is no position to learn from")
        counts = f"{len(file.training)} positions to learn from, {len(file.validation)} kept apart"
        print(f"{file.game}: {counts}", flush=True)
        write_network(options.output, file, *train(file, options))
    except ImportError:
        sys.exit("train_gpu.py: PyTorch is missing: pip install torch")
    except (OSError, ValueError) as error:
        sys.exit(f"train_gpu.py: {error}")


if __name__ == "__main__":
    main()
