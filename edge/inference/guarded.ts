import { leftUntil } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import { isOutage, wasCutOff } from "./failures.ts";
import type { InferencePort } from "./port.ts";

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
/** With the probe, less than the 10 s in which calls must succeed again after an outage. */
const LONGEST_PAUSE_MS = 8_000;

export const CLOSED: Circuit = { state: "closed", failures: 0 };

/**
 * Whether a call may be made now, and the circuit's next state. An open circuit admits one probe when its
 * pause is over; the probe may take up to `probeMs`. `waitMs`: the time until a call may be admitted.
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
      // A call from before the circuit opened gives no new information.
      return circuit;
  }
}

function open(pauseMs: number, now: number): Circuit {
  return { state: "open", until: now + pauseMs, pauseMs };
}

/**
 * Milliseconds after which a failed call is not repeated: the second try would not end within a request's
 * deadline. An unavailable host usually fails at once.
 */
const TRY_AGAIN_WITHIN_MS = 10_000;
/**
 * Milliseconds before a retry on the same host. A proxy may still hold connections to a host behind it that
 * has just died, and would send the call there again.
 */
const PAUSE_MS = 100;

interface Host {
  readonly port: InferencePort;
  circuit: Circuit;
}

/**
 * One port on several hosts, nearest first, each behind a circuit breaker. A call goes to the nearest host
 * whose circuit admits it. If there is no answer, it goes once to the next host: every call is safe to
 * repeat. Without a next host, a call that was cut off is repeated on the same one, which may be a proxy with
 * other hosts behind it. While all hosts are unavailable, calls are rejected at once with 503 and a
 * `Retry-After`, and one call at a time probes each host.
 *
 * Any answer to a call proves that its host is available, be it a rejected image, an overload, a missed
 * deadline or a failure. Otherwise one caller's images could open the circuit for all callers.
 */
export function guarded(
  ports: readonly InferencePort[],
  clock: () => number,
  probeMs: number,
): InferencePort {
  const hosts: readonly Host[] = ports.map((port) => ({ port, circuit: CLOSED }));

  const admission = (host: Host) => admit(host.circuit, clock(), probeMs);

  /** Makes the call at the host. `isLast`: whether a failure counts for the host's circuit. */
  async function callHost<T>(
    host: Host,
    call: (port: InferencePort) => Promise<T>,
    isLast: (error: unknown) => boolean,
  ): Promise<T> {
    host.circuit = admission(host).circuit;
    try {
      const value = await call(host.port);
      host.circuit = CLOSED;
      return value;
    } catch (error) {
      if (!isOutage(error)) host.circuit = CLOSED;
      else if (isLast(error)) host.circuit = failed(host.circuit, clock());
      throw error;
    }
  }

  async function through<T>(call: (port: InferencePort) => Promise<T>, among = hosts): Promise<T> {
    const startedAt = clock();
    const inTime = () => clock() - startedAt <= TRY_AGAIN_WITHIN_MS;
    const [first, other] = among.filter((host) => admission(host).allowed);
    if (first === undefined) throw away(Math.min(...among.map((host) => admission(host).waitMs)));
    const isProbe = first.circuit.state !== "closed";
    const again = (error: unknown) => other === undefined && !isProbe && wasCutOff(error) && inTime();
    try {
      return await callHost(first, call, (error) => !again(error));
    } catch (error) {
      const next = again(error) ? first : isOutage(error) && inTime() ? other : undefined;
      if (next === first) await pause();
      if (next === undefined || !admission(next).allowed) throw error;
      return callHost(next, call, () => true);
    }
  }

  return {
    analyzeFace: (image, caller) => through((port) => port.analyzeFace(image, caller)),
    assessPresentationAttack: (frames, caller) =>
      through((port) => port.assessPresentationAttack(frames, caller)),
    readDocument: (image, caller) => through((port) => port.readDocument(image, caller)),
    assessForensics: (image, caller) => through((port) => port.assessForensics(image, caller)),
    examineDocument: (images, caller) => through((port) => port.examineDocument(images, caller)),
    verifySeals: (seals, caller) => through((port) => port.verifySeals(seals, caller)),
    readChip: (files, caller) => through((port) => port.readChip(files, caller)),
    readPortrait: (image, caller) => through((port) => port.readPortrait(image, caller)),
    findIssuer: (certificate, candidates, caller) =>
      through((port) => port.findIssuer(certificate, candidates, caller)),
    searchGallery: (request, caller) => through((port) => port.searchGallery(request, caller)),
    // Any host may hold the references: all must forget them, and the answer needs all of theirs.
    forget: async (faces) => {
      const all = hosts.map((host) => through((port) => port.forget(faces), [host]));
      const answers = await Promise.all(all);
      return { onGalleryServer: answers.some(({ onGalleryServer }) => onGalleryServer) };
    },
    bundle: () => through((port) => port.bundle()),
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

const away = (waitMs: number) =>
  new ApiError("service_unavailable", "Image analysis is not available at the moment.", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });
