"""Converts a checkpoint to the ONNX file of the model bundle, with a few PyTorch outputs for comparison."""

import argparse
import hashlib
import json

import numpy as np
import torch

import generate
from net import Reader, normalise
from train import read

OPSET = 13


class Probabilities(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, lines):
        return self.net(lines).softmax(2)


def export(net, path):
    torch.onnx.export(
        Probabilities(net).eval(),
        torch.zeros(2, 1, 32, 320),
        path,
        opset_version=OPSET,
        input_names=["lines"],
        output_names=["probabilities"],
        dynamic_axes={"lines": {0: "count", 3: "width"}, "probabilities": {0: "count", 1: "steps"}},
    )


def compare(net, seed):
    """A generated line and PyTorch's output for it."""
    rng, glyphs = np.random.default_rng(seed), generate.load_glyphs()
    pictures, (text,) = generate.batch(rng, glyphs, 1, (5, 6))
    pictures = pictures[:, :, : pictures.shape[2] // 8 * 8]
    # The export in 1.13 leaves the model in training mode.
    net.eval()
    with torch.no_grad():
        logits = net(normalise(pictures))
    return {
        "text": text,
        "read": read(logits)[0],
        "width": pictures.shape[2],
        "pixels": pictures.tobytes().hex(),
        "probabilities": [round(p, 6) for p in logits.softmax(2).flatten().tolist()],
    }


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("checkpoint")
    arguments.add_argument("onnx", help="<onnx without .onnx>.json is its report")
    arguments.add_argument("--comparison", help="JSON: one line's pixels and PyTorch's probabilities")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    saved = torch.load(options.checkpoint)
    net = Reader()
    net.load_state_dict(saved["net"])
    net.eval()
    export(net, options.onnx)
    with open(options.onnx, "rb") as file:
        content = file.read()
    report = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(), "opset": OPSET} | saved["report"]
    with open(options.onnx.removesuffix(".onnx") + ".json", "w") as file:
        file.write(json.dumps(report, indent=2) + "\n")
    if options.comparison:
        with open(options.comparison, "w") as file:
            file.write(json.dumps(compare(net, saved["report"]["seed"])) + "\n")
    print(json.dumps(report))


if __name__ == "__main__":
    main()
