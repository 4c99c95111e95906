import { FIELD_KEYS } from "../../../../vocabulary/documents.ts";
import type { CheckName } from "../../../../vocabulary/fraud.ts";
import type { Region } from "../../ui/drawing.tsx";
import type { Body } from "../../ui/summary.tsx";
import { detectedRegions } from "../results/fraud-result.tsx";
import { inWords } from "./findings.tsx";

type Fields = Body<"ocr">["fields"];

/** The printed fields that a failed check is about, which show its place on the image. */
const FIELDS_OF: Readonly<Partial<Record<CheckName, readonly (keyof Fields)[]>>> = {
  mrz_document_number_checksum: ["document_number"],
  mrz_birth_date_checksum: ["date_of_birth"],
  mrz_expiry_date_checksum: ["date_of_expiry"],
  id_number_checksum: ["personal_number"],
  date_order: ["date_of_birth", "date_of_issue", "date_of_expiry"],
  issuing_country_valid: ["issuing_country", "nationality"],
};

const fieldsOf = (check: CheckName, detail: string | null): readonly (keyof Fields)[] =>
  check === "mrz_viz_consistency"
    ? FIELD_KEYS.filter((key) => detail?.includes(key))
    : (FIELDS_OF[check] ?? []);

/**
 * What the results of one image found, each finding at its place on the image: the detected signals, and the
 * failed checks whose fields were read there. A check of MRZ and print names its field in `detail`.
 */
export function marksOf(fraud: readonly Body<"fraud">[], ocr: readonly Body<"ocr">[]): Region[] {
  const fields = Object.assign({}, ...ocr.map((body) => body.fields)) as Fields;
  const failed = fraud.flatMap(({ deterministic_checks }) =>
    deterministic_checks.filter(({ status }) => status === "fail"),
  );
  const ofChecks = failed.flatMap(({ name, detail, explanation }) =>
    fieldsOf(name, detail).flatMap((key): Region[] => {
      const bbox = fields[key]?.bbox;
      return bbox ? [{ label: name, bbox, tone: "warn", sentence: inWords(detail ?? explanation) }] : [];
    }),
  );
  return [...fraud.flatMap(detectedRegions), ...ofChecks];
}
