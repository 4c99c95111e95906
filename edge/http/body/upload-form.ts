import type { MiddlewareHandler } from "hono";
import { OverloadError } from "../../core/errors.ts";
import { priorityOf } from "../caller/priority.ts";
import type { AppEnv } from "../context.ts";
import { readUpload, type UploadSpec } from "./multipart.ts";

/**
 * Reads a form of these names into `c.var.upload`, as the isolate has room for it; refuses as `readUpload`
 * does, and before anything is read while the tenant's last refusal for overload holds. The room is given
 * back when the call is answered.
 */
export function uploadForm(spec: UploadSpec): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { services, principal } = c.var;
    const { uploads, overloads } = services;
    const { tenantId } = principal.scope;
    // What nobody waits for is refused sooner: that holds nothing up that somebody waits for.
    const turn = `${priorityOf(c)} ${tenantId}`;
    overloads.check(turn);
    const caller = principal.kind === "secret_key" ? principal.keyId : principal.verificationId;
    const place = uploads.enter({ tenant: tenantId, caller });
    let free = () => {};
    try {
      const read = await readUpload(c.req.raw, spec, place);
      free = read.free;
      const { files, fields } = read.upload;
      c.set("upload", read.upload);
      c.set("bodyParts", [
        ...Array.from(fields, ([name, content]) => ({ kind: "field", name, content }) as const),
        ...Array.from(files, ([name, content]) => ({ kind: "file", name, content }) as const),
      ]);
      await next();
      if (c.error instanceof OverloadError) overloads.note(turn, c.error);
    } finally {
      free();
      place.release();
    }
  };
}
