import sharp from "sharp";
import { isoDay } from "../../../edge/verdicts/text/dates.ts";
import { boundingBox } from "../../../inference/geometry/boxes.ts";
import type { DocumentType } from "../../../vocabulary/document-types.ts";
import type { EligibilityReason } from "../../../vocabulary/documents.ts";
import { type Capture, type CaptureOptions, captureDocument } from "../../material/capture/capture.ts";
import type { Holder } from "../../material/documents/mrz.ts";
import { inventHolder, renderSpecimen } from "../../material/documents/specimen.ts";
import type { DocumentTemplate } from "../../material/documents/templates.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { between, pick, type Random, seededRandom } from "../../material/random.ts";
import { TODAY } from "../workbench.ts";

export interface Upload {
  readonly content: Buffer;
  /** The caller's document type and the policy's accepted types; each is optional. */
  readonly declared?: DocumentType;
  readonly accepted?: readonly DocumentType[];
}

/** A capture with a single defect. */
export interface GateCase {
  readonly reason: Exclude<EligibilityReason, "ok">;
  /** The defect, and its strength in each step, from acceptable to unacceptable. */
  readonly what: string;
  readonly strengths: readonly number[];
  make(document: Sample, strength: number): Promise<Upload>;
}

/** One document in one light. */
export interface Sample {
  readonly template: DocumentTemplate;
  readonly random: Random;
  capture(options?: Partial<CaptureOptions>, holder?: Partial<Holder>): Promise<Capture>;
}

/** A document of the template, captured with care; `seed` decides the holder and the light. */
export function sample(template: DocumentTemplate, seed: number): Sample {
  const random = seededRandom(seed * 6133 + 5);
  const careful: CaptureOptions = {
    seed,
    longSide: Math.round(between(random, 1100, 2000)),
    coverage: between(random, 0.7, 0.88),
    perspective: between(random, 0.005, 0.025),
    rotation: between(random, -8, 8),
    blur: between(random, 0.5, 1),
    noise: between(random, 1.5, 5),
    glare: random() < 0.25 ? between(random, 15, 50) : 0,
    shadow: random() < 0.25 ? between(random, 0.1, 0.3) : 0,
    quality: Math.round(between(random, 60, 95)),
  };
  return {
    template,
    random,
    async capture(options, holder) {
      const specimen = await renderSpecimen({
        format: template.format,
        template,
        holder: { ...inventHolder(seed), ...holder },
        portrait: SAMPLE_FACES[seed % SAMPLE_FACES.length]!,
        seed,
        scale: 16,
      });
      return captureDocument(specimen.content, { ...careful, ...options });
    },
  };
}

const clean = async (document: Sample, options?: Partial<CaptureOptions>, holder?: Partial<Holder>) => ({
  content: (await document.capture(options, holder)).content,
});

/** The templates' document types, as a caller may name them. */
const typeOf = ({ kind, layout }: DocumentTemplate): DocumentType =>
  layout === "numbered"
    ? "driving_license"
    : kind === "PASSPORT"
      ? "passport"
      : kind === "RESIDENCE PERMIT"
        ? "residence_permit"
        : "cid";

