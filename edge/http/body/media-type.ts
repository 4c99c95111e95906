import { ApiError } from "../../core/errors.ts";

const TYPE = "Content-Type";
const ENCODING = "Content-Encoding";

/** A value that is short and harmless enough to be shown to its sender. */
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]{1,60}(?=\s*(;|$))/;
const TOKEN = /^[a-z0-9._-]{1,20}$/;
const UTF_8 = ["utf-8", "utf8", "us-ascii"];

/** Throws 415 `unsupported_media_type` unless the body has this media type, in UTF-8. */
export function assertType(request: Request, wanted: "application/json" | "multipart/form-data"): void {
  const header = request.headers.get(TYPE)?.trim().toLowerCase();
  const sent = MEDIA_TYPE.exec(header ?? "")?.[0];
  if (sent !== wanted) {
    const received = sent === undefined ? (header ? "" : ". The request has none") : `, not ${sent}`;
    const isJson = sent === "application/json" && wanted !== sent;
    const advice = isJson ? " A file is a part of a form, not base64 in JSON." : "";
    throw unsupported(TYPE, `Send ${TYPE}: ${wanted}${received}.${advice}`);
  }
  const charset = /;\s*charset="?([^";\s]*)/.exec(header ?? "")?.[1];
  if (charset === undefined || UTF_8.includes(charset)) return;
  const received = TOKEN.test(charset) ? `, not ${charset}` : "";
  throw unsupported(TYPE, `The body must be in UTF-8${received}. Send ${TYPE}: ${wanted}.`);
}

/** Throws 415 `unsupported_media_type` for a compressed body, which would be read as it is. */
export function assertEncoded(request: Request): void {
  const encoding = request.headers.get(ENCODING)?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return;
  const received = TOKEN.test(encoding) ? `${ENCODING}: ${encoding}` : `This ${ENCODING}`;
  throw unsupported(
    ENCODING,
    `${received} is not supported. Send the body uncompressed, without ${ENCODING}.`,
  );
}

const unsupported = (param: string, message: string) =>
  new ApiError("unsupported_media_type", message, { param });
