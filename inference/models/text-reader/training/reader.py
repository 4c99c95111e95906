"""The reader of printed lines: a convolutional CTC net, grey lines of 32 rows to a class for each four columns."""

import torch
from torch import nn

import drawing  # noqa: F401  (its path leads to the zone's reader)
import texts
from net import Residual, separable

CLASSES = len(texts.ALPHABET) + 1
"""The characters in the order of `texts.ALPHABET`, then CTC's blank."""

BLANK = CLASSES - 1
STAGES = ((24, 48, (2, 2)), (48, 64, 1), (64, 96, (2, 1)), (96, 96, 1), (96, 160, (2, 1)), (160, 160, 1))
DILATIONS = (1, 2, 1, 3, 1, 5)


class TextReader(nn.Module):
    """`forward`: lines [N, 1, 32, W], each (v - mean) / (std + 4), W a multiple of 4 -> logits [N, W/4, CLASSES]."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, 24, 3, 2, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True)
        )
        self.stages = nn.Sequential(*(separable(i, o, 3, stride) for i, o, stride in STAGES))
        self.flatten = nn.Conv2d(160, 160, (2, 1), groups=160)
        self.line = nn.Sequential(*(Residual(160, dilation) for dilation in DILATIONS))
        self.classify = nn.Conv2d(160, CLASSES, 1)

    def forward(self, lines):
        features = self.line(self.flatten(self.stages(self.stem(lines))))
        return self.classify(features).squeeze(2).transpose(1, 2)


def read(logits):
    """Greedy: the likeliest class of each step, repeats merged, blanks dropped."""
    found = []
    for row in logits.argmax(2).tolist():
        kept = (c for c, before in zip(row, [None] + row) if c not in (before, BLANK))
        found.append("".join(texts.ALPHABET[c] for c in kept))
    return found


def as_input(stack):
    return torch.from_numpy(stack).unsqueeze(1).to(memory_format=torch.channels_last)
