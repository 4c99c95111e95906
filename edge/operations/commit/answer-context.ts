import type { Scope } from "../../scope.ts";
import type { KeyedCall } from "../../store/tenancy/idempotency.ts";

/** The context that a kept answer is sealed for: the answer opens for its own mode, path and key alone. */
export const answerContext = (
  { mode }: Pick<Scope, "mode">,
  { path, key }: Pick<KeyedCall, "path" | "key">,
) => `idempotent_answer:${JSON.stringify([mode, path, key])}`;
