"""Pictures of single printed lines, as a detector of text cuts them out of phone photos and scans.

Everything is drawn: faces of open fonts, paper, light, lens and camera. Paper and camera are those of the zone's reader
(`mrz-reader/training/generate.py`).
"""

import argparse
import json
import pathlib
import sys

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

sys.path.append(str(pathlib.Path(__file__).parents[2] / "mrz-reader" / "training"))

import generate as camera  # noqa: E402
import texts  # noqa: E402

HEIGHT = 32
STEP = 4
"""Columns of a line for one step of the output."""

CAP = 30
"""Height of a capital on the sheet that a line is set on, in its pixels."""

SUBSETS = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek")
STYLES = ("400-normal", "700-normal", "400-italic")
SHARES = (0.5, 0.35, 0.15)

STEADY = 4
"""Keeps the noise of an even surface small, as `mrz-reader/read.ts` has it."""


class Face:
    """One style of a family: each character's ink (uint8, 0 is none), where it lies, and its advance in pixels."""

    def __init__(self, folder, family, style):
        self.glyphs = {}
        size = None
        for subset in SUBSETS:
            path = folder / family / "files" / f"{family}-{subset}-{style}.woff"
            if not path.exists():
                continue
            if size is None:
                _, top, _, bottom = ImageFont.truetype(str(path), 200).getbbox("H")
                size = round(200 * CAP / (bottom - top))
            self.read(ImageFont.truetype(str(path), size))
        has = set(self.glyphs)
        self.scripts = [n for n, (letters, _) in texts.SCRIPTS.items() if has >= {c for c in letters if c.isalpha()} - RARE]

    def read(self, font):
        missing = font.getmask("\uffff").getbbox(), bytes(font.getmask("\uffff"))
        for character in texts.ALPHABET:
            if character in self.glyphs:
                continue
            mask = font.getmask(character)
            if character != " " and (mask.getbbox(), bytes(mask)) == missing:
                continue
            left, top, right, bottom = font.getbbox(character, anchor="ls")
            picture = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
            ImageDraw.Draw(picture).text((-left, -top), character, fill=255, font=font, anchor="ls")
            self.glyphs[character] = (np.asarray(picture), left, top, font.getlength(character))


RARE = set("ЃѓЌќЅѕЎўȘșȚț")
"""Letters that some faces lack; a line is set in faces that have all of its own."""


def load_faces(folder, families):
    """By style, the faces of families that have it."""
    cv2.setNumThreads(1)
    folder = pathlib.Path(folder)
    styles = {}
    for style in STYLES:
        faces = [Face(folder, family, style) for family in families]
        styles[style] = [face for face in faces if face.scripts]
    return styles


def set_text(sheet, face, text, start, baseline, spread, stretch):
    """Sets the text's ink on the sheet; returns where it ends."""
    x = start
    for character in text:
        ink, left, top, advance = face.glyphs[character]
        row, column = baseline + top, round(x + left)
        if column >= 0 and row >= 0:
            part = sheet[row : row + ink.shape[0], column : column + ink.shape[1]]
            np.maximum(part, ink[: part.shape[0], : part.shape[1]], part)
        x += advance + spread + (stretch if character == " " else 0)
    return x


def set_sheet(rng, face, text):
    """The inked sheet and the crop on it: left, top, right, bottom."""
    spread = rng.normal(0.3, 0.6) if rng.random() < 0.8 else rng.uniform(0, 0.35) * CAP
    stretch = rng.uniform(-0.03, 0.25) * CAP
    length = sum(face.glyphs[c][3] for c in text) + len(text) * max(spread, 0) + text.count(" ") * max(stretch, 0)
    start, baseline = 2 * CAP, 3 * CAP
    sheet = np.zeros((5 * CAP, round(length) + 5 * CAP), np.uint8)
    end = set_text(sheet, face, text, start, baseline, spread, stretch)
    if rng.random() < 0.25:
        other = "".join(c for c in texts.line(rng, face.scripts) if c in face.glyphs)
        lead = (1 if rng.random() < 0.5 else -1) * rng.uniform(1.55, 2.4) * CAP
        set_text(sheet, face, other, start + round(rng.uniform(-1, 1) * CAP), round(baseline + lead), spread, stretch)
    room = CAP * rng.uniform(0.3, 1.15)
    above = room * np.clip(rng.normal(0.5, 0.12), 0.15, 0.85)
    sides = CAP * rng.uniform(0.02, 0.8, 2)
    crop = (start - sides[0], baseline - CAP - above, end + sides[1], baseline + room - above)
    return camera.weigh(rng, sheet) if rng.random() < 0.5 else sheet, crop


