import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import type { KeyedCall } from "../../store/tenancy/idempotency.ts";
import { fingerprint } from "./fingerprint.ts";

const HEADER = "Idempotency-Key";
const KEY = /^[\x20-\x7e]{1,255}$/;

/** The call with its Idempotency-Key; null without that header. To be asked after the route's body reader. */
export async function keyedCall(c: AppContext): Promise<KeyedCall | null> {
  const key = c.req.header(HEADER);
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    throw new ApiError("invalid_parameter", `${HEADER} must be 1 to 255 printable characters.`, {
      param: HEADER,
    });
  }
  const { bodyParts, principal } = c.var;
  if (bodyParts === undefined) throw new Error("A route keeps keys for a body that it has not read.");
  const { method, url } = c.req;
  // The path as it was sent: a decoded path may hold characters that no text of the database holds, such as
  // NUL.
  const path = new URL(url).pathname;
  return {
    path,
    key,
    verificationId: principal.kind === "secret_key" ? null : principal.verificationId,
    fingerprint: await fingerprint({ method, path, caller: principal, parts: bodyParts }),
  };
}
