import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const MAIN = join(import.meta.dirname, "../../campaigns/overload/overload.ts");

it("offers a service twice what it can do: refusals name their Retry-After, and no call is begun past its deadline", () => {
  const args = ["--calls", "60", "--patience", "0.5", "--cost", "100"];
  const { stdout } = spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
  expect(stdout).toMatch(/offered {3}60 calls at [\d.]+ a second/);
  for (const bar of ["refusals without a Retry-After", "begun past their deadline", "failed in another way"])
    expect(stdout).toMatch(new RegExp(`${bar} +0 +aim <= 0 reached`));
}, 60_000);
