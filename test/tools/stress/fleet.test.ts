import { afterEach, describe, expect, it } from "vitest";
import { type Bar, type Fleet, holds, startFleet } from "../../../tools/stress/fleet/fleet.ts";
import { interleavings } from "../../../tools/stress/fleet/interleavings.ts";
import { rolling } from "../../../tools/stress/fleet/leaving.ts";
import { placing } from "../../../tools/stress/fleet/placing.ts";
import { hasHaproxy } from "../../../tools/stress/fleet/proxy.ts";

/** The campaigns of `npm run fleet`, as small as they still say something. */
let fleet: Fleet | undefined;
afterEach(() => fleet?.close());

const said: string[] = [];
const say = (line: string) => void said.push(line);
const missed = (bars: readonly Bar[]) =>
  bars.filter((bar) => !holds(bar)).map(({ name, value }) => `${name}: ${value}`);

it("no answer is stale where hosts of the edge's list end and come back", { timeout: 120_000 }, async () => {
  fleet = await startFleet(2, { proxied: false });
  expect(missed(await interleavings(fleet, { steps: 400, seed: 1 }, say)), said.join("\n")).toEqual([]);
});

describe.runIf(hasHaproxy())("behind HAProxy, as deploy/ sets it up", { timeout: 120_000 }, () => {
  it("no call fails while hosts restart by turns", async () => {
    fleet = await startFleet(2);
    expect(missed(await rolling(fleet, 2, say)), said.join("\n")).toEqual([]);
  });

  it("a gallery is in one memory, and a host that leaves moves its own only", async () => {
    fleet = await startFleet(4);
    expect(missed(await placing(fleet, 40, say)), said.join("\n")).toEqual([]);
  });
});
