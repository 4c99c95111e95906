import { leftUntil } from "../core/clock.ts";

/** The state of a circuit breaker. Times are milliseconds since the epoch. */
export type Circuit =
  /** Calls are made; the last `failures` calls in a row failed. */
  | { readonly state: "closed"; readonly failures: number }
  /** No call is made before `until`; `pauseMs` is the whole pause. */
  | { readonly state: "open"; readonly until: number; readonly pauseMs: number }
  /** One probe call is under way; without its result by `until` another call may probe. */
  | { readonly state: "probing"; readonly until: number; readonly pauseMs: number };

/** Failures in a row that open the circuit. */
const MOST_FAILURES = 5;
const FIRST_PAUSE_MS = 1_000;
/** With the probe, less than the 10 s in which the service is back after an outage. */
const LONGEST_PAUSE_MS = 8_000;

export const CLOSED: Circuit = { state: "closed", failures: 0 };

/**
 * Whether a call may be made now, and the circuit after that. An open circuit admits one probe when its pause
 * is over; the probe may take up to `probeMs`. `waitMs`: the time until the next question is useful.
 */
export function admit(
  circuit: Circuit,
  now: number,
  probeMs: number,
): { circuit: Circuit; allowed: boolean; waitMs: number } {
  if (circuit.state === "closed") return { circuit, allowed: true, waitMs: 0 };
  const { pauseMs } = circuit;
  const waitMs = leftUntil(circuit.until, circuit.state === "open" ? pauseMs : probeMs, now);
  if (waitMs > 0) return { circuit, allowed: false, waitMs };
  return { circuit: { state: "probing", until: now + probeMs, pauseMs }, allowed: true, waitMs: 0 };
}

/** The circuit after an answered call, even a refusal: the service is up. */
export function answered(): Circuit {
  return CLOSED;
}

/**
 * The circuit after an unanswered call: the last of `MOST_FAILURES` in a row opens it, and a failed probe
 * doubles the pause.
 */
export function failed(circuit: Circuit, now: number): Circuit {
  switch (circuit.state) {
    case "closed": {
      const failures = circuit.failures + 1;
      return failures < MOST_FAILURES ? { state: "closed", failures } : open(FIRST_PAUSE_MS, now);
    }
    case "probing":
      return open(Math.min(2 * circuit.pauseMs, LONGEST_PAUSE_MS), now);
    case "open":
      // A call from before the opening of the circuit gives no new information.
      return circuit;
  }
}

function open(pauseMs: number, now: number): Circuit {
  return { state: "open", until: now + pauseMs, pauseMs };
}
