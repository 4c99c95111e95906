/**
 * A presentation that does not answer the request: it does not decrypt, names another nonce or audience, or
 * its device did not sign for this request. It proves nothing, and counts for nothing.
 */
export class NotForRequestError extends Error {
  override readonly name = "NotForRequestError";
}

/** A credential that no issuer makes so: malformed, ambiguous, or of an unknown algorithm. */
export class MalformedCredentialError extends Error {
  override readonly name = "MalformedCredentialError";
}

/** Throws `MalformedCredentialError` unless the condition holds. `what`: the part of the credential. */
export function assertForm(condition: unknown, what: string): asserts condition {
  if (!condition) throw new MalformedCredentialError(what);
}
