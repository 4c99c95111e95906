import { judgeDocument, type OcrVerdict } from "../../../edge/verdicts/ocr/verdict.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { type Part, TODAY, type Workbench } from "../workbench.ts";
import { GATE_CASES, type GateCase, sample, type Upload } from "./gate-cases.ts";

/** Clean captures for each capture of a step: false rejections are rare, so that counting them takes many. */
const CLEAN = 10;

interface Answer {
  readonly of: GateCase;
  readonly strength: number;
  readonly verdict: OcrVerdict;
}

/**
 * Captures with a single defect: the gates that reject them, the strength at which they do, and false
 * rejections of clean captures.
 */
export const gates: Part = {
  summary: "the gates of contract §7.3: what each refuses, from where on, and what it should not",
  flags: { gates: [2, "captures for each step of each gate's scale; ten times as many clean ones"] },
  async run(workbench) {
    const count = workbench.count("gates");
    if (count === 0) return [];
    const cleanOnes = await judgeClean(workbench, count * CLEAN);
    const answers: Answer[] = [];
    const steps = GATE_CASES.flatMap((of) => of.strengths.map((strength) => ({ of, strength })));
    for (const { of, strength } of steps) {
      for (let n = 0; n < count; n++) {
        const upload = await of.make(sampleOf(workbench, n), strength);
        answers.push({ of, strength, verdict: await judge(workbench, upload) });
        workbench.progress(answers.length, steps.length * count, "gates");
      }
    }
    return [falseRejections(cleanOnes), byStrength(answers)];
  },
};

function sampleOf({ templates, licences, use }: Workbench, n: number) {
  const all = [...templates, ...licences];
  return sample(all[n % all.length]!, (use === "tuning" ? 0 : 60_000) + n);
}

async function judge(workbench: Workbench, { content, declared, accepted }: Upload): Promise<OcrVerdict> {
  const request = { declared: declared ?? null, accepted: accepted ?? null, now: TODAY };
  return judgeDocument(await workbench.read(content), request);
}

async function judgeClean(workbench: Workbench, count: number): Promise<OcrVerdict[]> {
  const verdicts: OcrVerdict[] = [];
  for (let n = 0; n < count; n++) {
    verdicts.push(await judge(workbench, await sampleOf(workbench, 1000 + n).capture()));
    workbench.progress(n + 1, count, "clean captures");
  }
  return verdicts;
}

function falseRejections(verdicts: readonly OcrVerdict[]): Section {
  const refused = verdicts.filter(({ eligible }) => !eligible);
  const gatesOf = [...new Set(refused.flatMap(({ rejections }) => rejections.map(({ gate }) => gate)))];
  const rows = gatesOf.map((gate) => {
    const values = refused.flatMap(({ rejections }) => rejections.filter((each) => each.gate === gate));
    return [gate, values.length, values.map(({ value }) => toText(value)).join(", ")];
  });
  return {
    heading: "Clean captures",
    text: `Refused: ${rateOf(refused.length, verdicts.length)}.`,
    ...(rows.length > 0 && { table: { columns: ["gate", "refused", "its values"], rows } }),
  };
}

const toText = (value: number | string | null) =>
  typeof value === "number" ? value.toPrecision(3) : String(value);

const STEPS = Math.max(...GATE_CASES.map(({ strengths }) => strengths.length));

/** For each step: rejections by the gate of this defect, and by any gate. */
function byStrength(answers: readonly Answer[]): Section {
  const rows = GATE_CASES.map((of) => {
    const cells = of.strengths.map((strength) => {
      const at = answers.filter((each) => each.of === of && each.strength === strength);
      const own = at.filter(({ verdict }) => verdict.rejections.some(({ code }) => code === of.reason));
      const any = at.filter(({ verdict }) => !verdict.eligible);
      return `${strength}: ${own.length} / ${any.length}`;
    });
    return [of.reason, of.what, ...cells, ...Array(STEPS - cells.length).fill("–")];
  });
  const count = answers.length / GATE_CASES.reduce((sum, { strengths }) => sum + strengths.length, 0);
  return {
    heading: "Gates, by strength",
    text: `Of ${count} captures at each step: refused by the gate that is meant / by any.`,
    table: {
      columns: ["gate", "what is done", ...Array.from({ length: STEPS }, (_, i) => `step ${i + 1}`)],
      rows,
    },
  };
}
