import sharp from "sharp";
import { type Grade, gradeOf, type Hint, hintOf } from "../../../capture/quality/hint.ts";
import { measure } from "../../../capture/quality/measure.ts";
import { isOfTheDocument } from "../../../edge/verdicts/ocr/gates.ts";
import { judgeDocument } from "../../../edge/verdicts/ocr/verdict.ts";
import { printNumberedLicence } from "../../material/generators/cards/rosette-licence.ts";
import { GENERATORS } from "../../material/generators/generators.ts";
import { takePhoto } from "../../material/generators/upload.ts";
import { seededRandom } from "../../material/random.ts";
import { rateOf } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { type Part, TODAY, type Workbench } from "../workbench.ts";
import { FAULTS, type Fault, PHOTO_FAULTS } from "./faults.ts";
import { sample } from "./gate-cases.ts";

/** Pixels of the image that the page's worker analyses. */
const WIDTH = 480;

/**
 * Generators of camera uploads: views of a camera before a card. The licence has a licence's field numbers:
 * without them its name and number could not be recognised.
 */
const CAMERAS = GENERATORS.filter(({ name }) => ["daylight", "night", "webcam"].includes(name)).map(
  (generator) => (generator.name === "night" ? { ...generator, print: printNumberedLicence } : generator),
);

interface Answer {
  /** The fault of the capture; null for none. */
  readonly fault: string | null;
  readonly hint: Hint;
  /** The gates that reject the image; empty if the service accepts it. */
  readonly gates: readonly string[];
}

/**
 * Whether the page's hint before the shutter agrees with the service's answer after it. Every other capture
 * has one fault, from slight to extreme. Movement is left out: it is between two frames. A good image is
 * taken automatically, a bad one should be rejected by the service, and a fair one could be better.
 */
export const hints: Part = {
  summary: "the page's hints: whether the service takes what they call good, and refuses what they do not",
  flags: {
    hints: [400, "captures, half of them with a fault"],
    "hints-from": [5_000, "seed of the first of them: other seeds are other holders, lights and faults"],
    "hints-generators": [60, "photos of generators on which nothing was set, half of them with a fault"],
  },
  async run(workbench) {
    const all: Section[] = [];
    for (const [flag, ask, heading] of [
      ["hints", askCapture, "Hints"],
      ["hints-generators", askGenerator, "Hints, other generators"],
    ] as const) {
      const count = workbench.count(flag);
      const answers: Answer[] = [];
      for (let n = 0; n < count; n++) {
        answers.push(await ask(workbench, n));
        workbench.progress(n + 1, count, flag);
      }
      if (count > 0)
        all.push(agreement(heading, answers), byFault(heading, answers), byHint(heading, answers));
    }
    return all;
  },
};

async function askCapture(workbench: Workbench, n: number): Promise<Answer> {
  const { templates, licences, use } = workbench;
  const all = [...templates, ...licences];
  const document = sample(
    all[n % all.length]!,
    (use === "tuning" ? 0 : 60_000) + workbench.count("hints-from") + n,
  );
  const kinds = Object.keys(FAULTS) as Fault[];
  const fault = n % 2 === 0 ? null : kinds[((n - 1) / 2) % kinds.length]!;
  const content = fault === null ? (await document.capture()).content : await FAULTS[fault](document);
  return judge(workbench, fault, content);
}

async function askGenerator(workbench: Workbench, n: number): Promise<Answer> {
  const from = workbench.count("hints-from");
  const { content, document } = await (
    await takePhoto(CAMERAS[n % CAMERAS.length]!, 695_000 + from + n)
  ).upload("as it was taken");
  const kinds = Object.keys(PHOTO_FAULTS);
  // Each generator has every second photo as it is, and each fault in turn.
  const turn = Math.floor(n / CAMERAS.length);
  const fault = turn % 2 === 0 ? null : kinds[Math.floor(turn / 2) % kinds.length]!;
  const random = seededRandom(n * 6133 + 7);
  const made = fault === null ? content : await PHOTO_FAULTS[fault]!({ content, document, random });
  return judge(workbench, fault, made);
}

async function judge({ read }: Workbench, fault: string | null, content: Buffer): Promise<Answer> {
  const { rejections } = judgeDocument(await read(content), { declared: null, accepted: null, now: TODAY });
  const ofTheImage = rejections.filter(({ code }) => !isOfTheDocument(code));
  return { fault, hint: await hintFor(content), gates: ofTheImage.map(({ gate }) => gate) };
}

/** The hint for a camera that shows this image. */
async function hintFor(content: Buffer): Promise<Hint> {
  const image = sharp(content);
  const { width } = await image.metadata();
  const { data, info } = await image.resize(WIDTH).greyscale().raw().toBuffer({ resolveWithObject: true });
  const frame = { width: info.width, height: info.height, data, scale: width / WIDTH };
  return hintOf(measure(frame, null));
}

const passes = ({ gates }: Answer): boolean => gates.length === 0;

const taken = (answers: readonly Answer[]): string =>
  answers.length === 0 ? "–" : rateOf(answers.filter(passes).length, answers.length);

const graded = (answers: readonly Answer[], grade: Grade) =>
  answers.filter(({ hint }) => gradeOf(hint) === grade);

function agreement(heading: string, answers: readonly Answer[]): Section {
  const [good, fair, bad] = (["good", "fair", "bad"] as const).map((grade) => taken(graded(answers, grade)));
  return {
    heading,
    text: `Taken by the service: ${good} of what is called good, ${fair} of what is called fair, ${bad} of what is called bad.`,
  };
}

function byFault(heading: string, answers: readonly Answer[]): Section {
  const rows = [...Map.groupBy(answers, ({ fault }) => fault)].map(([fault, of]) => {
    const named = of.filter(({ hint }) => hint === fault).length;
    const grades = (["good", "fair", "bad"] as const).map((grade) => taken(graded(of, grade)));
    return [fault ?? "none", ...grades, fault === null ? "–" : named];
  });
  return {
    heading: `${heading}, by what is wrong`,
    text: "Taken by the service, by what the hint called it; and how often it named this fault.",
    table: { columns: ["what is wrong", "called good", "called fair", "called bad", "named"], rows },
  };
}

/**
 * Value of each hint: the share of images that the service accepts all the same, and the rejections of the
 * rest.
 */
function byHint(heading: string, answers: readonly Answer[]): Section {
  const rows = [...Map.groupBy(answers, ({ hint }) => hint)].map(([hint, of]) => {
    const refusals = Map.groupBy(
      of.flatMap(({ gates }) => gates),
      (gate) => gate,
    );
    const refusedBy = [...refusals].map(([gate, { length }]) => `${gate} ${length}`).join(", ");
    return [hint, taken(of), refusedBy || "–"];
  });
  return {
    heading: `${heading}, by hint`,
    text: "Taken by the service, and the gates that refused the others; several may refuse one image.",
    table: { columns: ["hint", "taken", "refused by"], rows },
  };
}
