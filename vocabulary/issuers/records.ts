import { AFRICA } from "./africa.ts";
import { AMERICAS } from "./americas.ts";
import { ASIA_PACIFIC } from "./asia-pacific.ts";
import { EUROPE } from "./europe.ts";
import { EUROPEAN_UNION_A_H } from "./european-union-a-h.ts";
import { EUROPEAN_UNION_I_S } from "./european-union-i-s.ts";
import type { DocumentRecord, IssuingState, RecordedType } from "./record.ts";

/** Every issuing state with a record. */
export const ISSUING_STATES: readonly IssuingState[] = [
  ...EUROPEAN_UNION_A_H,
  ...EUROPEAN_UNION_I_S,
  ...EUROPE,
  ...AMERICAS,
  ...ASIA_PACIFIC,
  ...AFRICA,
];

/** Every record: one a document type and issuing state, more if a state issues two designs. */
export const DOCUMENT_RECORDS: readonly DocumentRecord[] = ISSUING_STATES.flatMap(
  ({ documents }) => documents,
);

/** The records of a state's documents of any of these types. */
export const recordsOf = (state: string, types: readonly string[]): readonly DocumentRecord[] =>
  DOCUMENT_RECORDS.filter((record) => record.state === state && types.includes(record.type));

/** Every title that documents of the type bear, once each. */
export const titlesOf = (type: RecordedType): readonly string[] => [
  ...new Set(DOCUMENT_RECORDS.filter((record) => record.type === type).flatMap(({ titles }) => titles)),
];

/** The states whose documents of the type have their MRZ on the back, in every design. */
export const statesWithMrzOnBack = (type: RecordedType): readonly string[] =>
  ISSUING_STATES.filter(({ documents }) => {
    const records = documents.filter((record) => record.type === type);
    return records.length > 0 && records.every(({ mrz }) => mrz?.on === "back");
  }).map(({ code }) => code);
