import { outage, within } from "../../core/outage.ts";
import { hasPad } from "../../verdicts/liveness/judge.ts";
import { type Given, newVerification } from "../../verification/machine.ts";
import type { Policy } from "../../verification/policy.ts";
import type { Verification } from "../../verification/types.ts";
import type { ScopeContext, Services } from "../commit/context.ts";

/** Longest that a new verification waits for the model bundle, which is usually remembered. */
const BUNDLE_MS = 1_000;

interface Beginning extends Omit<Given, "challengeFirst"> {
  readonly id: string;
  readonly customerRef: string;
  readonly policy: Policy;
}

/** A new verification, not yet written. Its first liveness check is one that the loaded models can pass. */
export async function beginVerification(
  { services, now }: ScopeContext<"inference">,
  { id, customerRef, policy, ...given }: Beginning,
): Promise<Verification> {
  const isWeaker = policy.steps.includes("liveness") && policy.liveness_mode !== "challenge";
  const challengeFirst = isWeaker && (await lacksPad(services));
  return newVerification(id, customerRef, policy, now, { ...given, challengeFirst });
}

/**
 * Whether the model bundle has no PAD model. If inference does not answer in time, it delays no
 * verification: the policy's mode is asked for, and a challenge follows if that cannot pass.
 */
async function lacksPad({ inference }: Services<"inference">): Promise<boolean> {
  const late = () => outage("inference", "its model bundle is late", { message: "Try again." });
  return within(BUNDLE_MS, inference.bundle(), late).then(
    (bundle) => !hasPad(bundle),
    () => false,
  );
}
