import { describe, expect, it } from "vitest";
import { rectangle } from "../../../../inference/geometry/quad.ts";
import { ALPHABET, BLANK, CLASSES } from "../../../../inference/mrz/emissions.ts";
import { readZoneRows } from "../../../../inference/pipelines/document/zone.ts";
import { scriptedNet, tensor } from "../../../harness/inference/scripted-net.ts";
import { ICAO_SPECIMENS } from "../../mrz/zones.ts";

const STEPS = 320;
const CELL = 7;

/** A reader that sees the lines' characters with a probability, everything else equally unlikely. */
function readerOf(lines: readonly string[], probability: number) {
  const steps = lines.flatMap((line) =>
    Array.from({ length: STEPS }, (_, step) => {
      const character = step % CELL === 0 ? line[step / CELL] : undefined;
      const taken = character === undefined ? BLANK : ALPHABET.indexOf(character);
      const own = character === undefined ? 0.99 : probability;
      return Array.from({ length: CLASSES }, (_one, c) => (c === taken ? own : (1 - own) / (CLASSES - 1)));
    }),
  );
  return scriptedNet({ probabilities: tensor(steps.flat(), [lines.length, STEPS, CLASSES]) });
}

describe("rows that suit a format", () => {
  const lines = ICAO_SPECIMENS.TD3;
  const raster = { width: 900, height: 100, data: new Uint8Array(900 * 100 * 3) };
  const rows = lines.map((_, i) => rectangle(0, 50 * i, 800, 20));
  const read = (probability: number) => readZoneRows(readerOf(lines, probability), raster, rows);

  it("are a zone where the reader sees their characters", async () => {
    expect((await read(0.7))?.lines.map(({ text }) => text)).toEqual(lines);
  });

  it("are none where it hardly sees them: any text can be spelled as a zone", async () => {
    expect(await read(0.3)).toBeUndefined();
  });
});
