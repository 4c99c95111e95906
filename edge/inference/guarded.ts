import { ApiError } from "../errors.ts";
import { admit, answered, type Circuit, CLOSED, failed } from "./circuit.ts";
import { isOutage } from "./failures.ts";
import type { InferencePort } from "./port.ts";

/** A call that no host has answered is tried at one more. */
const MOST_TRIES = 2;
/**
 * Milliseconds after which it is not: the second try would not end within a request's deadline. Who is away
 * says so at once, as a rule.
 */
const TRY_AGAIN_WITHIN_MS = 10_000;

interface Host {
  readonly port: InferencePort;
  circuit: Circuit;
}

/**
 * One port on several hosts, nearest first, each behind a circuit breaker. The nearest one whose circuit
 * admits the call gets it; the next one gets it once more where there was no answer, since every call may be
 * made twice. While all are away, calls are refused at once with 503 and a `Retry-After`, and one call at a
 * time probes each. What a host answers to one call, be it a refused image, an overload, a missed deadline or
 * a failure, says that it is up, and is the answer: otherwise one caller's pictures could shut out everybody.
 */
export function guarded(
  ports: readonly InferencePort[],
  clock: () => number,
  probeMs: number,
): InferencePort {
  const hosts: readonly Host[] = ports.map((port) => ({ port, circuit: CLOSED }));

  /** The milliseconds until the host is worth a call; 0 where it now takes one. */
  function admission(host: Host): number {
    const { circuit, waitMs } = admit(host.circuit, clock(), probeMs);
    host.circuit = circuit;
    return waitMs;
  }

  async function at<T>(host: Host, call: (port: InferencePort) => Promise<T>): Promise<T> {
    try {
      const value = await call(host.port);
      host.circuit = answered();
      return value;
    } catch (error) {
      host.circuit = isOutage(error) ? failed(host.circuit, clock()) : answered();
      throw error;
    }
  }

  async function through<T>(call: (port: InferencePort) => Promise<T>, among = hosts): Promise<T> {
    const startedAt = clock();
    const failures: unknown[] = [];
    let waitMs = Number.POSITIVE_INFINITY;
    for (const host of among) {
      const hostWaitMs = admission(host);
      waitMs = Math.min(waitMs, hostWaitMs);
      if (hostWaitMs > 0) continue;
      try {
        return await at(host, call);
      } catch (error) {
        failures.push(error);
        const isLate = clock() - startedAt > TRY_AGAIN_WITHIN_MS;
        if (!isOutage(error) || isLate || failures.length === MOST_TRIES) throw error;
      }
    }
    throw failures.at(-1) ?? away(waitMs);
  }

  return {
    analyzeFace: (image, caller) => through((port) => port.analyzeFace(image, caller)),
    assessPresentationAttack: (frames, caller) =>
      through((port) => port.assessPresentationAttack(frames, caller)),
    readDocument: (image, caller) => through((port) => port.readDocument(image, caller)),
    assessForensics: (image, caller) => through((port) => port.assessForensics(image, caller)),
    examineDocument: (pictures, caller) => through((port) => port.examineDocument(pictures, caller)),
    searchGallery: (request, caller) => through((port) => port.searchGallery(request, caller)),
    // Any host may remember, so that all must forget, and only all of them are an answer.
    forget: async (faces, tenant) => {
      await Promise.all(hosts.map((host) => through((port) => port.forget(faces, tenant), [host])));
    },
    pack: () => through((port) => port.pack()),
  };
}

const away = (waitMs: number) =>
  new ApiError("service_unavailable", "Image analysis is not available at the moment.", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });
