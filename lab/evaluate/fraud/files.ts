import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part } from "../workbench.ts";
import { against, isGenuine } from "./groups.ts";
import { type LabelledSet, labelledFiles } from "./labelled-files.ts";
import { COLUMNS, row } from "./pixels.ts";
import { isSuspicious, type PixelScore, score } from "./score.ts";

/** Labelled files by their pixels alone; the document's place on them is not known. */
export const files: Part = {
  summary: "DATA/tampered and DATA/moire: labelled files by pixels alone",
  flags: {},
  async run({ data, progress }) {
    const sections: Section[] = [];
    for (const set of data === undefined ? [] : labelledFiles(data)) {
      const scored: PixelScore[] = [];
      for (const { read, ...facts } of set.files) {
        scored.push(await score({ ...facts, content: await read() }));
        progress(scored.length, set.files.length, set.heading);
      }
      sections.push(summary(set, scored));
    }
    return sections;
  },
};

function summary({ heading }: LabelledSet, scored: readonly PixelScore[]): Section {
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
