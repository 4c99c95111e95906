import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const COLLECTION = join(import.meta.dirname, "../../../inference/processes/collection.ts");
const ROUND = 200_000;

/** Keeps much of what is young alive, and says how far the young generation grew before and after. */
const SCRIPT = `
const { getHeapSpaceStatistics } = process.getBuiltinModule("node:v8");
const { keepPausesShort } = await import("${COLLECTION}");
const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size;
let kept = [];
function work() {
  for (let n = 0; n < 5 * ${ROUND}; n++) {
    if (n % ${ROUND} === 0) kept = [];
    kept.push({ n, of: [n] });
  }
  return size();
}
const before = work();
keepPausesShort();
console.log(JSON.stringify([before, work()]));
`;

it("what a pause of the main process copies is at most 2 MiB, however much of it lives on", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", SCRIPT]);
  const [before, after] = JSON.parse(stdout) as [number, number];
  expect(before).toBeGreaterThan(16 * 2 ** 20);
  expect(after).toBeLessThanOrEqual(2 * 2 ** 20);
});

/** Drops buffers of so many megabytes, and says whether a collection that looks for much took them. */
const DROP = `
const { collectMuch } = await import("${COLLECTION}");
const isTaken = (megabytes) => {
  const dropped = Array.from({ length: megabytes }, () => new WeakRef(new ArrayBuffer(2 ** 20)));
  return new Promise((resolve) => setImmediate(() => {
    collectMuch();
    resolve(dropped.every((each) => each.deref() === undefined));
  }));
};
console.log(JSON.stringify([await isTaken(4), await isTaken(200), await isTaken(4)]));
`;

it("what an engine's call leaves is collected where it is much", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", DROP]);
  expect(JSON.parse(stdout)).toEqual([false, true, false]);
});
