import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LONG } from "../long.ts";

it("lists no long test file that is gone", () => {
  const gone = Object.values(LONG)
    .flat()
    .filter((path) => !existsSync(join(import.meta.dirname, "..", path)));
  expect(gone).toEqual([]);
});
