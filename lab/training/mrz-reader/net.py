"""The reader: a convolutional CTC model, from grey lines of 32 rows to a class for each four columns."""

import torch
from torch import nn

HEIGHT = 32
SHRINK = 4
"""Columns of a line for one step of the output."""

CLASSES = 38
"""37 characters in the order of `lines.ALPHABET`, then CTC's blank."""

STAGES = ((24, 48, (2, 2)), (48, 48, 1), (48, 96, (2, 1)), (96, 96, 1), (96, 128, (2, 1)), (128, 128, 1))
DILATIONS = (1, 2, 3, 1, 4, 8)


def separable(inputs, outputs, kernel, stride=1, padding=1, dilation=1):
    """A depthwise convolution and a pointwise one, each with its normalisation."""
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, kernel, stride, padding, dilation, groups=inputs, bias=False),
        nn.BatchNorm2d(inputs),
        nn.ReLU(inplace=True),
        nn.Conv2d(inputs, outputs, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """A convolution along the line, five steps of its dilation wide."""

    def __init__(self, channels, dilation):
        super().__init__()
        self.body = separable(channels, channels, (1, 5), 1, (0, 2 * dilation), (1, dilation))

    def forward(self, x):
        return x + self.body(x)


class Reader(nn.Module):
    """`forward`: lines [N, 1, 32, W], each (v - mean) / (std + 4), W a multiple of 4 -> logits [N, W/4, 38]."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, 24, 3, 2, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True)
        )
        self.stages = nn.Sequential(*(separable(i, o, 3, stride) for i, o, stride in STAGES))
        self.flatten = nn.Conv2d(128, 128, (2, 1), groups=128)
        self.line = nn.Sequential(*(Residual(128, dilation) for dilation in DILATIONS))
        self.classify = nn.Conv2d(128, CLASSES, 1)

    def forward(self, lines):
        features = self.line(self.flatten(self.stages(self.stem(lines))))
        return self.classify(features).squeeze(2).transpose(1, 2)


def normalise(lines):
    """uint8 [N, 32, W] to the model's input."""
    x = torch.as_tensor(lines, dtype=torch.float32)
    mean = x.mean((1, 2), keepdim=True)
    std = x.std((1, 2), unbiased=False, keepdim=True)
    return ((x - mean) / (std + 4)).unsqueeze(1)
