import { isDeepStrictEqual } from "node:util";
import type { Fields } from "../../../edge/verdicts/ocr/field.ts";
import { mergeFields } from "../../../edge/verdicts/ocr/fields.ts";
import { judgeDocument } from "../../../edge/verdicts/ocr/verdict.ts";
import { FIELD_KEYS, type FieldKey, type FieldSource } from "../../../vocabulary/documents.ts";
import { type CaptureOptions, captureDocument } from "../../material/capture/capture.ts";
import { inventDocument } from "../../material/documents/invented-templates.ts";
import { NATIONALITIES } from "../../material/documents/labels.ts";
import type { Holder } from "../../material/documents/mrz.ts";
import { inventHolder, renderSpecimen } from "../../material/documents/specimen.ts";
import type { DocumentTemplate } from "../../material/documents/templates.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { pick, seededRandom } from "../../material/random.ts";
import { percent, share } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { type Part, TODAY, type Workbench } from "../workbench.ts";
import { expectedFields, type FieldVerdict, judgeField, VERDICTS } from "./expected-fields.ts";

/** Differences of each row's captures from a mild capture: 1,600 px, blur 0.6, noise 3, JPEG 88. */
export const CONDITIONS: Readonly<Record<string, Partial<CaptureOptions>>> = {
  mild: {},
  "1,280 px": { longSide: 1280 },
  "960 px": { longSide: 960 },
  "720 px": { longSide: 720 },
  "3,200 px": { longSide: 3200, blur: 1.2 },
  "blur 1.5": { blur: 1.5 },
  "blur 2.5": { blur: 2.5 },
  "noise 12": { noise: 12 },
  "JPEG 40": { quality: 40 },
  "tilt 25°": { rotation: 25 },
  "perspective 6 %": { perspective: 0.06 },
  "a third of the width": { coverage: 0.35 },
  "960 px, blur 1.2, noise 8, JPEG 60": { longSide: 960, blur: 1.2, noise: 8, quality: 60 },
};

interface FieldResult {
  readonly key: FieldKey;
  readonly verdict: FieldVerdict;
  readonly source: FieldSource | null;
  readonly printed: boolean;
}

interface CaptureReading {
  readonly condition: string;
  readonly hasMrz: boolean;
  readonly exact: boolean;
  readonly valid: boolean;
  readonly eligible: boolean;
  readonly portrait: boolean;
  readonly fields: readonly FieldResult[];
  readonly milliseconds: number;
}

/** Reads whole captures of invented documents as the service does: MRZ, fields, portrait, eligibility. */
export const captures: Part = {
  summary: "whole captures: the MRZ, every field of contract §7.4, the portrait",
  flags: {
    captures: [8, "captures for each condition"],
    "captures-beyond": [0, "added to their seeds, for others than the usual ones"],
    invented: [0, "captures for each condition, each of a layout of its own with an MRZ"],
    "invented-from": [600_000, "their first seed"],
  },
  async run(workbench) {
    const ofTemplates = await readAll(workbench, "captures", drawnOfTemplate);
    const invented = await readAll(workbench, "invented", drawnOfOwnLayout);
    return [
      ...(ofTemplates.length === 0 ? [] : [byCondition(ofTemplates), byField(ofTemplates)]),
      ...[byCondition, byField].flatMap((by) => (invented.length === 0 ? [] : [named(by(invented))])),
    ];
  },
};

const named = (section: Section): Section => ({
  ...section,
  heading: `${section.heading}: layouts of their own`,
});

/** Which document is captured: the n-th of a condition. */
type Draw = (
  workbench: Workbench,
  condition: number,
  n: number,
) => { readonly template: DocumentTemplate; readonly holder: Holder; readonly seed: number };

const drawnOfTemplate: Draw = (workbench, condition, n) => {
  const templates = [...workbench.templates, ...workbench.licences, ...workbench.addressed];
  const template = templates[n % templates.length]!;
  // No two captures are of one holder: a condition's faults would else be those of its few holders.
  const first = (workbench.use === "tuning" ? 0 : 50_000) + workbench.count("captures-beyond");
  const seed = first + 1_000 * condition + n;
  return { template, holder: holderOf(template, seed), seed };
};

const drawnOfOwnLayout: Draw = (workbench, condition, n) => {
  const seed = workbench.count("invented-from") + 1_000 * condition + n;
  return { ...inventDocument(seed), seed };
};

