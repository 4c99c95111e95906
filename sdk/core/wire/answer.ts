import type { OperationRow } from "../../gen/operations.ts";
import type { HeadersLike, ResponseLike } from "../../platform/runtime.ts";
import { type ErrorCode, type ErrorDetails, type Fault, SelfsameError } from "../error.ts";

/** The value of a successful answer, JSON by default. Throws a `SelfsameError` for every other one. */
export async function readAnswer(
  response: ResponseLike,
  kind: OperationRow[4],
  now: number,
): Promise<unknown> {
  const { status, headers } = response;
  if (status < 200 || status > 299) throw refusalOf(status, headers, await response.text(), now);
  if (kind === "bytes") return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  return kind === "none" ? undefined : jsonOf(text, status, headers);
}

function jsonOf(text: string, status: number, headers: HeadersLike): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold a person's data.
    throw new SelfsameError("unexpected_answer", "The answer is not JSON.", {
      status,
      requestId: headers.get("x-request-id") ?? undefined,
    });
  }
}

function refusalOf(status: number, headers: HeadersLike, text: string, now: number): SelfsameError {
  const coded = errorOf(text);
  const details: ErrorDetails = {
    status,
    requestId: headers.get("x-request-id") ?? textOf(coded?.request_id),
    retryAfter: secondsOf(headers.get("retry-after"), now),
  };
  if (coded === undefined) return uncoded(status, details);
  const issues = Array.isArray(coded.issues) ? coded.issues.map(String) : undefined;
  const errors = Array.isArray(coded.errors) ? (coded.errors as Fault[]) : undefined;
  return new SelfsameError(coded.code as ErrorCode, textOf(coded.message) ?? "", {
    ...details,
    param: textOf(coded.param),
    issues,
    errors,
    docUrl: textOf(coded.doc_url),
  });
}

/** The error of contract §9.1; undefined for a body of another shape. */
function errorOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: Record<string, unknown> };
    return typeof error?.code === "string" ? error : undefined;
  } catch {
    return undefined;
  }
}

function uncoded(status: number, details: ErrorDetails): SelfsameError {
  if (status === 410) return new SelfsameError("gone", "It has been deleted.", details);
  if (status >= 500 || status === 429) {
    return new SelfsameError("bad_gateway", `HTTP ${status} from something before the service.`, details);
  }
  return new SelfsameError("unexpected_answer", `HTTP ${status} without an error of this API.`, details);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** `Retry-After` in seconds: a number of them, or a date (RFC 9110 §10.2.3). */
function secondsOf(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000);
}
