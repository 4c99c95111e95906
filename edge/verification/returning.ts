import { z } from "zod";
import {
  type ConsentPurpose,
  MATCH_REGISTERED,
  type MatchRegistered,
  REGISTER_ON_APPROVAL,
  type RegisterOnApproval,
  type RegistrationOrigin,
} from "../../vocabulary/faces.ts";
import type { Decision } from "../../vocabulary/verifications.ts";

/** The fields of a policy for people who come back. An absent field is `off`. */
export const returningFields = {
  match_registered: z
    .enum(MATCH_REGISTERED)
    .optional()
    .describe(
      "Whether the selfie is compared with the registered face of the `customer_ref`, in place of a document's portrait. `off`, the default: no. `require`: with any registration. `approval_only`: only with a face that was registered by an approval. It needs the liveness step, cannot be combined with `require_face_match: true`, and makes `liveness_mode` a challenge.",
    ),
  register_on_approval: z
    .enum(REGISTER_ON_APPROVAL)
    .optional()
    .describe(
      "Whether an approval registers the selfie, if the person agreed to it. `off`, the default: no. `create`: unless a face is registered. `replace`: in place of the registered face. It needs `require_face_match`, or `match_registered: approval_only`, and makes `liveness_mode` a challenge.",
    ),
};

interface ReturningPolicy {
  readonly match_registered?: MatchRegistered | undefined;
  readonly register_on_approval?: RegisterOnApproval | undefined;
}

/** Whether the selfie is compared with the registered face. */
export const comparesRegistered = ({ match_registered: rule = "off" }: ReturningPolicy): boolean =>
  rule !== "off";

/** Whether an approval may register the selfie. */
export const asksToRegister = ({ register_on_approval: rule = "off" }: ReturningPolicy): boolean =>
  rule !== "off";

/** Whether the person is recognised by the face alone: no document is asked for. */
export const isReturn = ({ steps, ...policy }: ReturningPolicy & { readonly steps: readonly string[] }) =>
  comparesRegistered(policy) && !steps.includes("document");

/** Whether a registration may be compared under the policy. */
export const countsAs = (origin: RegistrationOrigin, { match_registered: rule }: ReturningPolicy): boolean =>
  rule === "require" || (rule === "approval_only" && origin === "approval");

/** A policy whose steps and face match are known. */
interface Resolved extends ReturningPolicy {
  readonly steps: readonly string[];
  /** As the caller gave it. */
  readonly wanted: boolean | undefined;
  readonly require_face_match: boolean;
}

/** What is wrong with the fields for people who come back, by field. */
export function returningFaults({ wanted, ...policy }: Resolved): { path: [string]; message: string }[] {
  const isCompared = comparesRegistered(policy);
  const rules: readonly [boolean, string, string][] = [
    [
      isCompared && wanted === true,
      "match_registered",
      "cannot be combined with policy.require_face_match: true. Remove one of them",
    ],
    [
      asksToRegister(policy) && !policy.require_face_match && policy.match_registered !== "approval_only",
      "register_on_approval",
      "needs policy.require_face_match: true, or policy.match_registered: approval_only. Set one of them, or remove policy.register_on_approval",
    ],
  ];
  return rules.flatMap(([isBroken, field, message]) => (isBroken ? [{ path: [field], message }] : []));
}

/** The facts of a verification that decide on a registration. */
interface Decided {
  readonly decision: Decision | null;
  readonly policy: ReturningPolicy;
  readonly consent: {
    readonly purposes?: readonly ConsentPurpose[] | undefined;
    readonly withdrawnAt: number | null;
  } | null;
}

/**
 * Whether the verification registers its selfie now, beside a person's active registration or without one:
 * only after an approval, and only if the person agreed to be recognised.
 */
export function registers({ decision, policy, consent }: Decided, isRegistered: boolean): boolean {
  const { register_on_approval: rule = "off" } = policy;
  const mayRegister = rule === "replace" || (rule === "create" && !isRegistered);
  const agreed = consent?.withdrawnAt === null && consent.purposes?.includes("return") === true;
  return decision === "approved" && mayRegister && agreed;
}
