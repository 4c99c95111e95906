import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { currentPage, PAGE, thirdParty } from "#tools/licences.ts";

it("THIRD_PARTY.md is current: npm run generate writes it", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(currentPage());
});

it("a package that names no licence is rejected", () => {
  const locked = { "node_modules/d": { version: "1.0.0" } };
  expect(() => thirdParty(locked, {})).toThrow("d 1.0.0 names no licence");
});
