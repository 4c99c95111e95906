"""Trains the reader on generated lines; each checkpoint holds all that `export.py` needs."""

import argparse
import copy
import json
import multiprocessing
import time

import numpy as np
import torch
from torch import nn

import generate
import lines as texts
from net import CLASSES, Reader, normalise

PHASES = ((0.03, (8, 14)), (0.08, (12, 24)))
"""Up to this share of the steps lines have only this many characters: CTC finds its alignment on short ones."""

PEAK, WARM, KEEP = 3e-3, 0.03, 0.998
BATCH = 32
HELD_OUT = 1_000_003
"""Added to the seed for the evaluation lines, which are never trained on."""


def span_at(share):
    return next((span for until, span in PHASES if share < until), None)


def produce(queue, seed, steps):
    """The training lines; each step's lines depend on the seed and the step alone."""
    glyphs = generate.load_glyphs()
    for step in range(steps):
        rng = np.random.default_rng((seed, step))
        queue.put(generate.batch(rng, glyphs, BATCH, span_at(step / steps)))




def targets(chosen):
    indices = [texts.ALPHABET.index(c) for text in chosen for c in text]
    return torch.tensor(indices), torch.tensor([len(text) for text in chosen])


def rate(share):
    """Linear warm-up, then a cosine down to a hundredth."""
    if share < WARM:
        return share / WARM
    return 0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * (share - WARM) / (1 - WARM)))


def read(logits):
    """Greedy: the likeliest class of each step, repeats merged, blanks dropped."""
    found = []
    for row in logits.argmax(2).tolist():
        kept = (c for c, before in zip(row, [None] + row) if c != before and c != CLASSES - 1)
        found.append("".join(texts.ALPHABET[c] for c in kept))
    return found


def distance(a, b):
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


def measure(net, seed, batches=32, size=16):
    """Character error rate and share of lines read without an error, on held-out lines."""
    rng, glyphs = np.random.default_rng(seed + HELD_OUT), generate.load_glyphs()
    wrong = characters = exact = 0
    net.eval()
    with torch.no_grad():
        for _ in range(batches):
            pictures, chosen = generate.batch(rng, glyphs, size)
            for text, found in zip(chosen, read(net(normalise(pictures)))):
                errors = distance(text, found)
                wrong, characters, exact = wrong + errors, characters + len(text), exact + (errors == 0)
    return {"lines": batches * size, "cer": wrong / characters, "exact": exact / (batches * size)}


def save(path, net, report):
    torch.save({"net": net.state_dict(), "report": report}, path)
    with open(f"{path}.json", "w") as file:
        json.dump(report, file, indent=2)


def average(slow, fast, keep):
    with torch.no_grad():
        for a, b in zip(slow.state_dict().values(), fast.state_dict().values()):
            if a.dtype.is_floating_point:
                a.mul_(keep).add_(b, alpha=1 - keep)
            else:
                a.copy_(b)


def teach(net, optimiser, loss_of, pictures, chosen):
    net.train()
    logits = net(normalise(pictures)).log_softmax(2).transpose(0, 1)
    indices, lengths = targets(chosen)
    steps = torch.full_like(lengths, logits.shape[0])
    loss = loss_of(logits, indices, steps, lengths)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5)
    optimiser.step()
    return loss.item()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("checkpoint", help="where to write; <checkpoint>.json is its report")
    arguments.add_argument("--seed", type=int, default=9303)
    arguments.add_argument("--steps", type=int, default=5000)
    arguments.add_argument("--every", type=int, default=250, help="steps between checkpoints")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    queue = multiprocessing.Queue(16)
    supply = multiprocessing.Process(
        target=produce, args=(queue, options.seed, options.steps), daemon=True
    )
    supply.start()
    net = Reader()
    slow = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=0.01)
    loss_of = nn.CTCLoss(blank=CLASSES - 1, zero_infinity=True)
    began, seen, mean = time.time(), 0, None
    for step in range(options.steps):
        for group in optimiser.param_groups:
            group["lr"] = PEAK * rate(step / options.steps)
        pictures, chosen = queue.get()
        loss = teach(net, optimiser, loss_of, pictures, chosen)
        mean = loss if mean is None else 0.98 * mean + 0.02 * loss
        average(slow, net, min(KEEP, (1 + step) / (10 + step)))
        seen += sum(map(len, chosen))
        if (step + 1) % options.every == 0 or step + 1 == options.steps:
            report = {
                "seed": options.seed,
                "step": step + 1,
                "of": options.steps,
                "lines": (step + 1) * BATCH,
                "characters": seen,
                "loss": round(mean, 4),
                "minutes": round((time.time() - began) / 60, 1),
                "parameters": sum(p.numel() for p in slow.parameters()),
                "held_out": measure(slow, options.seed),
            }
            save(options.checkpoint, slow, report)
            print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
