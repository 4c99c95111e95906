import type { Examination, Mrz, PortraitReading } from "#edge/inference/port.ts";
import type { Policy } from "#edge/verification/policy.ts";
import type { Outcome } from "#edge/verification/types.ts";
import { face, forensics, line, MRZ, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { idb, PERMIT_MRZ, symbolOf, vds } from "#test/harness/trust/seals.ts";
import { licenceBack, licenceFront } from "../../api/verifications/american.ts";
import { back, front } from "../../api/verifications/two-sided.ts";
import { DOCUMENTS, type DocumentName, flawOf } from "../model/commands.ts";

/** The expected result of an examination. */
export interface Ending {
  readonly outcome: Outcome;
  readonly reason: string | null;
}

/** A document as inference reports it, and the expected results. */
interface Shown {
  /** The front, and the back of a document with two sides. */
  readonly sides: readonly Examination[];
  readonly ocr: Ending;
  readonly fraud: Ending;
  /** The document type that the caller names. */
  readonly declared: string;
}

const ended = (outcome: Outcome, reason: string | null = null): Ending => ({ outcome, reason });
const PASSED = ended("passed");
const DARK = { ...reading().quality, meanLuma: 10 };

/** Each outcome of a reading, with the page and the caller's type that cause it. */
const READ = {
  passed: { ending: PASSED },
  review: { ending: ended("review", "expiry_not_read"), mrz: without("date_of_expiry") },
  retry: { ending: ended("retry", "document_type_mismatch"), declared: "driving_license" },
  failed: { ending: ended("failed", "under_min_age"), mrz: changed("date_of_birth", "150812") },
} as const;

/** Each outcome of a judgement, with the measures that cause it. */
const JUDGED = {
  passed: { ending: PASSED },
  adverse: { ending: ended("adverse", "fraud_suspicious"), found: { editingSoftware: ["Paint"] } },
  // No value of the MRZ is printed on the page.
  retry: { ending: ended("retry", "fraud_inconclusive"), unprinted: ["Eriksson"] },
  // One of the MRZ's check digits is wrong.
  failed: { ending: ended("failed", "fraud_fraudulent"), wrong: "composite" },
} as const;

/** A document with the given outcome if it can have it, its portrait at an angle. */
export function showDocument(
  name: DocumentName,
  looks: Partial<Record<"ocr" | "fraud", Outcome>>,
  angle: number,
  policy: Policy,
): Shown {
  const { sides, canBeJudged } = DOCUMENTS[name];
  const wanted = Object.values(looks);
  if (!canBeJudged || wanted.includes("capture_quality")) return dark(sides, angle);
  const hasNothingToCheck = flawOf(name) === "nothing_to_check" || looks.fraud === "review";
  if (sides === 2 && flawOf(name) === "nothing_to_check") return licenceWithBarcode(angle);
  if (name === "a drawn licence, and its seal") return withSeal(licence(looks.ocr, angle), OWN_SEAL);
  if (sides === 1 && hasNothingToCheck) return licence(looks.ocr, angle);
  if (flawOf(name) === "moved_seal") {
    const shown = page(name, readAs(looks.ocr, policy), JUDGED.passed, angle);
    return { ...withSeal(shown, MOVED_SEAL), fraud: JUDGED.failed.ending };
  }
  return sides === 1
    ? page(name, readAs(looks.ocr, policy), judgedAs(looks.fraud), angle)
    : card(name, judgedAs(looks.fraud), angle, policy);
}

/** The signer of all seals, which the edge has to trust. */
export const SEAL_SIGNER = newIdentity({ country: "UT", commonName: "TS", serialNumber: 0x32 });
const OWN_SEAL = symbolOf(vds(SEAL_SIGNER, { country: "UTO", features: { 2: PERMIT_MRZ } }));
const OTHERS_MRZ = PERMIT_MRZ.replace("7408122", "7509122");
const MOVED_SEAL = symbolOf(idb(SEAL_SIGNER, { country: "UTO", messages: { 129: OTHERS_MRZ } }));

/** The document with a seal on its front. */
const withSeal = (shown: Shown, barcode: typeof OWN_SEAL): Shown => ({
  ...shown,
  sides: shown.sides.map((side, i) =>
    i === 0 ? { ...side, reading: { ...side.reading, barcodes: [barcode] } } : side,
  ),
});

/** Outcomes that no page can cause are replaced. */
function readAs(outcome: Outcome | undefined, { min_age }: Policy) {
  if (outcome === "failed" && min_age !== null) return READ.failed;
  if (outcome === "review") return READ.review;
  return outcome === "retry" || outcome === "failed" ? READ.retry : READ.passed;
}

function judgedAs(outcome: Outcome | undefined) {
  if (outcome === "adverse" || outcome === "failed" || outcome === "retry") return JUDGED[outcome];
  return JUDGED.passed;
}

type Read = (typeof READ)[keyof typeof READ];
type Judged = (typeof JUDGED)[keyof typeof JUDGED];

const portraitAt = (angle: number) => ({
  ...reading().portrait!,
  face: face({ template: templateAt(angle), landmarks: [] }),
});

function page(name: DocumentName, read: Read, judged: Judged, angle: number): Shown {
  const mrz = "mrz" in read ? read.mrz(MRZ) : MRZ;
  const own = name === "B" ? changed("document_number", "X1234567")(mrz) : mrz;
  const unprinted: readonly string[] = "unprinted" in judged ? judged.unprinted : [];
  const lines = reading().lines.filter(({ text }) => !unprinted.includes(text));
  return {
    sides: [examined(judged, reading({ mrz: own, lines, portrait: portraitAt(angle) }))],
    ocr: read.ending,
    fraud: judged.ending,
    declared: "declared" in read ? read.declared : "auto",
  };
}

/** A licence, whose reading can fail by the date of expiry only. */
function licence(outcome: Outcome | undefined, angle: number): Shown {
  const isDated = outcome !== "review";
  const lines = [
    "DRIVING LICENCE",
    "Surname: Eriksson",
    "Given names: Anna Maria",
    "Document number: L898902C3",
    "Date of birth: 12 AUG 1974",
    ...(isDated ? ["Date of expiry: 15 APR 2032"] : []),
  ].map((text, i) => line(text, 40 + 40 * i));
  return {
    sides: [{ ...forensics(), reading: reading({ mrz: null, lines, portrait: portraitAt(angle) }) }],
    ocr: isDated ? PASSED : READ.review.ending,
    fraud: ended("review", "authenticity_not_checked"),
    declared: "auto",
  };
}

/** A drawn licence whose barcode agrees with its print: anybody can print one. */
const licenceWithBarcode = (angle: number): Shown => ({
  sides: [licenceFront({}, { portrait: portraitAt(angle) }), licenceBack()],
  ocr: PASSED,
  fraud: ended("review", "authenticity_not_checked"),
  declared: "auto",
});

/**
 * A card of two sides; those of two cards contradict each other. A value that one side lacks is on the other.
 */
function card(name: DocumentName, wanted: Judged, angle: number, policy: Policy): Shown {
  const judged = "unprinted" in wanted ? JUDGED.passed : wanted;
  const isMixed = name === "B, and A's back";
  const [one, other] = [front(isMixed ? { number: "X7654321Y" } : {}), back()];
  const contradicting = policy.on_fraud_suspicious === "decline" ? "failed" : "adverse";
  return {
    sides: [
      { ...one, reading: { ...one.reading, portrait: portraitAt(angle) } },
      examined(judged, other.reading),
    ],
    ocr: isMixed ? ended(contradicting, "sides_contradict") : PASSED,
    fraud: judged.ending,
    declared: "auto",
  };
}

function dark(sides: 1 | 2, angle: number): Shown {
  const seen = reading({ quality: DARK, portrait: portraitAt(angle) });
  const other = back({ quality: DARK });
  return {
    sides: sides === 1 ? [examined(JUDGED.passed, seen)] : [examined(JUDGED.passed, seen), other],
    ocr: ended("capture_quality", "image_too_dark"),
    fraud: ended("capture_quality", "fraud_inconclusive"),
    declared: "auto",
  };
}

/** An image with the results that cause its verdict. */
function examined(judged: Judged, seen: PortraitReading): Examination {
  const { mrz } = seen;
  const isWrong = (name: string) => "wrong" in judged && judged.wrong === name;
  const checks = mrz?.checks.map((check) => ({ ...check, valid: !isWrong(check.name) })) ?? [];
  return {
    ...forensics("found" in judged ? judged.found : {}),
    reading: { ...seen, mrz: mrz === null ? null : { ...mrz, checks } },
  };
}

function without(field: string) {
  return (mrz: Mrz): Mrz => ({ ...mrz, fields: mrz.fields.filter(({ name }) => name !== field) });
}

function changed(field: string, value: string) {
  return (mrz: Mrz): Mrz => ({
    ...mrz,
    fields: mrz.fields.map((each) => (each.name === field ? { ...each, value } : each)),
  });
}
