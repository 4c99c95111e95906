import type { FieldKey, FieldSource } from "../../../vocabulary/documents.ts";
import type { Mode } from "../../core/scope.ts";
import type { PortraitReading } from "../../inference/port.ts";
import { compareDetails, type ReadDetails } from "../../verdicts/details/compare.ts";
import { issuerOf, portraitSide } from "../../verdicts/document/portrait-side.ts";
import type { FraudVerdict } from "../../verdicts/fraud/assess.ts";
import { counting } from "../../verdicts/fraud/signals/signal-rules.ts";
import type { Fields } from "../../verdicts/ocr/field.ts";
import { withoutTypeGate } from "../../verdicts/ocr/gates.ts";
import type { OcrVerdict } from "../../verdicts/ocr/verdict.ts";
import type { MeasuredFraud, MeasuredReading } from "../../verification/measured.ts";
import type { Verification } from "../../verification/types.ts";
import type { Check } from "../checks.ts";
import { readExpected } from "../encrypted-expected.ts";

/** A document's sides with their verdicts, and what they show together. */
interface ReadSides extends Pick<MeasuredReading, "lacksBarcode" | "link" | "missing"> {
  readonly sides: readonly { readonly reading: PortraitReading; readonly ocr: OcrVerdict }[];
  readonly fields: Fields;
}

/** A reading's record before its results have their ids. */
export type UnnamedReading = Omit<MeasuredReading, "resultIds" | "details">;

/** The record of a reading: what its outcomes rest on. */
export function measuredReading({ sides, fields, ...rest }: ReadSides): UnnamedReading {
  const read = Object.entries(fields) as [FieldKey, NonNullable<Fields[FieldKey]>][];
  const types = sides[0]!.ocr.possibleTypes;
  return {
    ...rest,
    sides: sides.map(({ reading, ocr }) => ({
      documentType: ocr.documentType,
      rejected: withoutTypeGate(ocr.rejections),
      hasMrz: ocr.mrz !== null,
      hasPortrait: reading.portrait !== null,
    })),
    types: types && [...types],
    issuingState: issuerOf(fields),
    fields: Object.fromEntries(read.map(([key, { source }]) => [key, source])) as Record<
      FieldKey,
      FieldSource
    >,
    birthDate: fields.date_of_birth?.value ?? null,
    portrait: portraitSide(sides.map(({ reading }) => reading)),
  };
}

/** The record of a fraud verdict: of its signals those that are triggered and count in the mode. */
export const measuredFraud = (
  { decision, qualityGate, requiredMissing, signals, deterministicChecks }: FraudVerdict,
  mode: Mode,
): MeasuredFraud => ({
  decision,
  qualityGate: { passed: qualityGate.passed },
  requiredMissing,
  signals: counting(signals, mode).map(({ name }) => ({ name, triggered: true })),
  deterministicChecks: deterministicChecks.flatMap(({ name, status }) =>
    status === "fail" ? [{ name, status }] : [],
  ),
});

/**
 * The comparison of a reading with the details that the tenant expects, under each rule for names; null if
 * the tenant expects none.
 */
export async function compareExpected(
  { services, scope }: Pick<Check, "services" | "scope">,
  verification: Verification,
  values: ReadDetails,
): Promise<MeasuredReading["details"]> {
  const expected = await readExpected(services.vault, scope, verification);
  if (expected === null) return null;
  return {
    tolerant: compareDetails(expected, values, "tolerant"),
    exact: compareDetails(expected, values, "exact"),
  };
}
