import type { MiddlewareHandler } from "hono";
import { OverloadError } from "../../errors.ts";
import { priorityOf } from "../caller/priority.ts";
import { senderOf } from "../caller/sender.ts";
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
    const { rooms, clock, overloads } = services;
    const { tenantId } = principal.scope;
    // What nobody waits for is refused sooner: that holds nothing up that somebody waits for.
    const turn = `${priorityOf(c)} ${tenantId}`;
    overloads.check(turn);
    const admission = { room: rooms.uploads, sender: senderOf(principal), clock };
    const { upload, release } = await readUpload(c.req.raw, spec, admission);
    try {
      c.set("upload", upload);
      c.set("bodyParts", [
        ...Array.from(upload.fields, ([name, content]) => ({ kind: "field", name, content }) as const),
        ...Array.from(upload.files, ([name, content]) => ({ kind: "file", name, content }) as const),
      ]);
      await next();
      if (c.error instanceof OverloadError) overloads.note(turn, c.error);
    } finally {
      release();
    }
  };
}
