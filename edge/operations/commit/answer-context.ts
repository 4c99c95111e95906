import type { Scope } from "../../scope.ts";

/**
 * The context that a kept answer is sealed for: the answer opens for its own mode, path and key alone, as its
 * row names them.
 */
export const answerContext = (
  { mode }: Pick<Scope, "mode">,
  { path, key }: { readonly path: string; readonly key: string },
) => `idempotent_answer:${JSON.stringify([mode, path, key])}`;
