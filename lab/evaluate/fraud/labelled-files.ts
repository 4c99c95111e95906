import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

interface LabelledFile {
  readonly template: string;
  /** "none" for a genuine one. */
  readonly attack: string;
  readonly document: null;
  readonly portrait: null;
  readonly lines: readonly never[];
  read(): Promise<Buffer>;
}

export interface LabelledSet {
  readonly heading: string;
  readonly files: readonly LabelledFile[];
}

/** The labelled documents that a folder holds, as `lab/evaluate/README.md` describes them. */
export function labelledFiles(folder: string): LabelledSet[] {
  const sets = [
    { heading: "Files of tampered/", part: join(folder, "tampered"), list: tampered },
    { heading: "Files of moire/", part: join(folder, "moire"), list: moire },
  ];
  return sets
    .filter(({ part }) => existsSync(part))
    .map(({ heading, part, list }) => ({ heading, files: list(part) }));
}

const file = (path: string, attack: string, template: string): LabelledFile => ({
  template,
  attack,
  document: null,
  portrait: null,
  lines: [],
  read: () => readFile(path),
});

function tampered(folder: string): LabelledFile[] {
  const [, ...rows] = readFileSync(join(folder, "labels.csv"), "utf8").trim().split("\n");
  return rows.map((row) => {
    const [name, kind, , source] = row.split(",") as [string, string, string, string];
    return file(join(folder, name), kind === "original" ? "none" : kind, source);
  });
}

const moire = (folder: string): LabelledFile[] =>
  ["negative", "positive"].flatMap((label) =>
    readdirSync(join(folder, label)).map((name) =>
      file(join(folder, label, name), label === "negative" ? "none" : "moire", "moire"),
    ),
  );
