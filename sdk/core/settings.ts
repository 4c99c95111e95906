import type { OperationName } from "../gen/operations.ts";
import { type AbortSignalLike, type Fetch, runtime } from "../platform/runtime.ts";
import type { ErrorCode } from "./error.ts";

/** Settings that both SDKs take for their calls. */
export interface Settings {
  /** Base URL of the service, such as `https://id.example.com`. */
  readonly baseUrl: string;
  /** Lets `baseUrl` be `http:` beyond this machine. The credential then travels in the clear. */
  readonly allowHttp?: boolean | undefined;
  /** Milliseconds of a call in all, with its retries and waits. Default: 90,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds of one attempt, which the next one follows. Default: 60,000, as the service's own. */
  readonly attemptTimeoutMs?: number | undefined;
  /** Retries of a call, 0 to 10. Default: 2. */
  readonly maxRetries?: number | undefined;
  readonly fetch?: Fetch | undefined;
  /** Called after every attempt, for logs and metrics. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** 1 to 255 printable characters of ASCII. Default for a POST: a random one. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignalLike | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /**
   * Called with the sent share of an upload, from 0 to 1, which never decreases, even if a call is retried.
   * Without XMLHttpRequest, or with a custom `fetch`, it is called at the end only.
   */
  readonly onProgress?: ((sent: number) => void) | undefined;
}

/** The last answer to a repeated call: it is not sent again while it is current. */
export interface Held {
  /** The answer's entity tag. */
  tag?: string | undefined;
}

/** It holds no path, since a path may name a person. */
export interface AttemptReport {
  readonly operation: OperationName;
  /** From 1. */
  readonly attempt: number;
  /** The failure's code; undefined for a good answer. */
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly elapsedMs: number;
  /** Undefined if the call ends with this attempt. */
  readonly retryInMs: number | undefined;
}

export interface CallSettings {
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: Fetch;
  /** Whether `fetch` is the runtime's, so that an upload may use a transport that reports progress. */
  readonly isOwnFetch: boolean;
  readonly onAttempt: ((attempt: AttemptReport) => void) | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignalLike | undefined;
  readonly onProgress?: ((sent: number) => void) | undefined;
  /** The answer is undefined while the previous one is current. */
  readonly held?: Held | undefined;
}

/** The longest time that a timer of any runtime takes. */
const LONGEST_MS = 2 ** 31 - 1;
const KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** Settings with their defaults. Throws a TypeError for those that cannot be right. */
export function settingsOf(options: Settings): CallSettings {
  const { timeoutMs = 90_000, attemptTimeoutMs = 60_000, maxRetries = 2, onAttempt } = options;
  return checked({
    baseUrl: baseUrlOf(options.baseUrl, options.allowHttp === true),
    timeoutMs,
    attemptTimeoutMs,
    maxRetries,
    onAttempt,
    // Some runtimes reject a `fetch` that is called on another object.
    fetch: options.fetch ?? ((url, init) => runtime.fetch(url, init)),
    isOwnFetch: options.fetch === undefined,
  });
}

/** The settings of a single call. */
export function forCall(
  settings: CallSettings,
  options: CallOptions & { readonly held?: Held } = {},
): CallSettings {
  const {
    timeoutMs = settings.timeoutMs,
    maxRetries = settings.maxRetries,
    idempotencyKey,
    signal,
    onProgress,
    held,
  } = options;
  return checked({ ...settings, timeoutMs, maxRetries, idempotencyKey, signal, onProgress, held });
}

function checked(settings: CallSettings): CallSettings {
  for (const name of ["timeoutMs", "attemptTimeoutMs"] as const) {
    if (!(settings[name] > 0 && settings[name] <= LONGEST_MS)) {
      throw new TypeError(`${name} must be a number of milliseconds from 1 to ${LONGEST_MS}`);
    }
  }
  const { maxRetries, idempotencyKey } = settings;
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= 10)) {
    throw new TypeError("maxRetries must be a whole number from 0 to 10");
  }
  if (idempotencyKey !== undefined && !KEY.test(idempotencyKey)) {
    throw new TypeError("idempotencyKey must be 1 to 255 printable characters of ASCII");
  }
  return settings;
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The service's address without a trailing slash. Throws a TypeError for one that would send a credential
 * unencrypted, unless it stays on this machine or the caller allows it.
 */
function baseUrlOf(text: string, allowHttp: boolean): string {
  const url = parse(text);
  const extra = url.username + url.password + url.search + url.hash;
  if (extra !== "") throw new TypeError("baseUrl has a host and perhaps a path, and nothing else");
  if (url.protocol === "http:" && !allowHttp && !LOOPBACK.test(url.hostname)) {
    throw new TypeError("baseUrl must be https, since it carries a credential; see allowHttp");
  }
  if (!["http:", "https:"].includes(url.protocol)) throw new TypeError("baseUrl must be https");
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function parse(text: string) {
  try {
    return new runtime.URL(text);
  } catch {
    throw new TypeError("baseUrl must be a URL, such as https://id.example.com");
  }
}
