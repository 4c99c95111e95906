import type { Child } from "hono/jsx";
import type { z } from "zod";
import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import { chipResult } from "../../schemas/chips.ts";
import { credentialResult } from "../../schemas/credentials.ts";
import { faceMatchAnswer } from "../../schemas/faces.ts";
import { fraudAnswer } from "../../schemas/fraud.ts";
import { livenessAnswer } from "../../schemas/liveness.ts";
import { ocrAnswer } from "../../schemas/ocr.ts";
import type { ResultRow } from "../../store/results/results.ts";
import { Spelt } from "../form/notes.tsx";
import { type DashboardContext, to } from "../shell/context.ts";
import { reasonWords, State, score, words } from "./labels.tsx";

const SCHEMAS = {
  ocr: ocrAnswer,
  fraud: fraudAnswer,
  liveness: livenessAnswer,
  face: faceMatchAnswer,
  signed: chipResult,
  credential: credentialResult,
} as const satisfies Record<ResultKind, z.ZodType>;

/** The body of each kind of result in the API's form. */
export type Body<K extends ResultKind> = z.output<(typeof SCHEMAS)[K]>;

/** A liveness score; null when the score is 0 because no frame could be measured. */
export const measuredScore = ({ score, frames }: Body<"liveness">): number | null =>
  score === 0 && frames.every((frame) => frame.score === null) ? null : score;

/** The body of a row; null for an erased row, and for a row of an earlier release with another shape. */
export function bodyOf<K extends ResultKind>(kind: K, row: ResultRow): Body<K> | null {
  const created_at = new Date(row.createdAt).toISOString();
  const parsed = SCHEMAS[kind].safeParse({ ...row.body, created_at });
  return parsed.success ? (parsed.data as Body<K>) : null;
}

/** The section of each kind of result, and the noun for a result of the kind. */
export const RESULT_SECTIONS = {
  ocr: { section: "documents", noun: "document scan" },
  fraud: { section: "fraud", noun: "fraud detection" },
  liveness: { section: "liveness", noun: "liveness check" },
  face: { section: "faces", noun: "face comparison" },
  signed: { section: "signed", noun: "signed evidence" },
  credential: { section: "credentials", noun: "credential" },
} as const satisfies Record<ResultKind, { section: string; noun: string }>;

/** The outcome of a result: a state, and a detail. */
interface Outcome {
  readonly state: string;
  readonly detail: string;
}

/** The two sides of each kind of face comparison. */
const COMPARISONS = {
  verify: "two images",
  registration_verify: "image and registered face",
  dedupe: "search of the gallery",
  verification: "portrait and selfie",
} as const satisfies Record<Body<"face">["kind"], string>;

/** Whether a verification's comparison is with the registered face of a person who came back. */
export const isOfRegistered = (body: Body<"face">): boolean =>
  body.kind === "verification" && body.registration_id !== undefined;

/** What a face comparison compared. */
export const comparedFaces = (body: Body<"face">): string =>
  isOfRegistered(body) ? "registered face and selfie" : COMPARISONS[body.kind];

const OUTCOMES: { readonly [K in ResultKind]: (body: Body<K>) => Outcome } = {
  ocr: ({ ocr_eligible, eligibility_reason, document_type }) => ({
    state: ocr_eligible ? "usable" : "not usable",
    detail: ocr_eligible ? words(document_type) : reasonWords(eligibility_reason),
  }),
  fraud: ({ decision, overall_score, record_kind, thresholds }) => ({
    state: decision,
    detail:
      record_kind === "legacy"
        ? "legacy record"
        : `score ${score(overall_score)}, suspicious from ${score(thresholds.suspicious)}`,
  }),
  liveness: (body) => ({
    state: body.is_live ? "live" : "not live",
    detail: [
      ...(body.reason === "live" ? [] : [reasonWords(body.reason)]),
      measuredScore(body) === null
        ? "no score"
        : `score ${score(body.score)}, threshold ${score(body.threshold)}`,
    ].join(", "),
  }),
  face: (body) => ({
    state: body.match ? "match" : isCompared(body) ? "no match" : "not compared",
    detail: `${comparedFaces(body)}, similarity ${score(body.similarity)}, threshold ${score(body.threshold)}`,
  }),
  credential: ({ outcome, kind, issuer }) => ({
    state: words(outcome),
    detail: `${kind === null ? "credential" : words(kind)}, signed by ${issuer?.country ?? "an unnamed country"}`,
  }),
  signed: ({ outcome, anchor }) => ({
    state: words(outcome),
    detail: anchor === null ? "chip" : `chip, signed by ${anchor.country ?? "an unnamed country"}`,
  }),
};

/** Whether a verification's comparison could be made. A search of an empty gallery was made. */
const isCompared = (body: Body<"face">) => body.kind !== "verification" || body.similarity !== null;

/** The outcome of a row; null for a row that cannot be parsed. */
export function outcomeOf(row: ResultRow): Outcome | null {
  const body = bodyOf(row.kind, row);
  return body === null ? null : (OUTCOMES[row.kind] as (body: unknown) => Outcome)(body);
}

/** A row's outcome in one line. */
export function OutcomeLine({ row }: { row: ResultRow }): Child {
  const outcome = outcomeOf(row);
  if (outcome === null) return <span class="soft">erased</span>;
  return (
    <>
      <State of={outcome.state} />{" "}
      <span class="text narrow soft">
        <Spelt text={outcome.detail} />
      </span>
    </>
  );
}

/** A result in one line, with a link to its page. */
export function ResultLine({ c, row }: { c: DashboardContext; row: ResultRow }): Child {
  const { section, noun } = RESULT_SECTIONS[row.kind];
  return (
    <>
      <a href={to(c, section, row.id)}>{noun}</a> <OutcomeLine row={row} />
    </>
  );
}
