import { describe, expect, it } from "vitest";
import { judge } from "./rules/exceptions.ts";
import { LONG_FILES } from "./rules/shape.ts";
import { SOURCES } from "./source/tree.ts";

const MAX_LINES = 300;
const MAX_COLUMNS = 110;

const COMMENT = /^\s*(\/\/|\/\*|\*)|\s\/\/\s/;

const numbered = SOURCES.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n") }));

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
