import sharp from "sharp";
import { type Hint, hintOf } from "../../../capture/quality/hint.ts";
import { measure } from "../../../capture/quality/measure.ts";
import { isOfTheDocument } from "../../../edge/verdicts/ocr/gates.ts";
import { judgeDocument } from "../../../edge/verdicts/ocr/verdict.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { type Part, TODAY, type Workbench } from "../workbench.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { sample } from "./gate-cases.ts";

/** Pixels: what the page's worker looks at. */
const WIDTH = 480;

interface Answer {
  /** What was done to the capture; null for nothing. */
  readonly fault: Fault | null;
  readonly hint: Hint;
  /** Whether the service takes the picture. */
  readonly passes: boolean;
}

/**
 * Whether what the page tells a person before the shutter is what the service says after it: every other
 * capture has one fault, from hardly to far too much. A hand that moves is between two frames and in none.
 */
export const hints: Part = {
  summary: "the page's hints: whether the service takes what they call good, and refuses what they do not",
  flags: { hints: [400, "captures, half of them with a fault"] },
  async run(workbench) {
    const count = workbench.count("hints");
    if (count === 0) return [];
    const answers: Answer[] = [];
    for (let n = 0; n < count; n++) {
      answers.push(await ask(workbench, n));
      workbench.progress(n + 1, count, "hints");
    }
    return [agreement(answers), byFault(answers)];
  },
};

async function ask({ templates, licences, use, read }: Workbench, n: number): Promise<Answer> {
  const all = [...templates, ...licences];
  const document = sample(all[n % all.length]!, (use === "tuning" ? 0 : 60_000) + 5_000 + n);
  const kinds = Object.keys(FAULTS) as Fault[];
  const fault = n % 2 === 0 ? null : kinds[((n - 1) / 2) % kinds.length]!;
  const content = fault === null ? (await document.capture()).content : await FAULTS[fault](document);
  const { rejections } = judgeDocument(await read(content), { declared: null, accepted: null, now: TODAY });
  return {
    fault,
    hint: await hintFor(content),
    passes: rejections.every(({ code }) => isOfTheDocument(code)),
  };
}

/** The hint for a camera that shows this picture. */
async function hintFor(content: Buffer): Promise<Hint> {
  const image = sharp(content);
  const { width } = await image.metadata();
  const { data, info } = await image.resize(WIDTH).greyscale().raw().toBuffer({ resolveWithObject: true });
  const frame = { width: info.width, height: info.height, data, scale: width / WIDTH };
  return hintOf(measure(frame, null));
}

const taken = (answers: readonly Answer[]): string =>
  answers.length === 0 ? "–" : rateOf(answers.filter(({ passes }) => passes).length, answers.length);

function agreement(answers: readonly Answer[]): Section {
  const good = answers.filter(({ hint }) => hint === "good");
  const bad = answers.filter(({ hint }) => hint !== "good");
  return {
    heading: "Hints",
    text: `Taken by the service: ${taken(good)} of what is called good, ${taken(bad)} of what is not.`,
  };
}

function byFault(answers: readonly Answer[]): Section {
  const rows = [null, ...(Object.keys(FAULTS) as Fault[])].map((fault) => {
    const of = answers.filter((each) => each.fault === fault);
    const good = of.filter(({ hint }) => hint === "good");
    const bad = of.filter(({ hint }) => hint !== "good");
    const own = bad.filter(({ hint }) => hint === fault);
    return [fault ?? "none", taken(good), taken(bad), fault === null ? "–" : own.length];
  });
  return {
    heading: "Hints, by what is wrong",
    text: "Taken by the service, where the hint was good and where it was not; and how often it named this fault.",
    table: { columns: ["what is wrong", "called good", "not called good", "named"], rows },
  };
}
