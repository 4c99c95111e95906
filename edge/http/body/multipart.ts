import { MultipartParseError, type MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import type { MiddlewareHandler } from "hono";
import { ApiError, OverloadError } from "../../core/errors.ts";
import type { Place } from "../../limits/upload-budget.ts";
import { type AppEnv, priorityOf, type Upload } from "../context.ts";
import { MOST_FAULTS, together } from "../faults.ts";
import { unknownParameter } from "../issue-text.ts";
import { assertEncoded, assertType } from "./media-type.ts";
import { LARGEST_BODY, readBody } from "./read-body.ts";

/** The names that a form may use, each at most once. */
interface UploadSpec {
  readonly files: readonly string[];
  readonly fields: readonly string[];
  /** Those of the files that a rejection does not list. */
  readonly surplus?: readonly string[];
}

/** Limits in bytes, unless the name says otherwise. */
interface UploadLimits {
  readonly fileBytes: number;
  readonly requestBytes: number;
  readonly fieldBytes: number;
  readonly headerBytes: number;
  /** In characters. The name is read only to enforce this limit. */
  readonly fileNameLength: number;
}

const MIB = 1024 * 1024;

/** Contract §4.1. */
export const UPLOAD_LIMITS: UploadLimits = {
  fileBytes: 10 * MIB,
  requestBytes: LARGEST_BODY.upload,
  fieldBytes: 8 * 1024,
  headerBytes: 4 * 1024,
  fileNameLength: 255,
};

const MAX_NAME_LENGTH = 64;
const PLAIN_ENCODINGS: readonly string[] = ["7bit", "8bit", "binary"];

// RFC 2046 §5.1.1, without the space that no client sends.
const CONTENT_TYPE =
  /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i;

const BUILT = "Let your HTTP client build the form and its Content-Type.";

/**
 * Reads and parses a form. Throws 415 `unsupported_media_type`, 413 `request_too_large`, 400
 * `invalid_multipart`, and as `readBody` does. Every wrong part is a fault of the upload: 413
 * `file_too_large`, 400 `unknown_parameter`, `invalid_parameter`, `empty_file` or `invalid_multipart`. `free`
 * ends the use of the form's files.
 */
export async function readUpload(
  request: Request,
  spec: UploadSpec,
  place: Place,
  limits: UploadLimits = UPLOAD_LIMITS,
): Promise<{ readonly upload: Upload; free(): void }> {
  const boundary = boundaryOf(request);
  if (request.body === null) throw malformed("The form is empty.");
  const body = await readBody(request, limits.requestBytes, place).catch(bodyEndedEarly);
  if (body === null) {
    const message = `The request is larger than ${limits.requestBytes / MIB} MiB. Send smaller images.`;
    throw new ApiError("request_too_large", message);
  }
  try {
    return { upload: parse(body.bytes, boundary, spec, limits), free: body.free };
  } catch (error) {
    body.free();
    if (!(error instanceof MultipartParseError)) throw error;
    const isCutOff = error.message.endsWith("not finished");
    throw malformed(isCutOff ? "The form ends before its closing boundary." : `${error.message}.`, error);
  }
}

function boundaryOf(request: Request): string {
  assertType(request, "multipart/form-data");
  assertEncoded(request);
  const match = CONTENT_TYPE.exec(request.headers.get("content-type") ?? "");
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined) {
    throw new ApiError("unsupported_media_type", `The Content-Type has no valid boundary. ${BUILT}`, {
      param: "Content-Type",
    });
  }
  return boundary;
}

/** The form in these bytes; its files are subarrays of them. */
function parse(bytes: Uint8Array, boundary: string, spec: UploadSpec, limits: UploadLimits): Upload {
  const faults: ApiError[] = [];
  const form = { files: new Map<string, Uint8Array>(), fields: new Map<string, string>(), faults };
  const parts = parseMultipart(bytes.subarray(preambleOf(bytes, boundary)), {
    boundary,
    maxHeaderSize: limits.headerBytes,
    // More than the names: a surplus part is unknown or a duplicate, so that the rejection can name it.
    maxParts: spec.files.length + spec.fields.length + MOST_FAULTS,
    // The parser cannot name the part that is too large, so `takePart` measures the parts.
    maxFileSize: limits.requestBytes,
    maxTotalSize: limits.requestBytes,
  });
  try {
    for (const part of parts) {
      const fault = faultOf(() => takePart(part, form, spec, limits));
      if (fault !== null) faults.push(fault);
    }
  } catch (error) {
    // The parser stops at too many parts, and where a form breaks off. A wrong part before that says more.
    // What is missing is not known then.
    throw error instanceof MultipartParseError && faults.length > 0 ? together(faults) : error;
  }
  return form;
}

