import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { judge } from "./rules/exceptions.ts";
import { LARGE_FOLDERS, LONG_FILES } from "./rules/shape.ts";
import { SOURCES } from "./source/tree.ts";

const MAX_LINES = 300;
const MAX_NAMES = 12;
const MAX_COLUMNS = 110;

const COMMENT = /^\s*(\/\/|\/\*|\*)|\s\/\/\s/;

const numbered = SOURCES.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n") }));

/** For each folder, the names of the modules and folders in it. */
const names = new Map<string, Set<string>>();
for (const { path } of SOURCES) {
  for (let item = path; dirname(item) !== "."; item = dirname(item)) {
    names.set(dirname(item), (names.get(dirname(item)) ?? new Set()).add(item));
  }
}

describe("a module", () => {
  it(`has ${MAX_LINES} lines at most`, () => {
    const long = numbered.filter(({ lines }) => lines.length > MAX_LINES);
    const findings = long.map(({ path, lines }) => ({ place: path, found: `${path}: ${lines.length}` }));
    expect(judge(findings, Object.keys(LONG_FILES))).toEqual([]);
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

describe("a folder", () => {
  it(`has ${MAX_NAMES} names at most`, () => {
    const large = [...names].filter(([, items]) => items.size > MAX_NAMES);
    const findings = large.map(([folder, { size }]) => ({ place: folder, found: `${folder}: ${size}` }));
    expect(judge(findings, Object.keys(LARGE_FOLDERS))).toEqual([]);
  });
});
