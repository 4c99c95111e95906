import { expect, it } from "vitest";
import { watch } from "#sdk/client/src/watch.ts";
import { SelfsameError } from "#sdk/core/error.ts";
import type { Held } from "#sdk/core/settings.ts";
import { nextOfVerification } from "#sdk/gen/operations.ts";
import type { Next } from "#sdk/gen/schemas.ts";
import { fakeClock, refusal, scripted } from "../scripted-service.ts";

const next = (outcome: Next["outcome"], sides: string[] = []) =>
  ({ outcome, action: { sides } }) as unknown as Next;

/** Watches a script: an answer, undefined for one that still holds, or a failure. */
function watching(steps: (Next | undefined | Error)[], isPaused = () => false) {
  const { clock, runThrough } = fakeClock();
  const requestTimes: number[] = [];
  const read = async () => {
    requestTimes.push(clock.now());
    const step = steps.shift();
    if (step instanceof Error) throw step;
    return step;
  };
  const seen: Next[] = [];
  const all = async () => {
    for await (const each of watch(read, clock, { isPaused })) seen.push(each);
  };
  return { seen, requestTimes, clock, run: () => runThrough(all()) };
}

it("receives the next action now and when it changes, until nothing is left for the end user", async () => {
  const [front, back, done] = [next("open", ["front"]), next("open", ["back"]), next("in_review")];
  const { seen, run } = watching([front, undefined, undefined, back, done, next("open")]);
  await run();
  expect(seen).toEqual([front, back, done]);
});

it("asks often enough to know a change within 2 s, less than 60 times a minute, and seldom when nothing happens", async () => {
  const steps = [next("open"), ...Array(200).fill(undefined), next("done")];
  const { requestTimes, run } = watching(steps);
  await run();
  const pauses = requestTimes.slice(1).map((at, index) => at - requestTimes[index]!);
  expect(Math.max(...pauses.slice(0, 70))).toBeLessThanOrEqual(2_000);
  expect(Math.min(...pauses)).toBeGreaterThan(1_000);
  expect(pauses.at(-1)).toBe(5_000);
});

it("asks nothing while it is paused, as a hidden page is", async () => {
  let reads = 0;
  const { requestTimes, clock, run } = watching([next("done")], () => ++reads < 10);
  const before = clock.now();
  await run();
  expect(requestTimes.length).toBe(1);
  expect(requestTimes[0]! - before).toBeGreaterThan(9 * 1_000);
});

it("waits out a failure that may pass, and throws any other", async () => {
  const away = new SelfsameError("service_unavailable", "", { status: 503 });
  const { seen, run } = watching([away, away, next("done")]);
  await run();
  expect(seen.length).toBe(1);
  const revoked = watching([next("open"), new SelfsameError("token_revoked", "", { status: 401 })]);
  await expect(revoked.run()).rejects.toMatchObject({ code: "token_revoked" });
});

it("sends the tag of the answer that it holds, and takes 304 for no change", async () => {
  const answer = Response.json({ outcome: "open" }, { headers: { etag: '"a"' } });
  const { call, requests, runThrough } = scripted([answer, new Response(null, { status: 304 })]);
  const held: Held = {};
  const read = () => runThrough(call(nextOfVerification, { path: { id: "vf_1" } }, { held }));
  expect(await read()).toEqual({ outcome: "open" });
  expect(await read()).toBeUndefined();
  const sent = requests.map(({ init }) => (init.headers as Record<string, string>)["if-none-match"]);
  expect(sent).toEqual([undefined, '"a"']);
  const unasked = scripted([new Response(null, { status: 304 }), refusal(401, "token_revoked")]);
  const plain = unasked.runThrough(unasked.call(nextOfVerification, { path: { id: "vf_1" } }));
  await expect(plain).rejects.toMatchObject({ code: "unexpected_answer" });
});
