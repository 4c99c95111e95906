import { describe, expect, it } from "vitest";
import { type Quad, rectangle } from "#inference/geometry/quad.ts";
import {
  beginning,
  inDocument,
  linesToRead,
  mrzCandidates,
  TEXT_LIMITS,
} from "#inference/pipelines/document/text-limits.ts";

const all = () => 0;
const aside = (quads: readonly Quad[], by: number) =>
  quads.map((quad) => quad.map(({ x, y }) => ({ x: x + by, y })) as unknown as Quad);
const lines = (count: number, width: number): Quad[] =>
  Array.from({ length: count }, (_, row) => rectangle(0, 30 * row, width, 20));

describe("the lines that are read of an image", () => {
  it("are 200 at most, the longest first", () => {
    const short = lines(300, 40);
    const long = lines(10, 90);
    const read = linesToRead([...short, ...long], all, TEXT_LIMITS);
    expect(read.length).toBe(TEXT_LIMITS.lines);
    expect(read.slice(-long.length)).toEqual(long);
  });

  it("are fewer if they are long: the work is bounded, whatever the lines' length", () => {
    expect(linesToRead(lines(200, 2_000), all, TEXT_LIMITS).length).toBeLessThan(20);
  });

  it("are the document's before those around it, however long these are", () => {
    const document = lines(40, 100);
    const inside = inDocument(rectangle(-10, -10, 1_000, 1_300));
    const read = linesToRead([...aside(lines(200, 900), 2_000), ...document], inside, TEXT_LIMITS);
    expect(read.filter((quad) => document.includes(quad)).length).toBe(document.length);
  });

  it("leave room to shorter ones if a line does not fit", () => {
    const [long, short] = [rectangle(0, 0, 900, 20), rectangle(0, 50, 60, 20)];
    expect(linesToRead([long, short], all, { lines: 5, length: 20 })).toEqual([short]);
  });
});

it("an MRZ is looked for among the longest lines, and among the document's before others", () => {
  const rows = lines(3, 600);
  expect(mrzCandidates([...lines(900, 100), ...rows], all)).toEqual(expect.arrayContaining(rows));
  const elsewhere = aside(rows, 5_000);
  const inside = inDocument(rectangle(-10, -10, 1_000, 30_000));
  expect(mrzCandidates([...lines(900, 100), ...elsewhere], inside)).not.toEqual(
    expect.arrayContaining(elsewhere),
  );
});

it("a line is read up to 120 characters", () => {
  expect(beginning("A".repeat(120))).toEqual({ text: "A".repeat(120), isCut: false });
  expect(beginning("𝒜".repeat(121))).toEqual({ text: "𝒜".repeat(120), isCut: true });
});
