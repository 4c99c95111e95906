import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { readMrzLines, readPlanes } from "#inference/models/mrz-reader/read.ts";
import { normalise } from "#inference/models/mrz-reader/strips.ts";
import { alignLine } from "#inference/mrz/align.ts";
import { characterSetsOf } from "#inference/mrz/formats.ts";
import { CPU, type Model, openModel } from "#inference/runtime/session.ts";
import { drawText } from "#lab/material/documents/text.ts";
import { scriptedModel, tensor } from "#test/harness/inference/scripted-model.ts";
import { formatOf, SPECIMENS } from "../../mrz/mrz.ts";

const MODEL = join(import.meta.dirname, "../../../../inference/models/mrz-reader/mrz-reader.onnx");

/** A generated line, and PyTorch's result for it, written by `training/export.py`. */
const comparison = JSON.parse(readFileSync(join(import.meta.dirname, "comparison.json"), "utf8")) as {
  readonly width: number;
  readonly pixels: string;
  readonly probabilities: readonly number[];
};

let model: Model;
beforeAll(async () => {
  model = await openModel({ name: MODEL, bytes: readFileSync(MODEL) }, CPU);
});
afterAll(() => model?.release());

it("gives the probabilities that PyTorch gave when the model was exported", async () => {
  const pixels = Float32Array.from(Buffer.from(comparison.pixels, "hex"));
  const [line] = await readPlanes(model, normalise(pixels), 1, comparison.width);
  const differences = comparison.probabilities.map((p, i) => Math.abs(p - line!.data[i]!));
  expect(line!.data).toHaveLength(comparison.probabilities.length);
  expect(Math.max(...differences)).toBeLessThan(1e-4);
});

describe.each(["TD1", "TD2", "TD3", "MRV_B"] as const)("the lines of a drawn %s MRZ", (name) => {
  const lines = SPECIMENS[name];
  const [size, lead] = [30, 44];

  it("are read in one batch, each step's probabilities together 1", async () => {
    const width = Math.round(lines[0]!.length * 21.1) + 40;
    const drawn = lines.map((text, i) =>
      drawText(text, 20, 48 + i * lead, { font: "ocrb", size, fill: "#222", pitch: 21.1 }),
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="200"><rect width="100%" height="100%" fill="#dfe8e2"/>${drawn.join("")}</svg>`;
    const raster = await decodeImage(
      await sharp(Buffer.from(svg)).resize({ width: 1000 }).jpeg({ quality: 80 }).toBuffer(),
    );
    const scale = 1000 / width;
    const rows = lines.map((_, i) =>
      rectangle(4 * scale, (18 + i * lead) * scale, (width - 8) * scale, 38 * scale),
    );
    const emissions = await readMrzLines(model, raster, rows);
    const sets = characterSetsOf(formatOf(name));
    expect(emissions.map((line, i) => alignLine(line, sets[i]!)?.text)).toEqual(lines);
    const first = emissions[0]!.data.slice(0, 38).reduce((sum, p) => sum + p, 0);
    expect(first).toBeCloseTo(1, 4);
  });
});

it("rejects a model whose answer has another shape", async () => {
  const other = scriptedModel({ probabilities: tensor([1, 0], [1, 1, 2]) });
  await expect(readPlanes(other, new Float32Array(32 * 64), 1, 64)).rejects.toThrow("MRZ reader answered");
});
