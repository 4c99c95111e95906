const text = (description: string, example: string) => ({
  description,
  required: true,
  schema: { type: "string" },
  example,
});
const count = (description: string, example: number) => ({
  description,
  required: true,
  schema: { type: "integer", minimum: 0 },
  example,
});

/** Headers of answers, as components. */
export const HEADERS = {
  "X-Request-Id": text(
    "The id of this request. Quote it when you report a problem.",
    "req_01JPA71B2M4P6R8T0V2X4Z6B8D",
  ),
  "RateLimit-Limit": count("Requests that the limit allows in its window.", 300),
  "RateLimit-Remaining": count("Requests left in the window.", 299),
  "RateLimit-Reset": count("Seconds until another request is allowed.", 60),
  "Retry-After": count("Seconds to wait before trying again.", 2),
  "WWW-Authenticate": text("RFC 6750.", 'Bearer realm="selfsame"'),
  ETag: text("Identifies this version of the answer.", '"Zk3o0cYtQ1m9n2b4v6x8aA"'),
  "Idempotent-Replayed": {
    description: "Present if this is the stored answer of an earlier call with the same `Idempotency-Key`.",
    schema: { const: "true" },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const RATE_LIMIT: readonly HeaderName[] = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
/** Answers that may come before the credential's limit is known. */
const UNCOUNTED: readonly number[] = [401, 410, 500, 503];
const RETRYABLE: readonly number[] = [429, 503];

/** A client waits for a key in use, and for no other conflict. */
const IN_USE = {
  description: "Seconds to wait; with `idempotency_key_in_use` only.",
  schema: { type: "integer" },
};

/** The headers of an operation's answer, as references into the components. */
export function headersOf(
  status: number,
  operation: { guarded: boolean; keyed: boolean; conditional: boolean },
) {
  const names: HeaderName[] = ["X-Request-Id"];
  if (operation.guarded && !UNCOUNTED.includes(status)) names.push(...RATE_LIMIT);
  if (operation.keyed && status < 300) names.push("Idempotent-Replayed");
  if (operation.conditional && status < 400) names.push("ETag");
  if (status === 401) names.push("WWW-Authenticate");
  if (RETRYABLE.includes(status)) names.push("Retry-After");
  const references = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
  );
  return operation.keyed && status === 409 ? { ...references, "Retry-After": IN_USE } : references;
}
