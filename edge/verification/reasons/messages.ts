import type { ReasonSource } from "../../../vocabulary/details.ts";
import type { ReasonStep } from "../../../vocabulary/verifications.ts";
import { REVIEW_REASONS } from "../review.ts";
import type { ReasonText } from "../types.ts";
import { DOCUMENT_TEXTS } from "./document.ts";
import { FACE_MATCH_TEXTS, LIVENESS_TEXTS } from "./face.ts";
import { OWN_CHECK_TEXTS } from "./own-checks.ts";

/** A reason as the reference has it. */
interface ReasonEntry extends Omit<ReasonText, "source" | "support"> {
  readonly source: ReasonSource;
  /** What support does; null for a reviewer's own decision. */
  readonly support: string | null;
}

const entries = (texts: Readonly<Record<string, ReasonText>>, source: ReasonSource) =>
  Object.entries(texts).map(([code, text]) => [code, { source, ...text }] as const);

/**
 * What `insufficient_evidence` means in a verification of the age alone, which no reviewer decides. Its
 * message says what could not be determined.
 */
const UNDETERMINED = {
  cause: "With `purpose: age`: something could not be determined, and no attempt was left.",
  support: "Ask the person to try again with better photos, or with another document.",
};

/** Every reason of a decision, by its code. */
export const REASONS: ReadonlyMap<string, ReasonEntry> = new Map([
  ...entries(DOCUMENT_TEXTS, "document"),
  ...entries(LIVENESS_TEXTS, "liveness"),
  ...entries(FACE_MATCH_TEXTS, "face"),
  ...entries(OWN_CHECK_TEXTS, "tenant"),
  ...Object.entries(REVIEW_REASONS).map(([code, { ruling, message }]): [string, ReasonEntry] => [
    code,
    {
      source: "reviewer",
      finding: message.replace(/\.$/, ""),
      cause: `A reviewer decided \`${ruling}\`.${code === "insufficient_evidence" ? ` ${UNDETERMINED.cause}` : ""}`,
      support: null,
    },
  ]),
]);

const STEPS: Readonly<Record<ReasonStep, { label: string; source: ReasonSource }>> = {
  document: { label: "document", source: "document" },
  liveness: { label: "liveness", source: "liveness" },
  face_match: { label: "face match", source: "face" },
  external_check: { label: "external check", source: "tenant" },
};

/** A reason's code, and what was found if the code alone does not say it. */
export interface FoundReason {
  readonly code: string;
  readonly found?: string | undefined;
}

/** What a reason's code means, for people, without a full stop; undefined for a code without a text. */
export const reasonTitle = (code: string): string | undefined => REASONS.get(code)?.finding;

/** The message of `decision_reasons`: what was found. */
export function reasonMessage({ code, found }: FoundReason, step: ReasonStep): string {
  return `${found ?? REASONS.get(code)?.finding ?? `The ${STEPS[step].label} step did not pass`}.`;
}

/** The id of a reason's entry on the page `/docs`. */
export const reasonAnchor = (code: string): string => `reason-${code}`;

/**
 * What a reason rests on, what can be done about it, and its entry in the service's reference. `isOfService`:
 * the service decided, and no reviewer.
 */
export function aboutReason(code: string, step: ReasonStep, publicUrl: string, isOfService = false) {
  const entry = REASONS.get(code);
  const isUndetermined = isOfService && code === "insufficient_evidence";
  return {
    source: entry === undefined || isUndetermined ? STEPS[step].source : entry.source,
    action: (isUndetermined ? UNDETERMINED.support : entry?.support) ?? null,
    docs: new URL(`/docs#${entry === undefined ? "decision-reasons" : reasonAnchor(code)}`, publicUrl).href,
  };
}
