import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part } from "../workbench.ts";
import { against, isGenuine } from "./groups.ts";
import { COLUMNS, row } from "./pixels.ts";
import { isSuspicious, type PixelScore, score } from "./score.ts";

/** Labelled files by their pixels alone; the document's place on them is not known. */
export const files: Part = {
  summary: "DATA/tampered and DATA/moire: labelled files by pixels alone",
  flags: {},
  async run({ data, progress }) {
    const sections: Section[] = [];
    for (const [set, list] of Object.entries(data === undefined ? {} : SETS)) {
      const folder = join(data!, set);
      const files = existsSync(folder) ? list(folder) : [];
      const scored: PixelScore[] = [];
      for (const { path, attack, template } of files) {
        const content = await readFile(path);
        scored.push(await score({ template, attack, content, document: null, portrait: null, lines: [] }));
        progress(scored.length, files.length, set);
      }
      if (files.length > 0) sections.push(summary(`Files of ${set}/`, scored));
    }
    return sections;
  },
};

interface LabelledFile {
  readonly path: string;
  readonly template: string;
  /** "none" for a genuine upload. */
  readonly attack: string;
}

/** The labelled documents that a folder holds, as `lab/evaluate/README.md` describes them. */
const SETS: Readonly<Record<string, (folder: string) => LabelledFile[]>> = {
  tampered(folder) {
    const [, ...rows] = readFileSync(join(folder, "labels.csv"), "utf8").trim().split("\n");
    return rows.map((row) => {
      const [name, kind, , template] = row.split(",") as [string, string, string, string];
      return { path: join(folder, name), attack: kind === "original" ? "none" : kind, template };
    });
  },
  moire: (folder) =>
    Object.entries({ negative: "none", positive: "moire" }).flatMap(([label, attack]) =>
      readdirSync(join(folder, label)).map((name) => ({
        ...{ path: join(folder, label, name), attack, template: "moire" },
      })),
    ),
};

function summary(heading: string, scored: readonly PixelScore[]): Section {
  const attacked = scored.filter((each) => !isGenuine(each));
  const attacks = [...new Set(attacked.map(({ attack }) => attack))];
  const suspicious = (of: readonly PixelScore[]) => rateOf(of.filter(isSuspicious).length, of.length);
  return {
    heading,
    text: `At the shipped thresholds suspicious: ${suspicious(attacked)}, of the attacked, ${suspicious(scored.filter(isGenuine))}, of the genuine.`,
    table: {
      columns: ["attack", ...COLUMNS],
      rows: [...attacks.map((name) => row(name, against(scored, [name]))), row("all", scored)],
    },
  };
}
