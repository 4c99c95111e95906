import type { MiddlewareHandler } from "hono";
import type { AppContext, AppEnv } from "../context.ts";
import { readUpload, UPLOAD_LIMITS, type UploadSpec } from "./multipart.ts";

/**
 * Reads a form of these names into `c.var.upload`, once the isolate has room for the form; refuses as
 * `readUpload` does. The room is given back when the call is answered.
 */
export function uploadForm(spec: UploadSpec): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { uploads } = c.var.services;
    const hold = await uploads.admit(c.req.header("content-length"), UPLOAD_LIMITS.requestBytes);
    try {
      await readForm(c, spec, hold.received);
      await next();
    } finally {
      hold.release();
    }
  };
}

async function readForm(c: AppContext, spec: UploadSpec, onRead: (bytes: number) => void): Promise<void> {
  const upload = await readUpload(c.req.raw, spec, UPLOAD_LIMITS, onRead);
  c.set("upload", upload);
  c.set("bodyParts", [
    ...Array.from(upload.fields, ([name, content]) => ({ kind: "field", name, content }) as const),
    ...Array.from(upload.files, ([name, content]) => ({ kind: "file", name, content }) as const),
  ]);
}
