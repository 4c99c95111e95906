import type { Scope } from "#edge/core/scope.ts";
import { commitCheck } from "#edge/operations/checks.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { InferenceUse } from "#edge/operations/commit/inference-use.ts";
import type { Statement } from "#edge/store/batch.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import type { StepResult, Verification } from "#edge/verification/types.ts";
import { measuredAs } from "./measured-as.ts";
import type { TestEdge, TestTenant } from "./test-edge.ts";

interface RecordedStep {
  readonly verification: Verification;
  readonly step: StepResult;
  /** The result's own rows. */
  readonly statements?: readonly Statement[];
  /** Sees the verification after the change, in every try to write it. */
  readonly onTry?: (changed: Verification) => void;
}

/** Records a result of a verification as a check does, without its upload and its worker. */
export async function recordStep(
  { services }: TestEdge,
  scope: Scope,
  { verification, step, statements = [], onTry = () => {} }: RecordedStep,
): Promise<void> {
  const { customerRef, policy } = verification;
  const id = step.resultIds[0]!;
  const call = {
    reserved: { key: null, unit: null },
    allowance: null,
    inferenceUse: await InferenceUse.by(scope, "interactive"),
    answer(result: { readonly verification: Verification | null }) {
      onTry(result.verification!);
      return { status: 200 as const, body: {}, subject: { id, customerRef } };
    },
  };
  const ctx = { ...systemContext(services, services.clock()), scope, call };
  const check = { ...ctx, verification, customerRef, storeMedia: policy.store_media, fixed: null };
  await commitCheck(check, {
    results: [{ id, customerRef, event: { type: "liveness.check.completed", data: {} }, statements }],
    body: {},
    recorded: {
      capture: step.capture,
      measured: measuredAs([{ mode: "passive", ...step }], policy, undefined),
    },
    kept: { statements: [], discard: async () => undefined },
  });
}

/** The id of a new verification in test mode that has ended in review; `more` is the rest of its request. */
export async function endInReview(
  edge: TestEdge,
  tenant: TestTenant,
  { customer_ref = "u", reason = "low_score", ...more }: Record<string, unknown> & { reason?: string } = {},
): Promise<string> {
  const asked = { customer_ref, policy: { steps: ["liveness"] }, ...more };
  const { body } = await edge.call("POST", "/v1/verifications", tenant.keys.test, asked);
  const scope = tenant.scope("test");
  const verification = (await loadVerification(edge.db, scope, body.verification.id))!;
  const step = { part: "check", outcome: "review", reason, resultIds: ["lc_1"], capture: "lc_1" } as const;
  await recordStep(edge, scope, { verification, step });
  return verification.id;
}
