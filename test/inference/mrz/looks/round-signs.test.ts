import { describe, expect, it } from "vitest";
import { characterSetsOf } from "#inference/mrz/formats.ts";
import { type RoundSign, respelled, roundSigns, weigh } from "#inference/mrz/round-signs.ts";
import { formatOf, readAs, SPECIMENS, withAlternatives } from "../mrz.ts";

/** A character of an MRZ, decided by its position or not, and its roundness by the reader. */
const sign = (settled: RoundSign["settled"], roundness: number): RoundSign => ({
  line: 0,
  column: 0,
  settled,
  roundness,
});

describe("an O or a 0 whose place may have either", () => {
  const natsOf = (open: number, shapes: readonly number[], ...settled: readonly RoundSign[]) =>
    weigh([...settled, sign(undefined, open)], shapes)[0]?.nats;

  it("is read as the similar characters of its MRZ, though the reader takes every O of this font for 0", () => {
    const own = [sign("0", -12), sign("O", -2)];
    expect(natsOf(-3, [0.9], ...own)).toBeGreaterThan(3);
    expect(natsOf(-11, [0.1], ...own)).toBeLessThan(-3);
  });

  it("is in doubt between them", () => {
    expect(natsOf(-7, [0.5], sign("0", -12), sign("O", -2))).toBeCloseTo(0);
  });

  it("is decided by its shape alone if the reader sees no difference between the MRZ's own", () => {
    expect(natsOf(5, [0], sign("0", 1), sign("O", 1.5))).toBeCloseTo(-7.5);
  });

  it("is decided by how the reader sees the MRZ's zeros if the MRZ has no O, and the reverse", () => {
    expect(natsOf(-11, [], sign("0", -12))).toBeLessThan(0);
    expect(natsOf(2, [], sign("0", -12))).toBeGreaterThan(0);
    expect(natsOf(2, [], sign("O", 4))).toBeGreaterThan(0);
    expect(natsOf(-11, [], sign("O", 4))).toBeLessThan(0);
  });

  it("stays as it is if the MRZ has neither", () => {
    expect(weigh([sign(undefined, 3)], [])).toEqual([]);
  });
});

describe("the O and 0 of an MRZ", () => {
  const { TD3 } = SPECIMENS;
  const sets = characterSetsOf(formatOf("TD3"));
  const find = (lines: readonly string[]) =>
    roundSigns(readAs(lines), sets, [lines.map((line) => ({ roundness: [...line].map(() => 1) }))]);

  it("are settled by names and dates, and open in numbers", () => {
    const lines = [TD3[0]!, TD3[1]!.replace("L898902C3", "LO98902C3")];
    const found = find(lines).map(({ line, column, settled }) => [lines[line]![column], column, settled]);
    expect(found).toContainEqual(["O", 4, "O"]);
    expect(found).toContainEqual(["O", 1, undefined]);
    expect(found).toContainEqual(["0", 5, undefined]);
    expect(found).toContainEqual(["0", 43, "0"]);
  });

  it("are none if no place leaves the choice", () => {
    expect(find([TD3[0]!, TD3[1]!.replace("L898902C3", "L898912C3")])).toEqual([]);
  });
});

describe("lines with the evidence that distinguishes an O from a 0", () => {
  const evidence = [0, 1].map((column) => ({ line: 0, column, nats: 1.5 }));
  const read = withAlternatives(readAs(["00A"]), [[0, 0, "O", 2.5]]);

  it("are spelled by it, and leave the other reading a chance that is as small as it is sure", () => {
    const [line] = respelled(read, evidence, () => 0);
    expect(line!.text).toBe("OOA");
    expect(line!.confidences[0]).toBeCloseTo(0.99 / (1 + Math.exp(-1.5)));
    expect(line!.alternatives).toEqual([
      { column: 0, character: "0", cost: 1.5 },
      { column: 1, character: "0", cost: 1.5 },
    ]);
  });

  it("stay as read if more checks would fail, and then are in doubt", () => {
    const [line] = respelled(read, evidence, ([other]) => (other!.text === "00A" ? 0 : 1));
    expect(line!.text).toBe("00A");
    expect(line!.alternatives.map(({ cost }) => cost)).toEqual([0, 0]);
  });
});
