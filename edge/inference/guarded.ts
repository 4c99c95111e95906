import { ApiError } from "../errors.ts";
import { admit, answered, type Circuit, CLOSED, failed } from "./circuit.ts";
import { isOutage } from "./failures.ts";
import type { InferencePort } from "./port.ts";

/**
 * The port behind a circuit breaker. While the service is down, calls are refused at once with 503 and a
 * `Retry-After`, and one call at a time probes it. What the service answers to one call, be it a refused
 * image, an overload, a missed deadline or a failure, says that the service is up: otherwise one caller's
 * pictures could shut out everybody.
 */
export function guarded(port: InferencePort, clock: () => number, probeMs: number): InferencePort {
  let circuit: Circuit = CLOSED;

  async function through<T>(call: () => Promise<T>): Promise<T> {
    const admission = admit(circuit, clock(), probeMs);
    circuit = admission.circuit;
    if (!admission.allowed) {
      throw new ApiError("service_unavailable", "Image analysis is not available at the moment.", {
        retryAfter: Math.max(1, Math.ceil(admission.waitMs / 1000)),
      });
    }
    try {
      const value = await call();
      circuit = answered();
      return value;
    } catch (error) {
      circuit = isOutage(error) ? failed(circuit, clock()) : answered();
      throw error;
    }
  }

  return {
    analyzeFace: (image, caller) => through(() => port.analyzeFace(image, caller)),
    assessPresentationAttack: (frames, caller) =>
      through(() => port.assessPresentationAttack(frames, caller)),
    readDocument: (image, caller) => through(() => port.readDocument(image, caller)),
    assessForensics: (image, caller) => through(() => port.assessForensics(image, caller)),
    examineDocument: (pictures, caller) => through(() => port.examineDocument(pictures, caller)),
    searchGallery: (request, caller) => through(() => port.searchGallery(request, caller)),
    forget: (faces, tenant) => through(() => port.forget(faces, tenant)),
    pack: () => through(() => port.pack()),
  };
}
