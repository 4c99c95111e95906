import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { currentPage, PAGE, thirdParty } from "#tools/licences.ts";

it("THIRD_PARTY.md is current: npm run generate writes it", () => {
  expect(readFileSync(PAGE, "utf8")).toBe(currentPage());
});

describe("the page", () => {
  const locked = {
    "": { version: "0.1.0" },
    "node_modules/b": { version: "1.0.0", license: "MIT" },
    "node_modules/x/node_modules/@s/a": { version: "2.0.0", license: "MIT" },
    "node_modules/c": { version: "3.0.0", license: "ISC", dev: true },
    "node_modules/e/node_modules/f": { version: "5.0.0", license: "MIT", dev: true },
    // What is ours needs no licence of anybody.
    "node_modules/@own/sdk": { version: "0.1.0", link: true },
    "sdk/own": { version: "0.1.0" },
  };

  it("lists packages by licence: what production is installed with, and the rest apart", () => {
    const page = thirdParty(locked, { bundled: [{ name: "net", licence: "Apache-2.0" }] });
    const [, nets, production, development] = page.split("\n## ");
    expect(nets).toContain("| Apache-2.0 | net. |");
    expect(production).toContain("| MIT | @s/a 2.0.0, b 1.0.0. |");
    expect(production).not.toContain("ISC");
    expect(development).toContain("| ISC | c 3.0.0. |");
  });

  it("is refused where a package names no licence", () => {
    expect(() => thirdParty({ "node_modules/d": { version: "1.0.0" } }, {})).toThrow(
      "d 1.0.0 names no licence",
    );
  });
});
