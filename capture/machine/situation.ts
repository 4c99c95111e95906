import type { Next } from "../../sdk/client/src/index.ts";

type Action = Next["action"];
export type DocumentKind = Action["accepted_types"][number];
export type FaceMode = NonNullable<Action["liveness_mode"]>;
/** Reasons that a person can correct (contract §2.8). */
export type Reason = NonNullable<Action["retry_reason"]>;

export type Method = NonNullable<Action["methods"]>[number];

interface Open {
  /** Why the last capture was not enough; null before the first one. */
  readonly reason: Reason | null;
  readonly attemptsLeft: number;
}

/** The verification's state on the server: all that the page knows of its past. */
export type Situation =
  /** No consent yet: nothing is captured before. `isNew`: this device has not opened the link. */
  | { readonly type: "consent"; readonly isNew?: true }
  | ({
      readonly type: "document";
      readonly verificationId: string;
      readonly kinds: readonly DocumentKind[];
      /** How the document may be shown. */
      readonly methods: readonly Method[];
    } & Open)
  | ({ readonly type: "face"; readonly mode: FaceMode } & Open)
  | { readonly type: "wait" }
  | {
      readonly type: "ended";
      readonly outcome: "done" | "in_review" | "unsuccessful";
      /** Where the person continues; null for nowhere. */
      readonly returnUrl: string | null;
      /** Whether the person may ask for a human, or a human has confirmed the decision. */
      readonly contest: "none" | "offered" | "upheld";
    }
  | { readonly type: "over"; readonly why: "expired" | "canceled" };

/**
 * Reads the state from the next action. Consent is requested until it is recorded, even if the tenant's own
 * app may have asked before.
 */
export function situationOf(next: Next, verificationId: string): Situation {
  const { outcome, action, consent } = next;
  if (outcome === "expired" || outcome === "canceled") return { type: "over", why: outcome };
  if (outcome !== "open") {
    const returnUrl = next.return_url === null ? null : withId(next.return_url, verificationId);
    return { type: "ended", outcome, returnUrl, contest: contestOf(next) };
  }
  if (action.type === "wait" || action.type === "none") return { type: "wait" };
  if (action.type === "consent" || consent?.given !== true) return { type: "consent" };
  const open = { reason: action.retry_reason, attemptsLeft: action.attempts_left ?? 1 };
  return action.type === "document"
    ? {
        type: "document",
        verificationId,
        kinds: action.accepted_types,
        methods: action.methods ?? ["picture"],
        ...open,
      }
    : { type: "face", mode: action.liveness_mode ?? "challenge", ...open };
}

function contestOf({ contest }: Next): "none" | "offered" | "upheld" {
  if (contest?.state === "upheld") return "upheld";
  return contest?.until == null ? "none" : "offered";
}

/** Only the id is added: the tenant's server reads the decision, and serves its app (contract §13.2). */
export function withId(base: string, verificationId: string): string {
  const url = new URL(base);
  url.searchParams.set("verification_id", verificationId);
  return url.href;
}
