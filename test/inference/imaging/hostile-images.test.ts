import { beforeAll, describe, expect, it } from "vitest";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { ImageRefusedError } from "../../../inference/imaging/upload/refusal.ts";
import { disguised, polyglots } from "./disguised-images.ts";
import type { HostileImage } from "./hostile-image.ts";
import { bombs, corrupted, lyingHeaders, malformed, oversized, truncated } from "./hostile-images.ts";

/** Refused by its code, or decoded to as many samples as its size says; anything else is a defect. */
async function outcome(content: Uint8Array): Promise<string> {
  try {
    const { width, height, data } = await decodeImage(content);
    return data.length === width * height * 3 ? "decoded" : "decoded to a wrong length";
  } catch (error) {
    return error instanceof ImageRefusedError ? error.reason : `threw ${error}`;
  }
}

const FAMILIES = {
  "whose header lies about its size": lyingHeaders,
  "that is larger or smaller than is allowed": oversized,
  "that asks for much work or memory": bombs,
  "that is cut short": truncated,
  "that is animated or malformed": malformed,
  "of another format, disguised or not": disguised,
  "that is something else as well": polyglots,
  "with bytes changed": () => corrupted(200, 1),
};

const made = new Map<string, readonly HostileImage[]>();
beforeAll(async () => {
  for (const [family, make] of Object.entries(FAMILIES)) made.set(family, await make());
});

describe("an upload", () => {
  it.each(Object.keys(FAMILIES))("%s is refused by its code, or decoded as what it is", async (family) => {
    for (const { name, content, outcomes } of made.get(family) ?? []) {
      expect.soft(outcomes, name).toContain(await outcome(content));
    }
  });

  it("is tried in well over a hundred hostile forms", () => {
    expect([...made.values()].flat().length).toBeGreaterThan(250);
  });
});
