import type { VerificationForToken } from "../../sdk/client/src/index.ts";

export type DocumentKind = VerificationForToken["policy"]["document_types"][number];
export type FaceMode = VerificationForToken["policy"]["liveness_mode"];
type Step = VerificationForToken["steps"][number];
/** What a person can mend (contract §2.8). */
export type Reason = NonNullable<Step["reason"]>;

interface Open {
  /** Why the last capture was not enough; null before the first one. */
  readonly reason: Reason | null;
  readonly attemptsLeft: number;
}

/** Where the verification stands on the server: all that the page knows of its past. */
export type Situation =
  | ({ readonly type: "document"; readonly kinds: readonly DocumentKind[] } & Open)
  | ({ readonly type: "face"; readonly mode: FaceMode } & Open)
  | { readonly type: "wait" }
  | { readonly type: "ended"; readonly outcome: "done" | "in_review" | "unsuccessful" }
  | { readonly type: "over"; readonly why: "expired" | "canceled" };

const OUTCOMES = { approved: "done", review: "in_review", declined: "unsuccessful" } as const;

/** Reads the situation off a verification as its token is told it. */
export function situationOf(verification: VerificationForToken): Situation {
  const { status, decision, next_action: action, policy } = verification;
  if (status === "expired" || status === "canceled") return { type: "over", why: status };
  if (status === "completed") return { type: "ended", outcome: OUTCOMES[decision ?? "review"] };
  switch (action?.type) {
    case "ocr_scan":
    case "fraud_detect":
      return { type: "document", kinds: policy.document_types, ...openStep(verification, "document") };
    case "liveness_check":
      return { type: "face", mode: policy.liveness_mode, ...openStep(verification, "liveness") };
    case "liveness_challenge":
      return { type: "face", mode: "challenge", ...openStep(verification, "liveness") };
    default:
      return { type: "wait" };
  }
}

function openStep({ steps }: VerificationForToken, name: Step["name"]): Open {
  const step = steps.find((each) => each.name === name);
  if (step === undefined) return { reason: null, attemptsLeft: 1 };
  return { reason: step.reason, attemptsLeft: Math.max(0, step.max_attempts - step.attempts) };
}
