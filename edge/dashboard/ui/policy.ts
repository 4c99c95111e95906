const BASE = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'";

/**
 * A page's Content-Security-Policy: no scripts unless it names them, no resources of other origins, no
 * framing; forms post to this origin only.
 */
export const pagePolicy = (...more: readonly string[]): string =>
  [BASE, ...more, "frame-ancestors 'none'", "base-uri 'none'"].join("; ");
