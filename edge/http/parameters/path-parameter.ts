import type { AppContext } from "../context.ts";

/**
 * A parameter of the path. One with a control character is empty instead: nothing is called so, and a store
 * that cuts a text at its first NUL must not see it. It is looked up like any other, and not found.
 */
export function pathParameter(c: Pick<AppContext, "req">, name: string): string {
  const value = c.req.param(name) ?? "";
  return /\p{Cc}/u.test(value) ? "" : value;
}