function faultOf(take: () => void): ApiError | null {
  try {
    take();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The length of the preamble before the first boundary (RFC 2046 §5.1.1), which the parser rejects. */
function preambleOf(bytes: Uint8Array, boundary: string): number {
  // One character for each byte.
  const text = new TextDecoder("latin1").decode(bytes.slice(0, 4 * 1024));
  if (text.startsWith(`--${boundary}`)) return 0;
  const delimiter = `\r\n--${boundary}`;
  const before = text.indexOf(delimiter);
  // If the first boundary is the closing one, the first is missing and everything would be preamble.
  if (before === -1 || text.startsWith("--", before + delimiter.length)) {
    throw malformed("The form has no first boundary within its first 4 KiB.");
  }
  return before + 2;
}

function takePart(
  part: MultipartPart,
  form: { files: Map<string, Uint8Array>; fields: Map<string, string> },
  spec: UploadSpec,
  limits: UploadLimits,
): void {
  const { name, fileName } = describePart(part, limits);
  if (form.files.has(name) || form.fields.has(name))
    throw malformed(`${name} is given twice. Send it once.`, undefined, name);
  if (spec.files.includes(name)) {
    // A file's part should have a filename, and need not (RFC 7578 §4.2).
    checkFile(part, name, limits);
    // In one piece, since the form was parsed as one.
    form.files.set(name, part.content[0]!);
  } else if (spec.fields.includes(name)) {
    if (fileName !== undefined) {
      throw malformed(`${name} must be a text field, and was sent with a file name.`, undefined, name);
    }
    form.fields.set(name, textOf(part, name, limits));
  } else {
    const { files, fields, surplus = [] } = spec;
    const allowed = [...files, ...fields].filter((each) => !surplus.includes(each));
    throw unknownParameter("form field", name, allowed);
  }
}

function describePart(part: MultipartPart, limits: UploadLimits) {
  try {
    const { name, filename: fileName, headers } = part;
    const encoding = headers["content-transfer-encoding"]?.toLowerCase() ?? "binary";
    if (name === undefined || name === "" || name.length > MAX_NAME_LENGTH)
      throw malformed("A part has no name.");
    if (!PLAIN_ENCODINGS.includes(encoding))
      throw malformed(`${name} has a Content-Transfer-Encoding. Send it as it is.`, undefined, name);
    if ((fileName?.length ?? 0) > limits.fileNameLength) {
      throw malformed(`A file's name is longer than ${limits.fileNameLength} characters.`, undefined, name);
    }
    return { name, fileName };
  } catch (error) {
    throw error instanceof ApiError ? error : malformed("A part's header cannot be read.", error);
  }
}

function checkFile(part: MultipartPart, name: string, limits: UploadLimits): void {
  if (part.size > limits.fileBytes) {
    throw new ApiError(
      "file_too_large",
      `${name} is larger than ${limits.fileBytes / MIB} MiB: it has ${(part.size / MIB).toFixed(1)} MiB. Scale it down.`,
      { param: name },
    );
  }
  if (part.size === 0) {
    throw new ApiError("empty_file", `${name} is empty. Check how your code reads the file.`, {
      param: name,
    });
  }
}

function textOf(part: MultipartPart, name: string, limits: UploadLimits): string {
  if (part.size > limits.fieldBytes) {
    throw new ApiError("invalid_parameter", `${name} is longer than ${limits.fieldBytes / 1024} KiB.`, {
      param: name,
    });
  }
  try {
    return part.text;
  } catch (cause) {
    throw new ApiError("invalid_parameter", `${name} is not UTF-8 text.`, { param: name, cause });
  }
}

function bodyEndedEarly(cause: unknown): never {
  throw cause instanceof ApiError ? cause : malformed("The body ended early.", cause);
}

/** Without a parameter at fault, the client has not built a form. */
function malformed(message: string, cause?: unknown, param?: string): ApiError {
  return param === undefined
    ? new ApiError("invalid_multipart", `${message} ${BUILT}`, { cause })
    : new ApiError("invalid_multipart", message, { cause, param });
}

/**
 * Reads a form of these names into `c.var.upload`, with its faults, once the isolate has room for it. Rejects
 * as `readUpload` does, and before the body is read while the tenant's last rejection for overload holds. The
 * room is released when the call is answered.
 */
export function uploadForm(spec: UploadSpec): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { services, principal } = c.var;
    const { uploads, overloads } = services;
    const { tenantId } = principal.scope;
    // Background calls are rejected sooner, so that they do not delay calls that a person waits for.
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
