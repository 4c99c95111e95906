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
