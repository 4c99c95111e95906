import { leftUntil } from "./clock.ts";
import { ApiError } from "./errors.ts";

/** The dependencies of the service, as the log names them. */
type Part =
  | "database"
  | "inference"
  | "object_store"
  | "rate_counter"
  | "dispatcher"
  | "request"
  | "master_key"
  | "identity_provider"
  | "status_list";

interface Details {
  /** For the caller. */
  readonly message: string;
  /** Whether the work was abandoned rather than rejected: it may have taken effect, or may yet. */
  readonly isUncertain?: boolean;
  /** Seconds until a retry may help. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** Minimum time between two equal lines: an outage under load must not fill the disk with logs. */
const QUIET_MS = 10_000;
const quietUntil = new Map<string, number>();

/** The message is for callers; `why` is for operators. */
export class Outage extends ApiError {
  readonly why: string;
  readonly isUncertain: boolean;

  constructor(why: string, { message, isUncertain = false, retryAfter = 5, cause }: Details) {
    super("service_unavailable", message, { retryAfter, cause });
    this.why = why;
    this.isUncertain = isUncertain;
  }
}

/**
 * The rejection of a call because a dependency is unavailable: 503 `service_unavailable` with `Retry-After`.
 * One line is logged in 10 s for each dependency and reason. `why` is our own text: it holds no value of a
 * setting or of a row.
 */
export function outage(part: Part, why: string, details: Details): ApiError {
  const line = JSON.stringify({ event: "outage", part, why });
  const now = Date.now();
  if (leftUntil(quietUntil.get(line) ?? 0, QUIET_MS, now) === 0) {
    quietUntil.set(line, now + QUIET_MS);
    console.error(line);
  }
  return new Outage(why, details);
}

/**
 * Whether the error leaves open if the work took effect. If it may have, nothing that the work relies on may
 * be undone.
 */
export const isUncertain = (error: unknown): boolean => outageIn(error)?.isUncertain ?? false;

/** The outage that an error is, or has as its cause. It is in the log already. */
export function outageIn(error: unknown): Outage | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof Outage) return at;
  return undefined;
}

/**
 * The work's result, or what `late` returns if it takes longer. For calls that take no signal, such as those
 * to platform bindings: the work continues, but its result is dropped.
 */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
