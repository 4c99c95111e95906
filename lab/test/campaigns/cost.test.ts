import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { climb } from "../../campaigns/cost/climb.ts";
import { EngineProbe } from "../../campaigns/cost/engine-probe.ts";
import { COSTLY_PICTURES } from "../../material/costly/pictures.ts";
import { seededRandom } from "../../material/random.ts";

it("climbing ends at the top, and counts every attempt", async () => {
  let attempts = 0;
  const attempt = async (shares: readonly number[]) => {
    attempts++;
    return shares.reduce((sum, share) => sum - (share - 0.7) ** 2, 1);
  };
  const { cost } = await climb(3, 120, seededRandom(3), attempt, (height) => height);
  expect(attempts).toBe(120);
  expect(cost).toBeGreaterThan(0.98);
});

describe("a real engine under dear uploads", () => {
  let probe: EngineProbe;
  beforeAll(async () => {
    probe = await EngineProbe.open();
  });
  afterAll(() => probe?.close());

  const MINUTES = 120_000;
  const SMALL: Readonly<Record<string, readonly number[]>> = {
    "dense text": [0, 0.03, 0.1, 0.4, 0, 0.25, 0, 0],
    "dense zones": [0, 1, 0.1, 0.3, 0, 0.2, 0, 0],
    "huge text": [0.3, 1, 0.9, 0.3, 0.7, 0.2, 0.05, 0],
    "turned text": [0, 0.03, 0.1, 0.4, 0.1, 0.25, 0, 0],
    decoders: [0.9, 0, 0],
    crowd: [0.02, 0.02, 0],
    texture: [0, 0.02, 0],
    metadata: [0, 0, 1],
  };

  it.each(Object.entries(SMALL))("answers %s", { timeout: MINUTES }, async (kind, shares) => {
    const { method, make } = COSTLY_PICTURES[kind]!;
    expect((await probe.run({ method, argument: await make(shares) }, MINUTES)).outcome).toBe("answered");
  });

  it("leaves a call at its deadline, and when its caller goes, and lives on", async () => {
    const { method, make } = COSTLY_PICTURES["dense text"]!;
    const work = { method, argument: await make(SMALL["dense text"]!) };
    const { pid } = probe;
    expect((await probe.run(work, 700)).outcome).toBe("late");
    expect((await probe.run(work, MINUTES, AbortSignal.timeout(700))).outcome).toBe("canceled");
    const crowd = {
      method: "analyzeFace",
      argument: await COSTLY_PICTURES.crowd!.make(SMALL.crowd!),
    } as const;
    expect((await probe.run(crowd, MINUTES)).outcome).toBe("answered");
    expect(probe.pid).toBe(pid);
  });
});
