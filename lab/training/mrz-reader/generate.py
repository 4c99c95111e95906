"""Images of single MRZ lines, as a text detector crops them from phone photos and scans.

Everything is drawn: OCR-B out of Debian's `fonts-ocr-b`, paper, light, lens and camera. Nothing is a photo.
"""

import argparse

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import lines as texts
from net import HEIGHT, SHRINK

FONTS = "/usr/share/fonts/opentype/ocr-b/"
FACES = {"OCRB.otf": 0.5, "OCRBS.otf": 0.3, "OCRBL.otf": 0.2}
"""Regular, sharp and oblique, with the frequency of each."""

CAP = 40
"""Height of a capital on the sheet that a line is set on, in its pixels."""

PITCH = 2.54 / 2.4
"""Width of a character's cell over the height of a capital, ISO 1073-2 size I at ten characters an inch."""

SIZES = (texts.GENERATORS.keys(), (0.3, 0.2, 0.5))


def load_glyphs():
    """For each face, the ink of every character (uint8, 0 is no ink), its cell's left edge in the middle row's column 0."""
    cv2.setNumThreads(1)
    glyphs = []
    for name in FACES:
        probe = ImageFont.truetype(FONTS + name, 200)
        _, top, _, bottom = probe.getbbox("H")
        font = ImageFont.truetype(FONTS + name, round(200 * CAP / (bottom - top)))
        _, top, _, bottom = font.getbbox("H")
        face = {}
        for character in texts.ALPHABET:
            picture = Image.new("L", (CAP * 2, CAP * 2))
            left, _, right, _ = font.getbbox(character)
            x = CAP - font.getlength(character) / 2
            ImageDraw.Draw(picture).text((x, CAP / 2 - top), character, fill=255, font=font)
            face[character] = np.asarray(picture)
        glyphs.append(face)
    return glyphs


def set_line(rng, sheet, face, text, baseline, start, pitch, loose):
    """Sets the text's ink on the sheet; `baseline` is the top of the capitals."""
    shifts = rng.normal(0, loose, (len(text), 2))
    weak = rng.random() < 0.1
    for i, character in enumerate(text):
        x = round(start + i * pitch + pitch / 2 - CAP + shifts[i, 0])
        y = round(baseline - CAP / 2 + shifts[i, 1])
        ink = face[character]
        if weak:
            ink = (ink * rng.uniform(0.55, 1)).astype(np.uint8)
        top, left = max(y, 0), max(x, 0)
        part = sheet[top : y + 2 * CAP, left : x + 2 * CAP]
        if part.size > 0:
            np.maximum(part, ink[top - y : top - y + part.shape[0], left - x : left - x + part.shape[1]], part)


def weigh(rng, sheet):
    """Bolder or finer strokes."""
    kind = rng.random()
    if kind < 0.5:
        return sheet
    size = int(rng.integers(2, 6 if kind < 0.8 else 4))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return cv2.dilate(sheet, kernel) if kind < 0.8 else cv2.erode(sheet, kernel)


def view(rng, crop, size):
    """The map from the sheet's pixels to those of the capture: the crop's corners, seen a little from the side."""
    (left, top, right, bottom), (width, height) = crop, size
    corners = np.float32([[left, top], [right, top], [right, bottom], [left, bottom]])
    tall = bottom - top
    slope, tilt = rng.normal(0, 0.05), rng.normal(0, 0.03)
    slant = rng.normal(0, 0.08) * tall
    corners[:, 1] += np.float32([-1, 1, 1, -1]) * slope * tall + np.float32([-1, 1, -1, 1]) * tilt * tall
    corners[:, 0] += np.float32([1, 1, -1, -1]) * slant / 2
    target = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    return cv2.getPerspectiveTransform(corners, target)


def bow(rng, ink):
    """Bends the line up or down by up to a tenth of its height."""
    if rng.random() > 0.35:
        return ink
    height, width = ink.shape
    x = np.linspace(-1, 1, width, dtype=np.float32)
    depth = rng.uniform(-0.1, 0.1) * height
    rows = np.arange(height, dtype=np.float32)[:, None] + (depth * (x * x - 0.4))[None]
    columns = np.broadcast_to(np.arange(width, dtype=np.float32)[None], rows.shape)
    return cv2.remap(ink, np.ascontiguousarray(columns), rows, cv2.INTER_LINEAR)


def waves(rng, shape, scale):
    """Guilloche: a few families of curved lines, each 0..1."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    total = np.zeros(shape, np.float32)
    for _ in range(rng.integers(1, 4)):
        period = rng.uniform(0.12, 0.7) * height
        angle = rng.uniform(0, np.pi)
        bend = rng.uniform(0, 0.5) * height * np.sin(x / (rng.uniform(0.5, 4) * height) + rng.uniform(0, 6))
        wave = np.sin((x * np.cos(angle) + (y + bend) * np.sin(angle)) * (2 * np.pi / period))
        total += wave if rng.random() < 0.5 else np.float32(wave > 0.6) * 2
    return total * scale


def paper(rng, shape):
    """Background in grey levels: plain, textured or printed, unevenly lit."""
    height, width = shape
    picture = np.full(shape, rng.uniform(120, 250), np.float32)
    if rng.random() < 0.5:
        picture += waves(rng, shape, rng.uniform(2, 22))
    if rng.random() < 0.4:
        size = (max(2, width // int(rng.integers(2, 40))), max(2, height // int(rng.integers(1, 6))))
        blots = rng.normal(0, rng.uniform(3, 18), size[::-1]).astype(np.float32)
        picture += cv2.resize(blots, (width, height), interpolation=cv2.INTER_CUBIC)
    return picture


def light(rng, picture):
    """Falling light, a shadow's edge, or glare."""
    height, width = picture.shape
    x = np.linspace(0, 1, width, dtype=np.float32)
    if rng.random() < 0.5:
        picture *= np.interp(x, np.linspace(0, 1, 4), rng.uniform(0.6, 1.1, 4)).astype(np.float32)[None]
    if rng.random() < 0.15:
        edge = rng.uniform(0, 1) + np.linspace(-0.1, 0.1, height, dtype=np.float32)[:, None] * rng.normal()
        soft = rng.uniform(0.005, 0.1)
        picture *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(np.clip((x[None] - edge) / soft, -30, 30)))
    if rng.random() < 0.15:
        centre, spread = rng.uniform(0, 1), rng.uniform(0.02, 0.2)
        picture += rng.uniform(30, 150) * np.exp(-(((x - centre) / spread) ** 2))[None]
    return picture


