import { expect, it } from "vitest";
import { eraseAndSearch } from "../../tools/stress/erasure/erase-and-search.ts";

/** Pictures are made and read, and a killed edge is started again, on a machine that may be busy. */
const PATIENCE = 300_000;

it("erased customers are on no disk, through deaths between object, batch and receipt, and every object has a row", {
  timeout: PATIENCE,
}, async () => {
  const said: string[] = [];
  const found = await eraseAndSearch({
    customers: 2,
    deaths: 1,
    settle: null,
    say: (line) => said.push(line),
  });
  expect(found).toEqual({ onDisk: [], orphans: [], inMemory: [] });
  expect(said.filter((line) => line.includes("killed at"))).toHaveLength(2);
});
