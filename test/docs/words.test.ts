import { expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { BANNED_WORDS, bannedIn } from "./banned-words.ts";
import { type TextFile, textFiles } from "./files.ts";
import { proseOf, textsOf, withoutBanned } from "./prose.ts";

/** Findings that an area still has at most. Lower a number when its texts are rewritten; never raise one. */
const MOST: Readonly<Record<string, number>> = {};

interface Area {
  readonly files: string;
  readonly read: (file: TextFile) => string;
  readonly except?: RegExp;
}

const page = ({ path, text }: TextFile) => proseOf(path.endsWith("glossary.md") ? withoutBanned(text) : text);
const strings = (file: TextFile) => textsOf(file).strings;
const comments = (file: TextFile) => textsOf(file).comments;

const CODE = "{edge,inference,local,sdk,capture,tools,vocabulary,drizzle,lab,test}";
/** This check's own words. */
const OWN = /^test\/docs\/(?:banned-words|words\.test)\.ts$/;

const AREAS: Readonly<Record<string, Area>> = {
  "docs/reference": { files: "docs/reference/*.md", read: page },
  "docs for users": { files: "docs/{*,tutorials/*,how-to/*,explanation/*}.md", read: page },
  "docs/project": { files: "docs/project/**/*.md", read: page },
  "README and other pages": { files: "{*,!(docs)/**/*}.md", read: page },
  "texts of the API and dashboard": { files: "edge/**/*.{ts,tsx}", read: strings },
  "texts of the capture page": { files: "capture/**/*.{ts,tsx}", read: strings },
  "texts of the CLI and start": { files: "{local,tools}/**/*.ts", read: strings },
  "texts of inference": { files: "inference/**/*.ts", read: strings },
  "texts of the SDKs": { files: "sdk/**/*.ts", read: strings },
  comments: { files: `${CODE}/**/*.{ts,tsx}`, read: comments, except: OWN },
};

const findingsOf = ({ files, read, except }: Area) =>
  textFiles(files)
    .filter(({ path }) => except?.test(path) !== true)
    .flatMap((file) => bannedIn(read(file)).map((finding) => `${file.path}: ${finding}`));

it.each(Object.entries(AREAS))("%s have no banned word beyond what is still allowed", (name, area) => {
  const findings = findingsOf(area);
  const most = MOST[name] ?? 0;
  expect(findings.length <= most ? [] : findings, `${findings.length} findings, at most ${most}`).toEqual([]);
});

it("the OpenAPI document has none beyond what is still allowed", () => {
  const texts: string[] = [];
  JSON.stringify(openApiDocument(), (key, value) => {
    if (["summary", "description"].includes(key) && typeof value === "string") texts.push(value);
    return value;
  });
  expect(texts.length).toBeGreaterThan(300);
  const findings = texts.flatMap((text) => bannedIn(proseOf(text)));
  const most = MOST["OpenAPI"] ?? 0;
  expect(findings.length <= most ? [] : findings, `${findings.length} findings, at most ${most}`).toEqual([]);
});

it.each([
  ["The zone is read.", "zone (write: MRZ)"],
  ["The edge tells the device.", "tells (write: returned, sent, logged or reported)"],
  ["No net decides.", "net (write: model)"],
])("finds the fault of: %s", (text, finding) => expect(bannedIn(text)).toEqual([finding]));

it.each([
  "The machine-readable zone, in the time zone of the network.",
  "See `zone` and https://example.net/zones.",
  "`npm pack` makes a tarball.",
])("passes: %s", (text) => expect(bannedIn(proseOf(text))).toEqual([]));

it("gives a replacement and a reason for each word", () => {
  for (const { write, why } of BANNED_WORDS) expect([write, why]).not.toContain("");
});