def picture(rng, styles, scripts_only=None):
    """A line as uint8 [32, width], and its text."""
    while True:
        faces = styles[STYLES[rng.choice(3, p=SHARES)]]
        face = faces[rng.integers(0, len(faces))]
        scripts = [s for s in face.scripts if scripts_only is None or s in scripts_only]
        if not scripts:
            continue
        text = texts.line(rng, scripts)
        if text and all(c in face.glyphs for c in text):
            break
    sheet, crop = set_sheet(rng, face, text)
    tall = float(np.exp(rng.uniform(np.log(13), np.log(52))))
    natural = (crop[2] - crop[0]) / (crop[3] - crop[1]) * rng.uniform(0.9, 1.1)
    size = (max(6, round(natural * tall)), round(tall))
    shrink = (crop[3] - crop[1]) / size[1]
    if shrink > 1.3:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.35 * shrink)
    ink = cv2.warpPerspective(sheet, camera.view(rng, crop, size), size).astype(np.float32) / 255
    back = camera.paper(rng, ink.shape)
    dark = rng.uniform(5, 120)
    grey = back + (np.minimum(dark, back - rng.uniform(35, 70)) - back) * ink * rng.uniform(0.8, 1)
    if rng.random() < 0.05:
        grey = 255 - grey
    grey = camera.expose(rng, camera.blur(rng, camera.light(rng, grey)))
    width = int(np.clip(round(natural * HEIGHT / STEP) * STEP, 2 * STEP, 1280))
    down = cv2.INTER_AREA if grey.shape[0] > 1.5 * HEIGHT else cv2.INTER_LINEAR
    return cv2.resize(grey, (width, HEIGHT), interpolation=down), text


def normalise(grey):
    grey = grey.astype(np.float32)
    return (grey - grey.mean()) / (grey.std() + STEADY)


def batches(rng, styles, size, count, longest=None):
    """`count` batches of lines of about one width: float32 [size, 32, W], padded by 0, and their texts."""
    drawn = []
    while len(drawn) < size * count:
        grey, text = picture(rng, styles)
        # CTC needs a step for each character, and one more between two that are alike.
        steps = len(text) + sum(a == b for a, b in zip(text, text[1:]))
        if steps <= grey.shape[1] // STEP and (longest is None or len(text) <= longest):
            drawn.append((normalise(grey), text))
    drawn.sort(key=lambda each: each[0].shape[1])
    for at in rng.permutation(count) * size:
        lines = drawn[at : at + size]
        width = lines[-1][0].shape[1] + STEP * int(rng.integers(0, 12))
        stack = np.zeros((size, HEIGHT, width), np.float32)
        for i, (line, _) in enumerate(lines):
            stack[i, :, : line.shape[1]] = line
        yield stack, [text for _, text in lines]


def main():
    arguments = argparse.ArgumentParser(description="Writes a sheet of generated lines to look at.")
    arguments.add_argument("fonts", help="node_modules/@fontsource")
    arguments.add_argument("png")
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    rng = np.random.default_rng(options.seed)
    styles = load_faces(options.fonts, families("taught"))
    rows = [picture(rng, styles) for _ in range(30)]
    print("\n".join(text for _, text in rows))
    widest = max(row.shape[1] for row, _ in rows)
    cv2.imwrite(options.png, np.vstack([np.pad(row, ((2, 2), (0, widest - row.shape[1]))) for row, _ in rows]))


def families(role):
    with open(pathlib.Path(__file__).with_name("fonts.json")) as file:
        return json.load(file)[role]


if __name__ == "__main__":
    main()
