import type { Scope } from "#edge/core/scope.ts";
import { commitCheck } from "#edge/operations/checks.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { InferenceUse } from "#edge/operations/commit/inference-use.ts";
import type { Statement } from "#edge/store/batch.ts";
import type { StepResult, Verification } from "#edge/verification/types.ts";
import type { TestEdge } from "./test-edge.ts";

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
    steps: [step],
    kept: { statements: [], discard: async () => undefined },
  });
}
