/**
 * A presentation that does not answer the request: it does not decrypt, names another nonce or audience, or
 * its device did not sign for this request. It proves nothing, and counts for nothing.
 */
export class NotForRequestError extends Error {
  override readonly name = "NotForRequestError";
}

/** A credential that no issuer makes so: malformed, ambiguous, or of an algorithm that signs nothing. */
export class MalformedCredentialError extends Error {
  override readonly name = "MalformedCredentialError";
}

/** A credential whose signatures may be right, by an algorithm or on a curve that is not verified here. */
export class UnsupportedAlgorithmError extends Error {
  override readonly name = "UnsupportedAlgorithmError";
  /** Such as `brainpoolP256r1`. */
  readonly algorithm: string;
  constructor(algorithm: string) {
    super(`${algorithm} is not verified`);
    this.algorithm = algorithm;
  }
}

/** Throws `MalformedCredentialError` unless the condition holds. `what`: the part of the credential. */
export function assertForm(condition: unknown, what: string): asserts condition {
  if (!condition) throw new MalformedCredentialError(what);
}
