import { mean } from "../../../inference/statistics.ts";
import { ATTACK_NAMES, makeCase } from "../../material/uploads/document-cases.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import type { Part, Workbench } from "../workbench.ts";
import { against, area, MISSED, missed, scoresOf } from "./groups.ts";
import { bySignal, isFraudulent, isSuspicious, type PixelScore, score } from "./score.ts";

/**
 * Genuine uploads for each attacked one of a template: thresholds are chosen by the rates among genuine
 * uploads.
 */
const GENUINE = 4;

/** Scores from pixels alone, with the document's layout known. */
export const pixels: Part = {
  summary: "forgery by pixels alone, on known places",
  flags: { pixels: [3, "uploads for each template and attack, four times as many genuine ones"] },
  async run(workbench) {
    const scored = await scoreUploads(workbench);
    if (scored.length === 0) return [];
    return [
      overview(scored),
      byGroup("Pixels, by attack, against all genuine uploads", "attack", ATTACK_NAMES, (name) =>
        against(scored, [name]),
      ),
      byGroup(
        "Pixels, by template",
        "template",
        [...new Set(scored.map(({ template }) => template))],
        (name) => scored.filter(({ template }) => template === name),
      ),
      bySignal("Signals triggered", scored, ["none", ...ATTACK_NAMES], ({ attack }) => attack),
      atThresholds(scored),
    ];
  },
};

async function scoreUploads({ templates, use, count, progress }: Workbench): Promise<PixelScore[]> {
  const kinds = [...Array<"none">(GENUINE).fill("none"), ...ATTACK_NAMES];
  const each = count("pixels") * kinds.length;
  const scored: PixelScore[] = [];
  for (const [n, template] of templates.entries()) {
    for (let i = 0; i < each; i++) {
      const seed = (use === "tuning" ? 0 : 100_000) + n * 10_000 + i;
      scored.push(await score(await makeCase(template, kinds[i % kinds.length]!, seed)));
      progress(scored.length, each * templates.length, "uploads, by pixels");
    }
  }
  return scored;
}

export const COLUMNS = ["uploads", "AUC", MISSED];

export function row(name: string, scored: readonly PixelScore[]): (string | number)[] {
  const scores = scoresOf(scored, ({ overall }) => overall);
  return [name, scored.length, area(scores), missed(scores)];
}

function overview(scored: readonly PixelScore[]): Section {
  const milliseconds = mean(scored.map((each) => each.milliseconds));
  return {
    heading: "Pixels alone",
    text: `AUC with 95 % bootstrap intervals over uploads; the threshold of the last column is chosen on these uploads. ${Math.round(milliseconds)} ms an upload.`,
    table: { columns: ["", ...COLUMNS], rows: [row("all", scored)] },
  };
}

function byGroup(
  heading: string,
  kind: string,
  names: readonly string[],
  uploadsOf: (name: string) => readonly PixelScore[],
): Section {
  const rows = names.map((name) => row(name, uploadsOf(name)));
  return { heading, table: { columns: [kind, ...COLUMNS], rows } };
}

function atThresholds(scored: readonly PixelScore[]): Section {
  const rows = ["none", ...ATTACK_NAMES].map((kind) => {
    const of = scored.filter(({ attack }) => attack === kind);
    const rate = (is: (each: PixelScore) => boolean) => rateOf(of.filter(is).length, of.length);
    return [kind === "none" ? "genuine" : kind, rate(isSuspicious), rate(isFraudulent)];
  });
  return {
    heading: "Pixels, at the shipped thresholds",
    table: { columns: ["", "suspicious or more", "fraudulent"], rows },
  };
}
