import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { costlyJpegs, costlyOthers, costlyPngs } from "./bombs.ts";
import { type Cost, DecodingProbe } from "./decoding-probe.ts";
import { disguised, polyglots } from "./disguised-images.ts";
import type { HostileImage } from "./hostile-image.ts";
import { corrupted, falseHeaders, malformed, oversized, truncated } from "./hostile-images.ts";

/** The limits of contract §10.2 for one image, decoded or rejected, and room for the worker's work. */
const BARS = { seconds: 5, megabytes: 300 } as const;

/** `HOSTILE=5000` changes the bytes of so many images; the usual number keeps this test short. */
const CORRUPTED = Number(process.env.HOSTILE ?? 200);

const FAMILIES: Record<string, () => Promise<readonly HostileImage[]>> = {
  "with a false size in its header": falseHeaders,
  "that is larger or smaller than is allowed": oversized,
  "that is cut short": truncated,
  "that is animated or malformed": malformed,
  "of another format, disguised or not": disguised,
  "that is something else as well": polyglots,
  "with bytes changed": () => corrupted(CORRUPTED, 1),
  "that is a JPEG and asks for much (H3)": costlyJpegs,
  "that is a PNG and asks for much (H2)": costlyPngs,
  "that is a WebP and asks for much": costlyOthers,
};

let probe: DecodingProbe;
beforeAll(async () => {
  probe = await DecodingProbe.open();
});
afterAll(() => probe.close());

const formatCost = ({ seconds, megabytes }: Cost) => `${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`;

describe("an upload", () => {
  it.each(Object.keys(FAMILIES))(
    "%s is rejected by its code, or decoded as what it is, within 5 s of processor and 300 MB",
    async (family) => {
      for (const { name, content, outcomes } of await FAMILIES[family]!()) {
        const cost = await probe.decode(content);
        if (process.env.HOSTILE !== undefined) console.log(name, cost.outcome, formatCost(cost));
        expect.soft(outcomes, name).toContain(cost.outcome);
        expect.soft(cost.seconds, name).toBeLessThan(BARS.seconds);
        expect.soft(cost.megabytes, name).toBeLessThan(BARS.megabytes);
      }
    },
  );
});
