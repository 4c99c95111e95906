import { describe, expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import { ALPHABET, BLANK, CLASSES } from "#inference/mrz/emissions.ts";
import { readMrzRows } from "#inference/pipelines/document/mrz/mrz.ts";
import { scriptedModel, tensor } from "#test/harness/inference/scripted-model.ts";
import { SPECIMENS } from "#test/inference/mrz/mrz.ts";

const CELL = 7;

/**
 * A reader that sees lines' characters with a probability, everything else equally unlikely; other lines each
 * time.
 */
function readerOf(probability: number, ...readings: readonly string[][]) {
  return readerAt(CELL, probability, ...readings);
}

/** The same, for characters this many steps apart. */
function readerAt(cell: number, probability: number, ...readings: readonly string[][]) {
  let read = 0;
  const widths: number[] = [];
  const model = scriptedModel({ probabilities: tensor([], []) });
  return {
    ...model,
    async run(feeds: Parameters<typeof model.run>[0]) {
      const [, , , width] = Object.values(feeds)[0]!.dims;
      widths.push(width!);
      const lines = readings[Math.min(read++, readings.length - 1)]!;
      const steps = lines.flatMap((line) => stepsOf(line, width! / 4, probability, cell));
      return { probabilities: tensor(steps.flat(), [lines.length, width! / 4, CLASSES]) };
    },
    widths,
    get read() {
      return read;
    },
  };
}

function stepsOf(line: string, count: number, probability: number, cell: number): number[][] {
  return Array.from({ length: count }, (_, step) => {
    const character = step % cell === 0 ? line[step / cell] : undefined;
    const taken = character === undefined ? BLANK : ALPHABET.indexOf(character);
    const own = character === undefined ? 0.99 : probability;
    return Array.from({ length: CLASSES }, (_one, c) => (c === taken ? own : (1 - own) / (CLASSES - 1)));
  });
}

describe("rows that suit a format", () => {
  const lines = SPECIMENS.TD3;
  const raster = { width: 900, height: 100, data: new Uint8Array(900 * 100 * 3) };
  const rows = lines.map((_, i) => rectangle(0, 50 * i, 800, 20));
  const read = (probability: number) => readMrzRows(readerOf(probability, [...lines]), raster, rows);

  it("are an MRZ if the reader sees their characters", async () => {
    expect((await read(0.7))?.lines.map(({ text }) => text)).toEqual(lines);
  });

  it("are none if it hardly sees them: any text can be spelled as an MRZ", async () => {
    expect(await read(0.3)).toBeUndefined();
  });
});

describe("rows that a locator cut too short", () => {
  const lines = SPECIMENS.TD3;
  const raster = { width: 900, height: 100, data: new Uint8Array(900 * 100 * 3) };
  const rows = lines.map((_, i) => rectangle(20, 50 * i, 780, 20));

  it.each([
    ["behind", 0, 41],
    ["before", 3, 44],
  ])("are read again longer, if characters are missing: %s", async (_, from, to) => {
    const cut = lines.map((line) => line.slice(from, to));
    const reader = readerOf(0.99, cut, from === 0 ? [...lines] : cut, [...lines]);
    const mrz = await readMrzRows(reader, raster, rows);
    expect(mrz?.lines.map(({ text }) => text)).toEqual(lines);
    const [left, right] = [mrz!.rows[0]![0].x, mrz!.rows[0]![1].x];
    expect([left < 20, right > 800]).toEqual([from > 0, from === 0]);
  });

  it("are read twice at most if no character is missing", async () => {
    const digits = [lines[0]!.replace("ERIKSSON", "77777777"), lines[1]!];
    for (const reader of [readerOf(0.7, [...lines]), readerOf(0.99, digits)]) {
      await readMrzRows(reader, raster, rows);
      expect(reader.read).toBe(2);
    }
  });
});

describe("the second reading of rows", () => {
  const lines = SPECIMENS.TD3;
  const rows = lines.map((_, i) => rectangle(0, 50 * i, 560, 20));

  /** A page whose rows have bars of this height in pixels. */
  const pageOf = (tall: number) => {
    const data = new Uint8Array(900 * 100 * 3).fill(220);
    for (let y = 0; y < 100; y++) {
      if (Math.abs((y % 50) + 0.5 - 10) > tall / 2) continue;
      for (let x = 0; x < 560 * 3; x++) if (Math.floor(x / 24) % 2 === 0) data[y * 900 * 3 + x] = 20;
    }
    return { width: 900, height: 100, data };
  };

  it.each([
    ["wider, since the reader takes narrow letters for others", 11, true],
    ["narrower where they are as tall as the row, and so wider than it was taught", 18, false],
  ])("is at them %s", async (_, tall, isWider) => {
    const reader = readerAt(5, 0.99, [...lines]);
    await readMrzRows(reader, pageOf(tall), rows);
    expect(reader.widths[1]! > reader.widths[0]!).toBe(isWider);
  });
});