async function readAll(workbench: Workbench, flag: string, draw: Draw): Promise<CaptureReading[]> {
  const reads: CaptureReading[] = [];
  const [count, conditions] = [workbench.count(flag), Object.keys(CONDITIONS)];
  for (const [at, condition] of conditions.entries()) {
    for (let n = 0; n < count; n++) {
      reads.push(await readCapture(workbench, condition, draw(workbench, at, n), n));
      workbench.progress(reads.length, count * conditions.length, flag);
    }
  }
  return reads;
}

async function readCapture(
  workbench: Workbench,
  condition: string,
  { template, holder, seed }: ReturnType<Draw>,
  n: number,
): Promise<CaptureReading> {
  const options = CONDITIONS[condition]!;
  const portrait = SAMPLE_FACES[n % SAMPLE_FACES.length]!;
  const specimen = await renderSpecimen({
    format: template.format,
    template,
    holder,
    portrait,
    seed,
    scale: 16,
  });
  const { content } = await captureDocument(specimen.content, { ...options, seed });
  const began = performance.now();
  const reading = await workbench.read(content);
  const milliseconds = performance.now() - began;
  const lines = reading.mrz?.lines ?? [];
  return {
    condition,
    hasMrz: specimen.mrz.length > 0,
    exact: isDeepStrictEqual(lines, specimen.mrz),
    valid: reading.mrz?.checks.every(({ valid }) => valid) ?? false,
    eligible: judgeDocument(reading, { declared: null, accepted: null, now: TODAY }).eligible,
    portrait: reading.portrait !== null,
    fields: judgeFields(mergeFields(reading, TODAY), expectedFields(template, holder)),
    milliseconds,
  };
}

/** Residence permits have a foreign holder. */
function holderOf(template: DocumentTemplate, seed: number): Holder {
  const holder = inventHolder(seed, template);
  if (template.kind !== "RESIDENCE PERMIT") return holder;
  return { ...holder, nationality: pick(seededRandom(seed), Object.keys(NATIONALITIES)) };
}

function judgeFields(fields: Fields, expected: ReadonlyMap<FieldKey, string>): FieldResult[] {
  return FIELD_KEYS.filter((key) => expected.has(key) || fields[key] !== undefined).map((key) => ({
    key,
    verdict: judgeField(expected.get(key), fields[key]),
    source: fields[key]?.source ?? null,
    printed: expected.has(key),
  }));
}

const counted = (results: readonly FieldResult[]) => {
  const printed = results.filter((each) => each.printed);
  const invented = results.length - printed.length;
  const of = (verdict: FieldVerdict) => printed.filter((each) => each.verdict === verdict).length;
  return [printed.length, ...VERDICTS.map((verdict) => percent(of(verdict) / printed.length)), invented];
};
const COUNTED = ["fields printed", ...VERDICTS, "not printed, yet answered"];

function byCondition(reads: readonly CaptureReading[]): Section {
  const rows = Object.keys(CONDITIONS).map((name) => {
    const of = reads.filter(({ condition }) => condition === name);
    const mrzs = of.filter(({ hasMrz }) => hasMrz);
    return [
      name,
      share(mrzs.filter(({ exact }) => exact).length, mrzs.length),
      share(mrzs.filter(({ valid }) => valid).length, mrzs.length),
      mrzs.filter(({ valid, exact }) => valid && !exact).length,
      ...counted(of.flatMap(({ fields }) => fields)),
      share(of.filter(({ eligible }) => eligible).length, of.length),
      share(of.filter(({ portrait }) => portrait).length, of.length),
      Math.round(of.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / of.length),
    ];
  });
  const mrz = ["MRZs exact", "all checks valid", "valid but not exact"];
  return {
    heading: "Captures, by condition",
    text: "Names are under no check digit: an MRZ may be valid and not exact.",
    table: { columns: ["condition", ...mrz, ...COUNTED, "eligible", "portraits", "ms"], rows },
  };
}

function byField(reads: readonly CaptureReading[]): Section {
  const results = reads.flatMap(({ fields }) => fields);
  const sources = ["mrz", "viz", "both"] as const;
  const rows = FIELD_KEYS.map((key) => {
    const of = results.filter((each) => each.key === key);
    const from = sources.map((source) => {
      const named = of.filter((each) => each.source === source);
      return share(named.filter(({ verdict }) => verdict.startsWith("right")).length, named.length);
    });
    return [key, ...counted(of), ...from];
  });
  const right = sources.map((source) => `right of those from ${source}`);
  return { heading: "Fields", table: { columns: ["field", ...COUNTED, ...right], rows } };
}
