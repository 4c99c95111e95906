import { expect, it } from "vitest";
import { eraseAndSearch } from "../../campaigns/erasure/erase-and-search.ts";

/** Images are made and read, and a killed edge is started again, on a machine that may be busy. */
const PATIENCE = 600_000;

it("erased customers are on no disk and in no restored stack, through deaths between object, batch and receipt", {
  timeout: PATIENCE,
}, async () => {
  const said: string[] = [];
  const found = await eraseAndSearch({
    customers: 2,
    deaths: 1,
    say: (line) => said.push(line),
  });
  expect(found).toEqual({ onDisk: [], orphans: [], inBackup: [], restored: [] });
  expect(said.filter((line) => line.startsWith("1 × killed at"))).toHaveLength(8);
  expect(said).toContain("restored from before: 6 of 6 customers were erased again");
});
