import { mean } from "../../../inference/statistics.ts";
import { ATTACK_NAMES, EDITS, makeCase } from "../../material/uploads/document-cases.ts";
import { percent, rateOf } from "../report/figures.ts";
import type { Plot, Section } from "../report/markdown.ts";
import { histogram, plotLines, type Series } from "../report/plot.ts";
import type { Part, Workbench } from "../workbench.ts";
import { against, area, curveOf, MISSED, missed, scoresOf } from "./groups.ts";
import { isFraudulent, isSuspicious, type PixelScore, score } from "./score.ts";
import { rocCurve } from "./statistics.ts";

/**
 * Genuine uploads for each attacked one of a template: thresholds are chosen by the rates among genuine
 * uploads.
 */
const GENUINE = 4;
const RETAKES = ATTACK_NAMES.filter((attack) => !EDITS.includes(attack));

/** Scores from pixels alone, with the document's layout known, beside error level analysis. */
export const pixels: Part = {
  summary: "forgery by pixels alone, on known places, beside error level analysis",
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
      bySignal(scored),
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

const OURS = ({ overall }: PixelScore) => overall;
const PEER = ({ errorLevel }: PixelScore) => errorLevel;

export const COLUMNS = ["uploads", "AUC", "AUC of error level analysis", MISSED];

export function row(name: string, scored: readonly PixelScore[]): (string | number)[] {
  const [ours, peer] = [scoresOf(scored, OURS), scoresOf(scored, PEER)];
  return [name, scored.length, area(ours), area(peer), missed(ours)];
}

function overview(scored: readonly PixelScore[]): Section {
  const templates = [...new Set(scored.map(({ template }) => template))];
  const milliseconds = mean(scored.map((each) => each.milliseconds));
  return {
    heading: "Pixels alone",
    text: `AUC with 95 % bootstrap intervals over uploads; the threshold of the last column is chosen on these uploads. ${Math.round(milliseconds)} ms an upload.`,
    table: { columns: ["", ...COLUMNS], rows: [row("all", scored)] },
    plots: [
      roc("fraud-roc", "overall score and error level analysis", [
        curveOf("overall score", scored),
        { name: "error level analysis", points: rocCurve(scoresOf(scored, PEER)) },
      ]),
      roc(
        "fraud-roc-edits",
        "edits",
        EDITS.map((name) => curveOf(name, against(scored, [name]))),
      ),
      roc(
        "fraud-roc-retakes",
        "retakes",
        RETAKES.map((name) => curveOf(name, against(scored, [name]))),
      ),
      roc(
        "fraud-roc-templates",
        "templates",
        templates.map((name) =>
          curveOf(
            name,
            scored.filter(({ template }) => template === name),
          ),
        ),
      ),
      scores(scored),
    ],
  };
}

const unit = (label: string) => ({ label, min: 0, max: 1, scale: "linear" }) as const;

function roc(file: string, of: string, series: readonly Series[]): Plot {
  const title = `ROC: ${of}`;
  const svg = plotLines(title, unit("genuine uploads over the threshold"), unit("attacks found"), series);
  return { file: `${file}.svg`, title, svg };
}

function scores(scored: readonly PixelScore[]): Plot {
  const { genuine, attacked } = scoresOf(scored, OURS);
  const series = [histogram("genuine", genuine, [0, 1], 20), histogram("attacked", attacked, [0, 1], 20)];
  const title = "Overall scores";
  return {
    file: "fraud-scores.svg",
    title,
    svg: plotLines(title, unit("overall score"), unit("share of uploads"), series),
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

/** How often each signal is triggered: the share of the genuine uploads, then of each attack. */
function bySignal(scored: readonly PixelScore[]): Section {
  const names = [...new Set(scored.flatMap(({ signals }) => signals.map(({ name }) => name)))].sort();
  const rows = names.map((name) => [
    name,
    ...["none", ...ATTACK_NAMES].map((kind) => {
      const of = scored.filter(({ attack }) => attack === kind);
      const triggered = of.filter(({ signals }) =>
        signals.some((each) => each.name === name && each.triggered),
      );
      return percent(triggered.length / of.length);
    }),
  ]);
  return { heading: "Signals triggered", table: { columns: ["signal", "genuine", ...ATTACK_NAMES], rows } };
}

function atThresholds(scored: readonly PixelScore[]): Section {
  const rows = ["none", ...ATTACK_NAMES].map((kind) => {
    const of = scored.filter(({ attack }) => attack === kind);
    const told = (is: (each: PixelScore) => boolean) => rateOf(of.filter(is).length, of.length);
    return [kind === "none" ? "genuine" : kind, told(isSuspicious), told(isFraudulent)];
  });
  return {
    heading: "Pixels, at the shipped thresholds",
    table: { columns: ["", "suspicious or more", "fraudulent"], rows },
  };
}
