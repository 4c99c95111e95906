import type { Scope } from "../../scope.ts";
import type { KeyedCall } from "../../store/tenancy/idempotency.ts";

/** What a kept answer is sealed for: it opens for its own mode, path and key alone. */
export const answerContext = ({ mode }: Scope, { path, key }: Pick<KeyedCall, "path" | "key">) =>
  `idempotent_answer:${JSON.stringify([mode, path, key])}`;
