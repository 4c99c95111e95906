import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { ROOT, type TextFile, textFiles } from "./files.ts";

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** A heading's anchor as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

function deadLinksOf({ path, text }: TextFile): string[] {
  return [...text.matchAll(LINK)].flatMap(([link, target, anchor]) => {
    const file = target === "" ? join(ROOT, path) : join(ROOT, dirname(path), target!);
    if (!existsSync(file)) return [`${path}: ${link}`];
    const found = anchor === undefined || anchorsOf(readFileSync(file, "utf8")).includes(anchor);
    return found ? [] : [`${path}: ${link}`];
  });
}

it("no link between pages leads nowhere", () => {
  const pages = textFiles("**/*.md");
  expect(pages.some(({ text }) => text.match(LINK) !== null)).toBe(true);
  expect(pages.flatMap(deadLinksOf)).toEqual([]);
});

it("a link to a missing file or heading is reported", () => {
  const text = "[a](docs/none.md) [b](README.md#none) [c](README.md) [d](https://example.com/none)";
  expect(deadLinksOf({ path: "page.md", text })).toEqual([
    "page.md: ](docs/none.md)",
    "page.md: ](README.md#none)",
  ]);
});

/** Paths in backquotes, from the root or from the page. Patterns such as `<noun>/` do not match. */
const MENTIONED =
  /`((?:edge|inference|local|proto|drizzle|tools|test|docs|lab|sdk|capture|vocabulary|examples)\/[\w./-]+)`/g;

const missingPathsOf = ({ path, text }: TextFile): string[] =>
  [...text.matchAll(MENTIONED)].flatMap(([, target]) => {
    const bases = [ROOT, join(ROOT, dirname(path))];
    return bases.some((base) => existsSync(join(base, target!))) ? [] : [`${path}: ${target}`];
  });

it("a page mentions no file or folder that is gone", () => {
  const pages = textFiles("**/*.md").filter(({ path }) => path !== "CHANGELOG.md");
  expect(pages.flatMap(missingPathsOf)).toEqual([]);
  const text = "`edge/none.ts`, `edge/worker.ts`, `edge/operations/`";
  expect(missingPathsOf({ path: "page.md", text })).toEqual(["page.md: edge/none.ts"]);
});

const MODULE = /`(?:\.\.?\/)*([\w./-]+\.tsx?)`/g;

it("a comment names no module that is gone", () => {
  const sources = textFiles("{edge,inference,local,drizzle,tools,lab,sdk,capture,vocabulary}/**/*.{ts,tsx}");
  const isThere = (named: string) => sources.some(({ path }) => `/${path}`.endsWith(`/${named}`));
  const named = sources.flatMap(({ text }) => [...text.matchAll(MODULE)].map(([, module]) => module!));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((module) => !isThere(module))).toEqual([]);
});

it("a path that a module makes from its own folder is there", () => {
  const sources = textFiles("{edge,inference,local,test,tools,lab,sdk,capture}/**/*.ts");
  const made = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/join\(import\.meta\.dirname, "([^"]+\.\w+)"\)/g)].map(([, target]) =>
      join(dirname(path), target!),
    ),
  );
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
