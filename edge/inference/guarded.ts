import { ApiError } from "../core/errors.ts";
import { admit, answered, type Circuit, CLOSED, failed } from "./circuit.ts";
import { isOutage, wasCutOff } from "./failures.ts";
import type { InferencePort } from "./port.ts";

/**
 * Milliseconds after which a call that met no answer is not tried again: the second try would not end within
 * a request's deadline. Who is away says so at once, as a rule.
 */
const TRY_AGAIN_WITHIN_MS = 10_000;
/**
 * Milliseconds before the same host is asked again. A proxy may still hold connections to what has just died
 * behind it, and would send the call there once more.
 */
const PAUSE_MS = 100;

interface Host {
  readonly port: InferencePort;
  circuit: Circuit;
}

/**
 * One port on several hosts, nearest first, each behind a circuit breaker. The nearest one whose circuit
 * admits the call gets it; the next one gets it once more where there was no answer, since every call may be
 * made twice. Where there is no next one, the same one gets it again if the call was cut off: what looks
 * like one host may be a proxy, which has others behind it when one of them dies. While all are away, calls
 * are refused at once with 503 and a `Retry-After`, and one call at a time probes each. What a host answers
 * to one call, be it a refused image, an overload, a missed deadline or a failure, says that it is up, and
 * is the answer: otherwise one caller's pictures could shut out everybody.
 */
export function guarded(
  ports: readonly InferencePort[],
  clock: () => number,
  probeMs: number,
): InferencePort {
  const hosts: readonly Host[] = ports.map((port) => ({ port, circuit: CLOSED }));

  const admission = (host: Host) => admit(host.circuit, clock(), probeMs);

  /** Makes the call at the host. `isLast`: whether a failure is what the host's circuit shall know. */
  async function at<T>(
    host: Host,
    call: (port: InferencePort) => Promise<T>,
    isLast: (error: unknown) => boolean,
  ): Promise<T> {
    host.circuit = admission(host).circuit;
    try {
      const value = await call(host.port);
      host.circuit = answered();
      return value;
    } catch (error) {
      if (!isOutage(error)) host.circuit = answered();
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
      return await at(first, call, (error) => !again(error));
    } catch (error) {
      const next = again(error) ? first : isOutage(error) && inTime() ? other : undefined;
      if (next === first) await pause();
      if (next === undefined || !admission(next).allowed) throw error;
      return at(next, call, () => true);
    }
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
    forget: async (faces) => {
      const all = hosts.map((host) => through((port) => port.forget(faces), [host]));
      const answers = await Promise.all(all);
      return { onGalleryServer: answers.some(({ onGalleryServer }) => onGalleryServer) };
    },
    pack: () => through((port) => port.pack()),
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

const away = (waitMs: number) =>
  new ApiError("service_unavailable", "Image analysis is not available at the moment.", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });
