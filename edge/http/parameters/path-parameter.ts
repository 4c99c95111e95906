import { ApiError } from "../../core/errors.ts";
import type { AppContext } from "../context.ts";

/**
 * A parameter of the path. Throws `refusal()`, 404 by default, for an empty value and for one with a control
 * character: no id is such a value, a store that cuts a text at its first NUL must not see it, and the empty
 * text stands for a person who was erased. So it does for a path that is not percent-encoded UTF-8: read as
 * it stands, it would name somebody else than its sender means, who would get a receipt of that erasure.
 */
export function pathParameter(
  c: Pick<AppContext, "req">,
  name: string,
  refusal: () => ApiError = () => new ApiError("not_found", "There is no such thing."),
): string {
  const value = c.req.param(name) ?? "";
  if (value === "" || /\p{Cc}/u.test(value) || !isEncoded(c.req.url)) throw refusal();
  return value;
}

function isEncoded(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}
