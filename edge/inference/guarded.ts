import { ApiError } from "../errors.ts";
import { admit, answered, type Circuit, CLOSED, failed } from "./circuit.ts";
import { isOutage } from "./failures.ts";
import type { InferencePort } from "./port.ts";

/**
 * The port behind a circuit breaker. While the service is down, calls are refused at once with 503 and a
 * `Retry-After`, and one call at a time probes it. Refused images and overloads do not count as failures: the
 * service is up.
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
    analyzeFace: (image) => through(() => port.analyzeFace(image)),
    assessPresentationAttack: (frames) => through(() => port.assessPresentationAttack(frames)),
    readDocument: (image, tenant) => through(() => port.readDocument(image, tenant)),
    assessForensics: (image, tenant) => through(() => port.assessForensics(image, tenant)),
    examineDocument: (pictures, tenant) => through(() => port.examineDocument(pictures, tenant)),
    searchGallery: (request) => through(() => port.searchGallery(request)),
    forget: (faces, tenant) => through(() => port.forget(faces, tenant)),
    pack: () => through(() => port.pack()),
  };
}
