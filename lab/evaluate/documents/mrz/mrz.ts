import { unsureMrz } from "../../../../edge/verdicts/ocr/gates.ts";
import { CONFIDENT } from "../../../../edge/verdicts/text/letters.ts";
import { type MrzReading, readMrzRows } from "../../../../inference/pipelines/document/mrz/mrz.ts";
import { editDistance } from "../../../../vocabulary/edit-distance.ts";
import type { Random } from "../../../material/random.ts";
import { percent, wilson, withInterval } from "../../report/figures.ts";
import type { Part, Workbench } from "../../workbench.ts";
import { CONDITIONS, type Conditions, photograph } from "./photos.ts";

/** MRZs drawn and photographed by code, with known text. */
export const mrzs: Part = {
  summary: "MRZs alone, each another document's",
  flags: {
    mrzs: [100, "MRZs for each of three conditions"],
  },
  async run(workbench) {
    const count = workbench.count("mrzs");
    if (count === 0) return [];
    const rows: (string | number)[][] = [];
    const accepted: MrzCounts[] = [];
    for (const [n, [name, conditions]] of Object.entries(CONDITIONS).entries()) {
      const batch = await readMrzs(workbench, { name, conditions, firstSeed: 1 + n * SEEDS }, count);
      const found = acceptance(batch);
      accepted.push(found);
      rows.push([`${count} ${name}`, ...figures(batch), ...rates(found)]);
    }
    return [
      {
        heading: "Generated MRZs",
        text: textOf(accepted),
        table: { columns: COLUMNS, rows },
      },
    ];
  },
};

/** Each condition has its own seeds, so that no document is photographed under two conditions. */
const SEEDS = 100_000;

const COLUMNS = [
  "mrz",
  "lines exact",
  "MRZs exact",
  "character error rate",
  "ms a line",
  "all checks valid",
  "of these: number wrong; of these not refused by the gate",
  "repaired, of these wrong",
  "checks that fail with confidence",
];

function textOf(accepted: readonly MrzCounts[]): string {
  const sum = (of: (each: MrzCounts) => number) => accepted.reduce((total, each) => total + of(each), 0);
  const [total, wrong] = [sum((each) => each.mrzs), sum((each) => each.wrong)];
  const passed = sum((each) => each.passed);
  const [, most] = wilson(passed, total);
  return `Each MRZ is another document's, drawn on the paper of an invented template and photographed; its rows are cut
where a locator would, a little off. Of ${total} documents ${wrong} were answered with all checks
valid and another number than is printed; the gate \`mrz_confidence\` let ${passed} of these through
(95 %: at most ${percent(most)}), and refused ${sum((each) => each.refused)} whose number was right.`;
}

interface Batch {
  readonly truths: readonly (readonly string[])[];
  readonly texts: readonly (readonly string[])[];
  readonly milliseconds: number;
  readonly mrzs: readonly (MrzReading | undefined)[];
}

async function readMrzs(
  { bundle, progress }: Workbench,
  from: { name: string; conditions: (random: Random) => Conditions; firstSeed: number },
  count: number,
): Promise<Batch> {
  const truths: (readonly string[])[] = [];
  const found: (MrzReading | undefined)[] = [];
  let milliseconds = 0;
  for (let n = 0; n < count; n++) {
    const photo = await photograph(from.firstSeed + n, from.conditions);
    const began = performance.now();
    found.push(await readMrzRows(bundle.model("mrz_recognition"), photo.raster, photo.rows));
    milliseconds += performance.now() - began;
    truths.push(photo.mrz);
    progress(n + 1, count, `MRZs, ${from.name}`);
  }
  const texts = found.map((mrz) => mrz?.lines.map(({ text }) => text) ?? []);
  return { truths, texts, milliseconds, mrzs: found };
}

/** Lines exact, MRZs exact, character error rate, milliseconds a line. */
function figures({ texts, truths, milliseconds }: Batch): string[] {
  const pairs = texts.flatMap((lines, i) => truths[i]!.map((truth, j) => [truth, lines[j] ?? ""] as const));
  const exactLines = pairs.filter(([truth, text]) => truth === text).length;
  const exactMrzs = texts.filter((lines, i) => lines.join() === truths[i]!.join()).length;
  const errors = pairs.reduce((sum, [truth, text]) => sum + editDistance(truth, text), 0);
  const characters = pairs.reduce((sum, [truth]) => sum + truth.length, 0);
  return [
    percent(exactLines / pairs.length),
    withInterval(exactMrzs / texts.length, wilson(exactMrzs, texts.length)),
    percent(errors / characters),
    (milliseconds / pairs.length).toFixed(1),
  ];
}

interface MrzCounts {
  readonly mrzs: number;
  readonly valid: number;
  /** Valid MRZs with a wrong document number. */
  readonly wrong: number;
  /** Wrong numbers that pass the edge's gate on confidence, and right numbers that it rejects. */
  readonly passed: number;
  readonly refused: number;
  /** Valid MRZs that were repaired by check digits, and those among them with a wrong text. */
  readonly repaired: number;
  readonly misrepaired: number;
  /** Checks that are reported as failed with confidence although the printed MRZ is right. */
  readonly accused: number;
}

function acceptance({ mrzs: found, truths }: Batch): MrzCounts {
  const valid = found.flatMap((mrz, i) =>
    mrz?.checks.every((check) => check.valid) ? [{ mrz, truth: truths[i]! }] : [],
  );
  const isWrong = ({ mrz, truth }: (typeof valid)[number]) =>
    numberOf(mrz.lines.map(({ text }) => text)) !== numberOf(truth);
  const isConfident = ({ mrz }: (typeof valid)[number]) => unsureMrz(mrz) === null;
  const wrong = valid.filter(isWrong);
  const repaired = valid.filter(({ mrz }) => mrz.repairs.length > 0);
  const corrected = repaired.filter(({ mrz, truth }) =>
    mrz.repairs.every(({ line, column, character }) => truth[line]![column] === character),
  );
  const accused = found.filter((mrz) =>
    mrz?.checks.some((check) => !check.valid && check.confidence >= CONFIDENT),
  );
  return {
    mrzs: found.length,
    valid: valid.length,
    wrong: wrong.length,
    passed: wrong.filter(isConfident).length,
    refused: valid.filter((each) => !isWrong(each) && !isConfident(each)).length,
    repaired: repaired.length,
    misrepaired: repaired.length - corrected.length,
    accused: accused.length,
  };
}

const rates = ({ mrzs: total, valid, wrong, passed, repaired, misrepaired, accused }: MrzCounts) => [
  percent(valid / total),
  `${wrong}; ${passed}`,
  `${repaired}, ${misrepaired}`,
  accused,
];

/** The document number that an MRZ's lines hold: of TD1, or of the formats of two lines. */
export const numberOf = (lines: readonly string[]) =>
  lines.length === 3 ? lines[0]!.slice(5, 14) : lines[1]!.slice(0, 9);
