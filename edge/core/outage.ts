import { leftUntil } from "./clock.ts";
import { ApiError } from "./errors.ts";

/** What the service depends on, as the log names it. */
type Part =
  | "database"
  | "inference"
  | "object_store"
  | "rate_counter"
  | "dispatcher"
  | "request"
  | "master_key";

interface Details {
  /** For the caller. */
  readonly message: string;
  /** Whether the work was given up rather than refused: it may have taken effect, or may yet. */
  readonly isUncertain?: boolean;
  /** Seconds until a retry may help. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The same line is logged again after this time: an outage under load must not fill the disk with lines. */
const QUIET_MS = 10_000;
const quietUntil = new Map<string, number>();

class Outage extends ApiError {
  readonly isUncertain: boolean;

  constructor({ message, isUncertain = false, retryAfter = 5, cause }: Details) {
    super("service_unavailable", message, { retryAfter, cause });
    this.isUncertain = isUncertain;
  }
}

/**
 * The refusal of a call because a part is away: 503 `service_unavailable` with `Retry-After`. The log gets
 * one line in 10 s for each part and reason. `why` is our own text: it holds no value of a setting or of a
 * row.
 */
export function outage(part: Part, why: string, details: Details): ApiError {
  const line = JSON.stringify({ event: "outage", part, why });
  const now = Date.now();
  if (leftUntil(quietUntil.get(line) ?? 0, QUIET_MS, now) === 0) {
    quietUntil.set(line, now + QUIET_MS);
    console.error(line);
  }
  return new Outage(details);
}

/**
 * Whether the error leaves open if the work took effect. Then nothing may be undone that the work, should it
 * be done after all, relies on.
 */
export function isUncertain(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof Outage) return at.isUncertain;
  return false;
}

/**
 * The work's result, or what `late` makes when it takes longer. For calls that know no signal, such as those
 * to bindings of the platform: the work itself goes on, and nobody waits for it.
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
