import { ApiError } from "../core/errors.ts";
import { fromBase64, toHex } from "../crypto/encoding.ts";
import { createRouter } from "../http/context.ts";

/** A public file for developers. */
export interface SdkFile {
  /** Media type. */
  readonly type: string;
  /** Digest in base64, as in `integrity="sha384-…"`. */
  readonly sha384: string;
  readonly base64: string;
}

/** By their names, such as `embed.js`. */
export type SdkFiles = Readonly<Record<string, SdkFile>>;

/** Public files, which a page of any origin loads and npm installs. */
const OPEN = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff",
} as const;

const FOR_MINUTES = "public, max-age=300";
const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * The SDKs, built with this version of the service. Each file has two names: a plain one, which is the
 * latest, and one with its digest, which never changes and is safe to pin by `integrity`.
 */
export function sdkRoutes(files: SdkFiles) {
  const digested = new Map(Object.entries(files).map(([name, file]) => [pinnedName(name, file), file]));
  const listed = Object.entries(files).map(([name, file]) => ({
    name,
    path: `/sdk/${name}`,
    pinned_path: `/sdk/${pinnedName(name, file)}`,
    integrity: `sha384-${file.sha384}`,
  }));
  return createRouter()
    .get("/", (c) => c.json({ data: listed }, 200, { ...OPEN, "Cache-Control": FOR_MINUTES }))
    .get("/:name", (c) => {
      const { name } = c.req.param();
      const latest = Object.hasOwn(files, name) ? files[name] : undefined;
      const file = latest ?? digested.get(name);
      if (file === undefined) throw new ApiError("not_found", "There is no such file; GET /sdk lists them.");
      const etag = `"${file.sha384}"`;
      const headers = { ...OPEN, "Cache-Control": latest === undefined ? FOR_EVER : FOR_MINUTES, ETag: etag };
      if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
      return c.body(fromBase64(file.base64), 200, { ...headers, "Content-Type": file.type });
    });
}

/** `embed-0123456789abcdef.js`. */
function pinnedName(name: string, { sha384 }: SdkFile): string {
  const digest = toHex(fromBase64(sha384)).slice(0, 16);
  return name.replace(/(?=\.\w+$)/, `-${digest}`);
}
