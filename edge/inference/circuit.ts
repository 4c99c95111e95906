/** The state of a service as its latest calls have shown it. Times are milliseconds since the epoch. */
export type Circuit =
  /** It is asked; so many calls in a row failed. */
  | { readonly state: "closed"; readonly failures: number }
  /** It is left alone until then; `pauseMs` is how long that is in all. */
  | { readonly state: "open"; readonly until: number; readonly pauseMs: number }
  /** One call tries whether it is back; if nothing is heard of that one by then, another may try. */
  | { readonly state: "probing"; readonly until: number; readonly pauseMs: number };

/** Failures in a row that open the circuit. */
const MOST_FAILURES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export const CLOSED: Circuit = { state: "closed", failures: 0 };

/**
 * Whether a call may be made now, and the circuit after that. An open circuit lets one call through when its
 * pause is over, a probe that may take up to `probeMs`. `waitMs`: when to ask again.
 */
export function ask(
  circuit: Circuit,
  now: number,
  probeMs: number,
): { circuit: Circuit; allowed: boolean; waitMs: number } {
  if (circuit.state === "closed") return { circuit, allowed: true, waitMs: 0 };
  const waitMs = circuit.until - now;
  if (waitMs > 0) return { circuit, allowed: false, waitMs };
  const { pauseMs } = circuit;
  return { circuit: { state: "probing", until: now + probeMs, pauseMs }, allowed: true, waitMs: 0 };
}

/** After a call that was answered, were it with a refusal: the service is there. */
export function answered(): Circuit {
  return CLOSED;
}

/**
 * After a call that was not: the last of too many in a row opens the circuit, a failed probe doubles its
 * pause.
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
      // A call that began before the circuit opened tells nothing new.
      return circuit;
  }
}

function open(pauseMs: number, now: number): Circuit {
  return { state: "open", until: now + pauseMs, pauseMs };
}
