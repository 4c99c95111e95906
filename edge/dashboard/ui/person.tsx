import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import { kindOf, type ResultRow } from "../../store/results/results.ts";
import type { Step, Verification } from "../../verification/types.ts";
import { type DashboardContext, to } from "../shell/context.ts";
import { CustomerRef } from "./labels.tsx";
import { type Body, bodyOf } from "./summary.tsx";
import { readResults } from "./visible-results.ts";

type Results = ReadonlyMap<string, ResultRow>;
type Fields = Body<"ocr">["fields"];

/** What the document of a verification says, of both sides if one call has read both. */
export interface DocumentData {
  readonly type: Body<"ocr">["document_type"];
  readonly fields: Fields;
  readonly mrz: Body<"ocr">["mrz"];
}

/** The kinds of results that have a document's data: of a photo, a chip or a wallet credential. */
const READINGS: readonly (ResultKind | undefined)[] = ["ocr", "signed", "credential"];
const isReading = (id: string) => READINGS.includes(kindOf(id));

/** The reading that counts; without one, the latest. Null before the first. */
function countingId(steps: readonly Step[]): string | null {
  const step = steps.find(({ name }) => name === "document");
  return step?.parts.ocr?.evidence?.resultId ?? step?.resultIds.findLast(isReading) ?? null;
}

function readingOf(row: ResultRow): DocumentData | null {
  if (row.kind === "ocr") {
    const body = bodyOf("ocr", row);
    return body && { ...body, type: body.detected_document_type ?? body.document_type };
  }
  const body = row.kind === "signed" ? bodyOf("signed", row) : bodyOf("credential", row);
  return body && { mrz: null, ...body, type: body.document_type };
}

/**
 * The data of a verification's document; null if none was read or the data were erased. A field comes from
 * the side that the result was made of, and otherwise from the other side in the same call. `results` may
 * include those of other verifications.
 */
export function documentData({ steps }: Pick<Verification, "steps">, results: Results): DocumentData | null {
  const counting = results.get(countingId(steps) ?? "");
  if (counting === undefined) return null;
  const sides = [...results.values()].filter(
    ({ id, createdAt, verificationId }) =>
      isReading(id) &&
      verificationId === counting.verificationId &&
      createdAt === counting.createdAt &&
      id !== counting.id,
  );
  const read = [counting, ...sides].map(readingOf).filter((each) => each !== null);
  const [first] = read;
  if (first === undefined) return null;
  return {
    type: first.type,
    fields: Object.assign({}, ...read.toReversed().map(({ fields }) => fields)) as Fields,
    mrz: read.find(({ mrz }) => mrz !== null)?.mrz ?? null,
  };
}

/** The name in the fields; null if none was read. */
export function nameIn({ full_name, first_name, last_name }: Fields): string | null {
  const parts = [first_name?.value, last_name?.value].filter((part) => part !== undefined);
  return full_name?.value ?? (parts.length === 0 ? null : parts.join(" "));
}

/** The name in a reading; null for a result of another kind. */
export function nameOf(row: ResultRow): string | null {
  const reading = READINGS.includes(row.kind) ? readingOf(row) : null;
  return reading === null ? null : nameIn(reading.fields);
}

/** The documents of a list's verifications, by the verifications' ids, with one query. */
export async function documentsOf(
  c: DashboardContext,
  rows: readonly Verification[],
): Promise<ReadonlyMap<string, DocumentData | null>> {
  const ids = rows.flatMap(({ steps }) => steps.flatMap(({ resultIds }) => resultIds.filter(isReading)));
  const results = ids.length === 0 ? new Map() : await readResults(c, ids);
  return new Map(rows.map((row) => [row.id, documentData(row, results)]));
}

/** Whom a row is about: the name if it is known, and the customer reference; "none" without both. */
export function Person({ name, customerRef }: { name: string | null; customerRef: string | null }) {
  if (name === null) return <CustomerRef of={customerRef} />;
  return (
    <>
      <span class="text">{name}</span>
      {customerRef && <span class="text under soft">{customerRef}</span>}
    </>
  );
}

/** The name by which a page calls a verification's person: as read, else the reference, else the id. */
export function titleOf({ id, customerRef }: Verification, document: DocumentData | null): string {
  const name = document === null ? null : nameIn(document.fields);
  return name ?? (customerRef === "" ? id : customerRef);
}

/** A verification in a list: the person as a link, and below it the customer reference and the id. */
export function VerificationLink({
  c,
  of: verification,
  document,
}: {
  c: DashboardContext;
  of: Verification;
  document: DocumentData | null;
}) {
  const { id, customerRef } = verification;
  const title = titleOf(verification, document);
  return (
    <>
      <a class="text narrow" href={to(c, "verifications", id)}>
        {title}
      </a>
      {title !== customerRef && customerRef !== "" && (
        <span class="text narrow under soft">{customerRef}</span>
      )}
      {title !== id && <span class="text narrow under soft mono">{id}</span>}
    </>
  );
}
