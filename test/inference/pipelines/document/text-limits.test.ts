import { describe, expect, it } from "vitest";
import { type Quad, rectangle } from "#inference/geometry/quad.ts";
import {
  beginning,
  inDocument,
  linesToRead,
  TEXT_LIMITS,
  zoneCandidates,
} from "#inference/pipelines/document/text-limits.ts";

const all = () => 0;
const lines = (count: number, width: number): Quad[] =>
  Array.from({ length: count }, (_, row) => rectangle(0, 30 * row, width, 20));

describe("the lines that are read of a picture", () => {
  it("are all of a document's, in their order", () => {
    const page = [...lines(30, 200), ...lines(20, 400)];
    expect(linesToRead(page, all, TEXT_LIMITS)).toEqual(page);
  });

  it("are 200 at most, the longest first", () => {
    const short = lines(300, 40);
    const long = lines(10, 90);
    const read = linesToRead([...short, ...long], all, TEXT_LIMITS);
    expect(read.length).toBe(TEXT_LIMITS.lines);
    expect(read.slice(-long.length)).toEqual(long);
  });

  it("are fewer where they are long: the work is bounded, whatever the lines' length", () => {
    expect(linesToRead(lines(200, 2_000), all, TEXT_LIMITS).length).toBeLessThan(20);
  });

  it("are the document's before those around it, however long these are", () => {
    const document = lines(40, 100);
    const around = lines(200, 900).map(
      (quad) => quad.map(({ x, y }) => ({ x: x + 2_000, y })) as unknown as Quad,
    );
    const read = linesToRead(
      [...around, ...document],
      inDocument(rectangle(-10, -10, 1_000, 1_300)),
      TEXT_LIMITS,
    );
    expect(read.filter((quad) => document.includes(quad)).length).toBe(document.length);
  });

  it("leave room to shorter ones where a line does not fit", () => {
    const [long, short] = [rectangle(0, 0, 900, 20), rectangle(0, 50, 60, 20)];
    expect(linesToRead([long, short], all, { lines: 5, length: 20 })).toEqual([short]);
  });
});

it("a zone is looked for among the longest lines, and among the document's before others", () => {
  const rows = lines(3, 600);
  expect(zoneCandidates([...lines(900, 100), ...rows], all)).toEqual(expect.arrayContaining(rows));
  const elsewhere = rows.map((quad) => quad.map(({ x, y }) => ({ x: x + 5_000, y })) as unknown as Quad);
  const inside = inDocument(rectangle(-10, -10, 1_000, 30_000));
  expect(zoneCandidates([...lines(900, 100), ...elsewhere], inside)).not.toEqual(
    expect.arrayContaining(elsewhere),
  );
});

it("a line is read up to 120 characters", () => {
  expect(beginning("A".repeat(120))).toEqual({ text: "A".repeat(120), isCut: false });
  expect(beginning("𝒜".repeat(121))).toEqual({ text: "𝒜".repeat(120), isCut: true });
});