export const GATE_CASES: readonly GateCase[] = [
  {
    reason: "image_too_blurry",
    what: "Gaussian blur, px",
    strengths: [1.5, 2.5, 4, 6, 10],
    make: (document, blur) => clean(document, { blur }),
  },
  {
    reason: "image_too_dark",
    what: "share of the light that is left",
    strengths: [0.6, 0.4, 0.25, 0.15, 0.08],
    make: async (document, light) => ({ content: await exposed(document, light) }),
  },
  {
    reason: "image_too_bright",
    what: "times the light",
    strengths: [1.3, 1.7, 2.5, 4, 8],
    make: async (document, light) => ({ content: await exposed(document, light) }),
  },
  {
    reason: "glare",
    what: "light added at the reflection's heart, of 255",
    strengths: [100, 300, 1000, 4000, 20_000],
    make: (document, glare) => clean(document, { glare, shadow: 0 }),
  },
  {
    reason: "resolution_too_low",
    what: "long side of the photo, px",
    strengths: [900, 720, 560, 440, 340],
    make: (document, longSide) => clean(document, { longSide }),
  },
  {
    reason: "no_document_found",
    what: "0 a table, 1 a blank sheet, 2 a person",
    strengths: [0, 1, 2],
    make: async (document, kind) => ({ content: await NO_DOCUMENTS[kind]!(document) }),
  },
  {
    reason: "document_cut_off",
    what: "share of the document's width that is outside",
    strengths: [0.03, 0.06, 0.12, 0.25, 0.4],
    make: async (document, share) => ({ content: await cutOff(document, share) }),
  },
  {
    reason: "unsupported_document_type",
    what: "taken by the policy: 0 this type, 1 another",
    strengths: [0, 1],
    make: async (document, other) => ({
      ...(await clean(document)),
      accepted: [other === 1 ? anotherType(document.template) : typeOf(document.template)],
    }),
  },
  {
    reason: "document_type_mismatch",
    what: "named: 0 this type, 1 another",
    strengths: [0, 1],
    make: async (document, other) => ({
      ...(await clean(document)),
      declared: other === 1 ? anotherType(document.template) : typeOf(document.template),
    }),
  },
  {
    reason: "document_expired",
    what: "days since the last valid one",
    strengths: [0, 1, 30, 400, 3000],
    make: (document, days) =>
      clean(document, {}, { dateOfExpiry: dayBefore(days), dateOfIssue: "2015-03-02" }),
  },
  {
    reason: "low_text_confidence",
    what: "at 800 px, standard deviation of noise, of 255",
    strengths: [20, 40, 70, 110, 160],
    make: (document, noise) => clean(document, { longSide: 800, noise }),
  },
  {
    reason: "low_text_confidence",
    what: "at 800 px, JPEG quality",
    strengths: [40, 20, 10, 5, 2],
    make: (document, quality) => clean(document, { longSide: 800, quality }),
  },
];

const anotherType = (template: DocumentTemplate): DocumentType =>
  typeOf(template) === "passport" ? "driving_license" : "passport";

const dayBefore = (days: number) => isoDay(new Date(TODAY - days * 86_400_000));

/** The photo at another exposure, changed in the sensor's values before it is saved. */
export async function exposed(document: Sample, light: number): Promise<Buffer> {
  const { content } = await document.capture({ quality: 95 });
  return sharp(content).linear(light, 0).jpeg({ quality: 85 }).toBuffer();
}

const NO_DOCUMENTS: readonly ((document: Sample) => Promise<Buffer>)[] = [
  async (document) => (await document.capture({ coverage: 0.004 })).content,
  async ({ random }) => {
    const sheet = { width: 1400, height: 990, channels: 3, background: "#f2f0ea" } as const;
    const content = await sharp({ create: sheet }).png().toBuffer();
    return (await captureDocument(content, { seed: Math.floor(random() * 1e6), noise: 3 })).content;
  },
  async ({ random }) => {
    const { photo, face } = pick(random, SAMPLE_FACES);
    const [left, top] = [Math.max(0, face.x - face.width), Math.max(0, face.y - 100)];
    const size = { width: face.width * 2, height: Math.round(face.height * 1.6) };
    return sharp(photo)
      .extract({ left, top, ...size })
      .resize(1200)
      .jpeg({ quality: 88 })
      .toBuffer();
  },
];

/** The photo, cropped so that a share of the document is missing at one of its four sides. */
export async function cutOff(document: Sample, share: number): Promise<Buffer> {
  const { content, corners, width, height } = await document.capture({ rotation: 0 });
  const box = boundingBox(corners);
  const [across, down] = [Math.round(box.x + box.width * share), Math.round(box.y + box.height * share)];
  const part = pick(document.random, [
    { left: across, top: 0, width: width - across, height },
    { left: 0, top: down, width, height: height - down },
    { left: 0, top: 0, width: Math.round(box.x + box.width * (1 - share)), height },
    { left: 0, top: 0, width, height: Math.round(box.y + box.height * (1 - share)) },
  ]);
  return sharp(content).extract(part).jpeg({ quality: 90 }).toBuffer();
}
