import { expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { BANNED_WORDS, bannedIn } from "./banned-words.ts";
import { type TextFile, textFiles } from "./files.ts";
import { proseOf, textsOf, withoutBanned } from "./prose.ts";

interface Area {
  readonly files: string;
  readonly read: (file: TextFile) => string;
  readonly except?: RegExp;
  /** The most findings. Lower it when the area's texts are rewritten, and never raise it. */
  readonly most: number;
}

const page = ({ path, text }: TextFile) => proseOf(path.endsWith("glossary.md") ? withoutBanned(text) : text);
const strings = (file: TextFile) => textsOf(file).strings;
const comments = (file: TextFile) => textsOf(file).comments;

const CODE = "{edge,inference,local,sdk,capture,tools,vocabulary,drizzle,lab,test}";
/** This check's own words. */
const OWN = /^test\/docs\/(?:banned-words|words\.test)\.ts$/;

const AREAS: Readonly<Record<string, Area>> = {
  "docs/reference": { files: "docs/reference/*.md", read: page, most: 0 },
  "docs for users": { files: "docs/{*,tutorials/*,how-to/*,explanation/*}.md", read: page, most: 0 },
  "docs/project": { files: "docs/project/**/*.md", read: page, most: 0 },
  "CHANGELOG and SECURITY": { files: "{CHANGELOG,SECURITY}.md", read: page, most: 0 },
  "README and other pages": {
    ...{
      files: "{*,!(docs)/**/*}.md",
      read: page,
      except: /^(?:CHANGELOG|SECURITY|THIRD_PARTY)\.md$/,
      most: 0,
    },
  },
  "texts of the API and dashboard": { files: "edge/**/*.{ts,tsx}", read: strings, most: 0 },
  "texts of the capture page": {
    // Of the languages, English alone: others have other words.
    ...{ files: "capture/**/*.{ts,tsx}", read: strings, except: /\/text\/(?!en\.ts)/, most: 0 },
  },
  "texts of the CLI and start": { files: "{local,tools}/**/*.ts", read: strings, most: 0 },
  "texts of inference": { files: "inference/**/*.ts", read: strings, most: 0 },
  "texts of the SDKs": { files: "sdk/**/*.ts", read: strings, most: 0 },
  comments: { files: `${CODE}/**/*.{ts,tsx}`, read: comments, except: OWN, most: 120 },
};
/** The same of the texts of the OpenAPI document. */
const OPEN_API_MOST = 0;

const findingsOf = ({ files, read, except }: Area) =>
  textFiles(files)
    .filter(({ path }) => except?.test(path) !== true)
    .flatMap((file) => bannedIn(read(file)).map((finding) => `${file.path}: ${finding}`));

it.each(Object.entries(AREAS))("%s have no banned word beyond what is still allowed", (_, area) => {
  const findings = findingsOf(area);
  const { most } = area;
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
  const most = OPEN_API_MOST;
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
