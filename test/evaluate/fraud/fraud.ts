import { existsSync } from "node:fs";
import { ATTACK_NAMES, makeCase } from "../../material/document-cases.ts";
import { TEMPLATES } from "../../material/document-templates.ts";
import type { Evaluation, EvaluationRequest } from "../evaluation.ts";
import { percent, share, withInterval } from "../report/figures.ts";
import type { Report, Section } from "../report/markdown.ts";
import { plotLines } from "../report/plot.ts";
import { labelledFiles } from "./labelled-files.ts";
import { isFraudulent, isSuspicious, type Scored, score } from "./score.ts";
import { areaUnderCurve, bootstrap, missRateAt, rocCurve, type Scores } from "./statistics.ts";

const RATE = 0.1;
/** Genuine uploads for each attacked one of a template: rates among them are what thresholds are chosen by. */
const GENUINE = 4;

/** Forgery signals of pixels on made uploads, beside error level analysis, and with `--data` on labelled files. */
export const fraud: Evaluation = {
  summary: "document fraud: what pixels tell of edits, screens, prints and copies",
  flags: {
    count: "uploads for each template and attack (3)",
    use: "templates: reporting, or tuning, which the measures were made on (reporting)",
  },
  run: measureFraud,
};

async function measureFraud(request: EvaluationRequest): Promise<Report> {
  const [count, use] = [Number(request.flag("count") ?? 3), request.flag("use") ?? "reporting"];
  const scored: Scored[] = [];
  for (const [n, template] of TEMPLATES.filter((each) => each.use === use).entries()) {
    const kinds = [...Array<"none">(GENUINE).fill("none"), ...ATTACK_NAMES];
    for (let i = 0; i < count * kinds.length; i++) {
      const attack = kinds[i % kinds.length]!;
      const made = await makeCase(template, attack, (use === "tuning" ? 0 : 100_000) + n * 10_000 + i);
      scored.push(await score(made));
    }
  }
  const sections = [overview(scored), byAttack(scored), byTemplate(scored), bySignal(scored), rates(scored)];
  if (request.data !== undefined && existsSync(request.data)) sections.push(...(await onFiles(request.data)));
  const milliseconds = scored.reduce((sum, each) => sum + each.milliseconds, 0) / scored.length;
  const facts = { templates: use, uploads: scored.length, "ms an upload": Math.round(milliseconds) };
  return { title: "Document fraud, by pixels", facts, sections };
}

type Figure = (scored: Scored) => number;
const OURS: Figure = ({ overall }) => overall;
const PEER: Figure = ({ errorLevel }) => errorLevel;

const isGenuine = ({ attack }: Scored) => attack === "none";

function scoresOf(scored: readonly Scored[], figure: Figure): Scores {
  return {
    genuine: scored.filter(isGenuine).map(figure),
    attacked: scored.filter((each) => !isGenuine(each)).map(figure),
  };
}

/** "0.87 [0.81–0.92]". */
function area(scores: Scores): string {
  const [low, high] = bootstrap(scores, areaUnderCurve);
  return `${areaUnderCurve(scores).toFixed(3)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
}

const missed = (scores: Scores): string => {
  const figure = (drawn: Scores) => missRateAt(drawn, RATE);
  return withInterval(figure(scores), bootstrap(scores, figure));
};

const COLUMNS = [
  "uploads",
  "AUC",
  "AUC of error level analysis",
  `missed at ${percent(RATE)} false positives`,
];

function row(name: string, scored: readonly Scored[]): (string | number)[] {
  const [ours, peer] = [scoresOf(scored, OURS), scoresOf(scored, PEER)];
  return [name, scored.length, area(ours), area(peer), missed(ours)];
}

function overview(scored: readonly Scored[]): Section {
  const axis = (label: string) => ({ label, min: 0, max: 1, scale: "linear" }) as const;
  const series = [
    { name: "overall score", points: rocCurve(scoresOf(scored, OURS)) },
    { name: "error level analysis", points: rocCurve(scoresOf(scored, PEER)) },
  ];
  const svg = plotLines("ROC", axis("genuine uploads over the threshold"), axis("attacks found"), series);
  return {
    heading: "All attacks",
    text: "AUC with 95 % bootstrap intervals over uploads. The threshold of the last column is chosen on these uploads.",
    table: { columns: ["", ...COLUMNS], rows: [row("all", scored)] },
    plots: [{ file: "fraud-roc.svg", title: "ROC of the overall score and of error level analysis", svg }],
  };
}

function byAttack(scored: readonly Scored[]): Section {
  const rows = ATTACK_NAMES.map((attack) =>
    row(
      attack,
      scored.filter((each) => isGenuine(each) || each.attack === attack),
    ),
  );
  return {
    heading: "By attack, against all genuine uploads",
    table: { columns: ["attack", ...COLUMNS], rows },
  };
}

function byTemplate(scored: readonly Scored[]): Section {
  const names = [...new Set(scored.map(({ template }) => template))];
  const rows = names.map((name) =>
    row(
      name,
      scored.filter(({ template }) => template === name),
    ),
  );
  return { heading: "By template", table: { columns: ["template", ...COLUMNS], rows } };
}

/** How often each signal is triggered: a share of the genuine, then of each attack. */
function bySignal(scored: readonly Scored[]): Section {
  const names = [...new Set(scored.flatMap(({ signals }) => signals.map(({ name }) => name)))].sort();
  const kinds = ["none", ...ATTACK_NAMES];
  const rows = names.map((name) => [
    name,
    ...kinds.map((kind) => {
      const of = scored.filter(({ attack }) => attack === kind);
      const triggered = of.filter(({ signals }) =>
        signals.some((each) => each.name === name && each.triggered),
      );
      return percent(triggered.length / of.length);
    }),
  ]);
  return { heading: "Signals triggered", table: { columns: ["signal", "genuine", ...ATTACK_NAMES], rows } };
}

function rates(scored: readonly Scored[]): Section {
  const rows = ["none", ...ATTACK_NAMES].map((kind) => {
    const of = scored.filter(({ attack }) => attack === kind);
    const count = (is: (each: Scored) => boolean) => share(of.filter(is).length, of.length);
    return [kind === "none" ? "genuine" : kind, count(isSuspicious), count(isFraudulent)];
  });
  return {
    heading: "At the shipped thresholds",
    table: { columns: ["", "suspicious or more", "fraudulent"], rows },
  };
}

async function onFiles(folder: string): Promise<Section[]> {
  const sections: Section[] = [];
  for (const { heading, files } of labelledFiles(folder)) {
    const scored: Scored[] = [];
    for (const { read, ...facts } of files) scored.push(await score({ ...facts, content: await read() }));
    const rows = [...new Set(files.map(({ attack }) => attack))]
      .filter((attack) => attack !== "none")
      .map((attack) =>
        row(
          attack,
          scored.filter((each) => isGenuine(each) || each.attack === attack),
        ),
      );
    const all = row("all", scored);
    const found = scored.filter((each) => !isGenuine(each) && isSuspicious(each)).length;
    const wrong = scored.filter((each) => isGenuine(each) && isSuspicious(each)).length;
    const genuine = scored.filter(isGenuine).length;
    sections.push({
      heading,
      text: `At the shipped thresholds: ${share(found, scored.length - genuine)} attacked and ${share(wrong, genuine)} genuine files suspicious.`,
      table: { columns: ["attack", ...COLUMNS], rows: [...rows, all] },
    });
  }
  return sections;
}
