import type { AppContext } from "../context.ts";

/**
 * A parameter of the path. A value with a control character becomes the empty text: no id has such a
 * character, and a store that cuts a text at its first NUL must not see the value. The empty text is looked
 * up like any other, and not found.
 */
export function pathParameter(c: Pick<AppContext, "req">, name: string): string {
  const value = c.req.param(name) ?? "";
  return /\p{Cc}/u.test(value) ? "" : value;
}
