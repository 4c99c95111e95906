import fc from "fast-check";

/** Every parameter of every operation. */
const NAMES = [
  "customer_ref",
  "verification_id",
  "ttl_seconds",
  "policy",
  "action_hint",
  "mode",
  "challenge_token",
  "document_type",
  "exclude_customer_ref",
  "replace",
  "image",
  "image_a",
  "image_b",
  ...[1, 2, 3, 4, 5, 6].map((n) => `image_${n}`),
];
export const POLICY = [
  "steps",
  "liveness_mode",
  "document_types",
  "max_attempts",
  "expires_in_seconds",
  "min_age",
  "dedupe",
];

const word = fc.constantFrom(
  "passive",
  "challenge",
  "burst",
  "auto",
  "cid",
  "true",
  "false",
  "random",
  "1",
  "customer",
);
/** Any text, often with characters that break programs. */
export const text = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 3, minLength: 1 }).map((s) => s.repeat(3_000)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "",
      " ",
      "\u0000",
      "__proto__",
      "constructor",
      "\ud800",
      "%00",
      "-1",
      "1e999",
      "NaN",
      "null",
      "../..",
      "' or 1=1 --",
      "\r\nX: y",
      "\u202e",
      "🙂".repeat(64),
    ),
  },
);
export const known = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: text },
);
