import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { readUpload, type UploadSpec } from "./multipart.ts";

/** One part of a body: a form's field or file, or JSON whole. */
export interface BodyPart {
  readonly kind: "field" | "file" | "json";
  /** Empty for JSON. */
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** Reads a form of these names into `c.var.upload`; refuses as `readUpload` does. */
export function uploadForm(spec: UploadSpec): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const upload = await readUpload(c.req.raw, spec);
    c.set("upload", upload);
    c.set("bodyParts", [
      ...Array.from(upload.fields, ([name, content]) => ({ kind: "field", name, content }) as const),
      ...Array.from(upload.files, ([name, content]) => ({ kind: "file", name, content }) as const),
    ]);
    await next();
  };
}
