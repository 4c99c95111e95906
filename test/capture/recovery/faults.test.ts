import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { seededRandom } from "#lab/material/random.ts";
import { useCheckEdge } from "../../harness/edge/use.ts";
import { device } from "./device.ts";
import { FAULTS } from "./faults.ts";
import { walk } from "./walk.ts";

// The page's modules read the address as they are loaded.
vi.hoisted(() => Object.assign(globalThis, { location: { origin: "http://127.0.0.1:8787" } }));
vi.mock("#sdk/client/browser/camera/index.ts", async () => ({
  openCamera: (await import("./device.ts")).openCamera,
  ...(await import("#sdk/client/browser/camera/fault.ts")),
}));
vi.mock("#capture/access/keys.ts", async (original) => ({
  ...(await original<object>()),
  openKeys: async () => (await import("./device.ts")).keysOfDevice,
}));

/** `npm run lab -- walk-faults` tries more, and each fault at every screen. */
const RUNS = Number(process.env.RUNS ?? 20);
const EVERY = process.env.RUNS === undefined ? 4 : 1;
const SEED = Number(process.env.SEED ?? 1);
const NAMES = Object.keys(FAULTS);
/** More presses than the way to the end has screens. */
const SCREENS = 12;

/** Waits of the page pass this much faster, but those that guard against a silent service. */
const HASTE = 100;
const LONGEST_WAIT_MS = 10_000;

const edge = await useCheckEdge();
beforeAll(() => {
  const { setTimeout } = globalThis;
  const { now } = Date;
  vi.spyOn(Date, "now").mockImplementation(() => now() + device.sleptMs);
  vi.stubGlobal("setTimeout", (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    setTimeout(run, ms > LONGEST_WAIT_MS ? ms : ms / HASTE, ...given),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** That the page and the service say the same, and every capture that the service took is one attempt. */
function check({ screen, read, taken }: Awaited<ReturnType<typeof walk>>) {
  const end = screen.name === "outcome" ? screen.outcome : screen.name === "over" ? screen.why : screen.name;
  const isErased = read.consent?.withdrawn_at != null;
  // Whatever was lost, also after a reload: only a person who withdrew consent sees the receipt.
  expect(isErased).toBe(end === "withdrawn");
  // A link ends with its verification, also for a person who had not consented yet.
  const ends = read.status === "canceled" ? ["canceled", "link_expired"] : ["done"];
  if (!isErased) expect(ends).toContain(end);
  expect(["canceled null", "completed approved"]).toContain(`${read.status} ${read.decision}`);
  // The comparison of faces has no attempts of its own.
  const attempts = read.steps.slice(0, 2).map((step: { readonly attempts: number }) => step.attempts);
  expect(attempts).toEqual(isErased ? [] : [taken.document.size, taken.liveness.size]);
}

describe("a fault leads to the end, and no attempt is lost or doubled", () => {
  it.each(NAMES)("%s, at screens all along the way", async (name) => {
    const random = seededRandom(7);
    // Each fault starts at another screen, so that every screen is covered.
    for (let after = NAMES.indexOf(name) % EVERY; after < SCREENS; after += EVERY) {
      check(await walk(edge, [{ name, after }], random));
    }
  });

  it("up to three of them, at any screens", { timeout: 2_000 * RUNS + 60_000 }, async () => {
    for (let run = 0; run < RUNS; run++) {
      const random = seededRandom(SEED * 100_000 + run);
      const injects = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        name: NAMES[Math.floor(random() * NAMES.length)]!,
        after: Math.floor(random() * SCREENS),
      }));
      await walk(edge, injects, random)
        .then(check)
        .catch((cause: unknown) => {
          throw new Error(`SEED=${SEED}, run ${run}: ${JSON.stringify(injects)}`, { cause });
        });
    }
  });
});
