import type { Mrz, PortraitReading } from "#edge/inference/port.ts";
import { runChecks } from "#edge/verdicts/fraud/checks/checks.ts";
import { mergeFields } from "#edge/verdicts/ocr/fields.ts";
import { forensics, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";
import type { CheckName } from "#vocabulary/fraud.ts";

export const NOW = Date.UTC(2026, 10, 21);

interface Changes {
  reading?: Partial<PortraitReading>;
  otherSide?: PortraitReading;
  mrzExpected?: boolean;
  barcodeExpected?: boolean;
  knownImageDistance?: number | null;
  mode?: "live" | "test";
  editingSoftware?: string[];
  sameHolder?: readonly (boolean | null)[];
}

/** One check of the specimen with these changes. */
export function check(name: CheckName, changes: Changes = {}) {
  const read = reading(changes.reading);
  const checks = runChecks({
    forensics: forensics({ editingSoftware: changes.editingSoftware ?? [], reading: read }),
    reading: read,
    fields: mergeFields(read, NOW),
    otherSide: changes.otherSide ?? null,
    mrzExpected: changes.mrzExpected ?? true,
    barcodeExpected: changes.barcodeExpected ?? false,
    knownImageDistance:
      changes.knownImageDistance === undefined ? Number.POSITIVE_INFINITY : changes.knownImageDistance,
    sameHolder: changes.sameHolder ?? [],
    mode: changes.mode ?? "live",
    now: NOW,
  });
  return checks.find((candidate) => candidate.name === name)!;
}

/** The specimen's MRZ with another value. */
export const withField = (name: string, value: string, confidence?: number): Mrz => ({
  ...MRZ,
  fields: [...MRZ.fields.filter((field) => field.name !== name), mrzField(name, value, confidence)],
});
