"""Teaches the reader of printed lines on generated ones; the checkpoint that reads the validation fonts best is kept."""

import argparse
import copy
import json
import time

import numpy as np
import torch
from torch import nn

import drawing
import texts
from reader import BLANK, TextReader, as_input, read
from train import average, distance, save

PEAK, WARM, DECAY, KEEP = 3e-3, 300, 0.3, 0.998
"""Learning rate, steps to reach it, the share at the end in which it falls, and what the average keeps."""

BATCH, AT_ONCE = 32, 8
SHORT = 600
"""So many steps on lines of at most eight characters: CTC finds its alignment on short ones."""

HELD_OUT = 1_000_003


def rate(step, share):
    return min(1, (step + 1) / WARM) * min(1, max(0.01, (1 - share) / DECAY))


def lines(seed, styles):
    """Batches without end; each few follow from the seed and their number alone."""
    number = 0
    while True:
        rng = np.random.default_rng((seed, number))
        yield from drawing.batches(rng, styles, BATCH, AT_ONCE, 8 if number * AT_ONCE < SHORT else None)
        number += 1


def measure(net, seed, styles):
    """Character error rate and share of lines without an error, on lines in faces that are not taught."""
    rng = np.random.default_rng(seed + HELD_OUT)
    wrong = characters = exact = count = 0
    net.eval()
    with torch.no_grad():
        for stack, chosen in drawing.batches(rng, styles, BATCH, 16):
            for text, found in zip(chosen, read(net(as_input(stack)))):
                errors = distance(text, found)
                wrong, characters, exact, count = wrong + errors, characters + len(text), exact + (errors == 0), count + 1
    return {"lines": count, "cer": round(wrong / characters, 4), "exact": round(exact / count, 4)}


def learn(net, optimiser, loss_of, stack, chosen):
    net.train()
    logits = net(as_input(stack)).log_softmax(2).transpose(0, 1)
    indices = torch.tensor([texts.ALPHABET.index(c) for text in chosen for c in text])
    lengths = torch.tensor([len(text) for text in chosen])
    loss = loss_of(logits, indices, torch.full_like(lengths, logits.shape[0]), lengths)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 5)
    optimiser.step()
    return loss.item()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("fonts", help="node_modules/@fontsource")
    arguments.add_argument("checkpoint", help="where to write; <checkpoint>.json is its report")
    arguments.add_argument("--seed", type=int, default=17)
    arguments.add_argument("--steps", type=int, default=40_000)
    arguments.add_argument("--minutes", type=float, default=1e9, help="end sooner, the rate falling before")
    arguments.add_argument("--every", type=int, default=500, help="steps between measures")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    taught, unseen = (drawing.load_faces(options.fonts, drawing.families(r)) for r in ("taught", "validation"))
    net = TextReader().to(memory_format=torch.channels_last)
    slow = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=0.01)
    loss_of = nn.CTCLoss(blank=BLANK, zero_infinity=True)
    began, seen, mean, best = time.time(), 0, None, 1e9
    supply = lines(options.seed, taught)
    for step in range(options.steps):
        minutes = (time.time() - began) / 60
        share = max(step / options.steps, minutes / options.minutes)
        for group in optimiser.param_groups:
            group["lr"] = PEAK * rate(step, share)
        stack, chosen = next(supply)
        loss = learn(net, optimiser, loss_of, stack, chosen)
        mean = loss if mean is None else 0.98 * mean + 0.02 * loss
        average(slow, net, min(KEEP, (1 + step) / (10 + step)))
        seen += sum(map(len, chosen))
        last = share >= 1 or step + 1 == options.steps
        if (step + 1) % options.every and not last:
            continue
        report = {
            "seed": options.seed,
            "step": step + 1,
            "lines": (step + 1) * BATCH,
            "characters": seen,
            "loss": round(mean, 4),
            "minutes": round(minutes, 1),
            "processor_minutes": round(time.process_time() / 60, 1),
            "parameters": sum(p.numel() for p in slow.parameters()),
            "validation": measure(slow, options.seed, unseen),
        }
        print(json.dumps(report), flush=True)
        if report["validation"]["cer"] <= best:
            best = report["validation"]["cer"]
            save(options.checkpoint, slow, report)
        if last:
            break


if __name__ == "__main__":
    main()