def blur(rng, picture):
    height = picture.shape[0]
    kind = rng.random()
    if kind < 0.65:
        return cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.2, 0.045 * height + 0.35))
    if kind < 0.8:
        size = int(rng.integers(2, max(3, height // 6) + 1))
        kernel = np.zeros((size, size), np.float32)
        cv2.line(kernel, *(tuple(int(v) for v in rng.integers(0, size, 2)) for _ in range(2)), 1)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture


def expose(rng, picture):
    """Noise, the sensor's range and JPEG."""
    if rng.random() < 0.7:
        picture = picture + rng.normal(0, rng.uniform(0.5, 14), picture.shape).astype(np.float32)
    grey = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 96))])
        grey = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)
    return grey


def binarise(rng, grey):
    if grey.shape[0] < 28:
        grey = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.5:
        return cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]
    block = int(grey.shape[0] * rng.uniform(0.5, 1.5)) // 2 * 2 + 3
    return cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, rng.uniform(5, 20)
    )


def set_sheet(rng, glyphs, text):
    """The inked sheet and the crop on it: left, top, right, bottom."""
    face = glyphs[rng.choice(len(glyphs), p=list(FACES.values()))]
    pitch = CAP * PITCH * rng.uniform(0.92, 1.06)
    lead = CAP * rng.uniform(1.9, 2.9)
    top, start = 3 * CAP, 2 * CAP
    width = round(len(text) * pitch + 4 * CAP)
    sheet = np.zeros((7 * CAP, width), np.uint8)
    loose = rng.uniform(0, 1.2) if rng.random() < 0.5 else 0
    set_line(rng, sheet, face, text, top, start, pitch, loose)
    for side in (-1, 1):
        if rng.random() < 0.6:
            other = texts.pick(rng, texts.ALPHABET, len(text))
            set_line(rng, sheet, face, other, top + side * lead, start, pitch, loose)
    share = rng.uniform(0.38, 0.85)
    room = CAP / share - CAP
    above = room * np.clip(rng.normal(0.5, 0.13), 0.05, 0.95)
    sides = CAP * rng.uniform(0.08, 1.9, 2)
    crop = (start - sides[0], top - above, width - 2 * CAP + sides[1], top + CAP + room - above)
    return weigh(rng, sheet), crop


def picture(rng, glyphs, text, width):
    """The line as uint8 [32, width]."""
    sheet, crop = set_sheet(rng, glyphs, text)
    tall = float(np.exp(rng.uniform(np.log(13), np.log(50))))
    size = (max(8, round(width * tall / HEIGHT)), round(tall))
    shrink = max((crop[2] - crop[0]) / size[0], (crop[3] - crop[1]) / size[1])
    if shrink > 1.3:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.4 * shrink)
    ink = bow(rng, cv2.warpPerspective(sheet, view(rng, crop, size), size)).astype(np.float32) / 255
    back = paper(rng, ink.shape)
    dark = rng.uniform(5, 110)
    grey = back + (np.minimum(dark, back - rng.uniform(35, 60)) - back) * ink * rng.uniform(0.8, 1)
    grey = expose(rng, blur(rng, light(rng, grey)))
    if rng.random() < 0.06:
        side = int(rng.uniform(0, 0.3) * grey.shape[0])
        grey[:, : side + 1] = rng.integers(0, 256)
    if rng.random() < 1 / 3:
        grey = binarise(rng, grey)
    down = cv2.INTER_AREA if grey.shape[0] > 1.5 * HEIGHT else cv2.INTER_LINEAR
    return cv2.resize(grey, (width, HEIGHT), interpolation=down)


def batch(rng, glyphs, count, span=None):
    """`count` lines of one width, uint8 [N, 32, W], and their texts; `span` cuts the texts to this many characters."""
    length = int(rng.choice(list(SIZES[0]), p=SIZES[1]))
    kept = length if span is None else int(rng.integers(*span))
    pitch = rng.uniform(12.5, 26)
    width = round((kept * pitch + rng.uniform(0, 40)) / (2 * SHRINK)) * 2 * SHRINK
    chosen = []
    for _ in range(count):
        text = texts.line(rng, length)
        start = int(rng.integers(0, length - kept + 1))
        chosen.append(text[start : start + kept])
    return np.stack([picture(rng, glyphs, text, width) for text in chosen]), chosen


def main():
    arguments = argparse.ArgumentParser(description="Writes a sheet of generated lines to look at.")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--count", type=int, default=24)
    arguments.add_argument("png")
    options = arguments.parse_args()
    rng = np.random.default_rng(options.seed)
    glyphs = load_glyphs()
    rows = [batch(rng, glyphs, 1)[0][0] for _ in range(options.count)]
    widest = max(row.shape[1] for row in rows)
    cv2.imwrite(options.png, np.vstack([np.pad(row, ((2, 2), (0, widest - row.shape[1]))) for row in rows]))


if __name__ == "__main__":
    main()
