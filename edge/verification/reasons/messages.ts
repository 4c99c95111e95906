import type { StepName, StepStatus } from "../../../vocabulary/verifications.ts";
import type { ReasonText } from "../types.ts";
import { DOCUMENT_TEXTS } from "./document.ts";
import { FACE_MATCH_TEXTS, LIVENESS_TEXTS } from "./face.ts";

const TEXTS: Readonly<Record<string, ReasonText>> = {
  ...DOCUMENT_TEXTS,
  ...LIVENESS_TEXTS,
  ...FACE_MATCH_TEXTS,
};

const STEP_LABELS = { document: "document", liveness: "liveness", face_match: "face match" } as const;

/** A reason's code, and what was found if the code alone does not say it. */
export interface FoundReason {
  readonly code: string;
  readonly found?: string | undefined;
}

const textOf = (code: string): ReasonText | undefined =>
  Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;

/** What a reason's code means, for people, without a full stop; undefined for a code without a text. */
export const reasonTitle = (code: string): string | undefined => textOf(code)?.finding;

/** The message of `decision_reasons`: what was found, and what can be done about it. */
export function reasonMessage(
  { code, found }: FoundReason,
  step: { readonly name: StepName; readonly status: StepStatus },
): string {
  const text = textOf(code);
  const finding = found ?? text?.finding ?? `The ${STEP_LABELS[step.name]} step did not pass`;
  if (step.status !== "failed") return `${finding}: manual review required.`;
  return text === undefined ? `${finding}.` : `${finding}. ${text.support}`;
}
