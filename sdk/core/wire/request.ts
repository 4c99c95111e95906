import type { OperationName, OperationRow, Operations } from "../../gen/operations.ts";
import { type FormLike, runtime } from "../../platform/runtime.ts";
import type { BlobLike, Upload } from "../../platform/upload.ts";

type Part = "path" | "query" | "body";

/** Input of an operation: its path, query and body parameters. */
export type Input<Name extends OperationName> = {
  readonly [Each in Part & keyof Operations[Name]]: Operations[Name][Each];
};

type Values = Readonly<Record<string, unknown>>;

/** A request that can be sent again and again. */
export interface WireRequest {
  readonly method: string;
  /** From the host on, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormLike | undefined;
}

/** Throws a TypeError for input that the service could not explain, such as a missing id. */
export async function writeRequest(
  [, method, pattern, kind]: OperationRow,
  { path = {}, query = {}, body }: { readonly [Each in Part]?: object | undefined },
): Promise<WireRequest> {
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key: string) => segment(key, (path as Values)[key]));
  const parameters = given(query).map(([key, value]) => [key, String(value)] as const);
  const search = parameters.length === 0 ? "" : `?${new runtime.URLSearchParams(parameters)}`;
  return {
    method,
    path: filled + search,
    headers: kind === "json" ? { "content-type": "application/json" } : {},
    body: kind === "json" ? JSON.stringify(body ?? {}) : kind === "form" ? await form(body ?? {}) : undefined,
  };
}

/** `.` and `..` would lead to another path, an empty id to the list of all. */
function segment(key: string, value: unknown): string {
  if (typeof value !== "string" || ["", ".", ".."].includes(value)) {
    throw new TypeError(`${key} must be a text that is neither empty nor a dot segment`);
  }
  return encodeURIComponent(value);
}

async function form(fields: object): Promise<FormLike> {
  const written = new runtime.FormData();
  for (const [name, value] of given(fields)) {
    if (isUpload(value)) {
      // The file's own name may identify the person, and the service does not use it.
      written.set(name, await blobOf(value), name);
    } else if (["string", "number", "boolean"].includes(typeof value)) {
      written.set(name, String(value));
    } else {
      throw new TypeError(`${name} must be a text, or an image as Blob, File, Uint8Array or ArrayBuffer`);
    }
  }
  return written;
}

function isUpload(value: unknown): value is Upload {
  return isBytes(value) || typeof (value as Partial<BlobLike> | null)?.arrayBuffer === "function";
}

const isBytes = (value: unknown): value is Uint8Array | ArrayBuffer =>
  value instanceof ArrayBuffer || value instanceof Uint8Array;

/** Forms take the runtime's own blobs alone. */
const isNative = (blob: BlobLike): boolean => blob instanceof runtime.Blob;

/** A copy of bytes, so that the caller may change them while the call is being tried. */
async function blobOf(upload: Upload): Promise<BlobLike> {
  if (isBytes(upload)) return new runtime.Blob([upload], { type: "application/octet-stream" });
  if (isNative(upload)) return upload;
  return new runtime.Blob([await upload.arrayBuffer()], { type: "application/octet-stream" });
}

const given = (values: object) => Object.entries(values).filter(([, value]) => value !== undefined);
