import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { LONG_FILES } from "./rules/shape.ts";
import { SOURCES } from "./source/tree.ts";

const MAX_LINES = 300;
const MAX_COLUMNS = 110;

const COMMENT = /^\s*(\/\/|\/\*|\*)|\s\/\/\s/;

const numbered = SOURCES.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n") }));

describe("a module", () => {
  it(`has ${MAX_LINES} lines at most`, () => {
    const long = numbered.filter(({ lines }) => lines.length > MAX_LINES).map(({ path }) => path);
    expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
  });

  it(`has comments of ${MAX_COLUMNS} columns at most, which no formatter wraps`, () => {
    const wide = numbered.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        line.length > MAX_COLUMNS && COMMENT.test(line) ? [`${path}:${index + 1}`] : [],
      ),
    );
    expect(wide).toEqual([]);
  });
});

/** Small modules and folders that the product has: fold one before you add one. */
const MOST = { smallModules: 40, smallFolders: 12 } as const;
const SMALL = { lines: 24, modules: 2 } as const;
const PRODUCT = /^(edge|inference|local|capture|sdk|tools|vocabulary)\//;

describe("the product", () => {
  const product = numbered.filter(({ path }) => PRODUCT.test(path));

  it(`has at most ${MOST.smallModules} modules of ${SMALL.lines} lines or fewer`, () => {
    const small = product.filter(({ lines }) => lines.length <= SMALL.lines);
    expect(small.length).toBeLessThanOrEqual(MOST.smallModules);
  });

  it(`has at most ${MOST.smallFolders} folders of one or two modules`, () => {
    const folders = Object.values(Object.groupBy(product, ({ path }) => dirname(path)));
    const small = folders.filter((modules) => modules!.length <= SMALL.modules);
    expect(small.length).toBeLessThanOrEqual(MOST.smallFolders);
  });

  it("has no folder called parts", () => {
    expect(product.filter(({ path }) => path.includes("/parts/"))).toEqual([]);
  });
});
