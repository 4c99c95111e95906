const list = (...items: readonly string[]) => items.map((item) => `- ${item}`).join("\n");
const code = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

/** The reference's text on the API as a whole. An empty line separates paragraphs. */
export const INFO = {
  title: "Selfsame API",
  version: "1.0.0",
  description: [
    "Verify identities: a document, a selfie, a decision. Create a verification with your secret key, send the end user to its `url`, and receive the decision by webhook.",
    "## SDKs",
    "Your own service serves the packages, so that they match it. The server SDK, for Node.js 20 or later:",
    `\`\`\`sh
npm install "$SELFSAME_URL/sdk/server.tgz"
\`\`\``,
    "The SDK for browsers, React Native and WebViews, and the embed for your own page:",
    `\`\`\`sh
npm install "$SELFSAME_URL/sdk/client.tgz"
npm install "$SELFSAME_URL/sdk/embed.tgz"
\`\`\``,
    "Each package has a README. [`/sdk`](/sdk) lists the files with their digests.",
    "## Authentication",
    "Send `Authorization: Bearer` with a secret key (`svc_sk_test_…` or `svc_sk_live_…`). Keep secret keys on your servers. An end user's device uses a session token (`svc_tok_…`); each operation lists the credentials that it accepts.",
    "Calls from a browser: a page may call with a session token if its origin is on your list. Add the origin in the dashboard. Other origins get 403 `origin_not_allowed`, without CORS headers.",
    "## Restricted keys",
    "A key `svc_rk_test_…` or `svc_rk_live_…` has only the scopes that it was created with. Each operation lists the scope that it needs (`x-scopes`). Without it, the API returns 403 `key_scope_insufficient`. A member of a response or event with `x-scope` is absent for a restricted key without that scope. Every key can be limited to networks and to a time.",
    "## Modes",
    "A key belongs to test or live mode. The modes share no data: an id from the other mode returns 404.",
    "## Requests",
    "Send files as `multipart/form-data`, and other bodies as JSON. Unknown fields return 400 `unknown_parameter`.",
    "## Images",
    list(
      "Format: JPEG, PNG or WebP, not animated. The content decides, not the file's name.",
      "Size: at most 10 MiB a file, and 25 MiB a call.",
      "Dimensions: at least 200 pixels on the short side, at most 10,000 pixels a side and 40 megapixels.",
    ),
    "Another file returns 400 `unsupported_image_type`, `image_too_small`, `image_too_large` or `image_unreadable`, or 413 `file_too_large`. `param` names it. A HEIC photo of an iPhone has to be converted to JPEG. A PDF is not accepted.",
    "## Responses",
    "An outcome, such as no match or not live, is a response with status 200. An error has a `code` that does not change within `/v1`. Ignore fields that you do not know: later versions may add some.",
    "Responses to a session token contain less: no scores, thresholds or similarities, and only reasons that the end user can correct. Schemas named `…ForToken` describe these responses.",
    "## Compare with a name or birth date that you know",
    "Send what you know of the person as `expected` when you create a verification. The document is compared with it:",
    `\`\`\`sh
curl -X POST "$SELFSAME_URL/v1/verifications" \\
  -H "Authorization: Bearer $SELFSAME_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "customer_ref": "user-4711",
    "expected": {
      "full_name": "Anna Maria Eriksson",
      "date_of_birth": "1974-08-12"
    }
  }'
\`\`\``,
    "With the server SDK for Node.js:",
    `\`\`\`js
const { verification, url } = await selfsame.verifications.create({
  customer_ref: "user-4711",
  expected: {
    full_name: "Anna Maria Eriksson",
    date_of_birth: "1974-08-12",
  },
});
\`\`\``,
    "`details` of the verification has the results, and never the values:",
    `\`\`\`json
{
  "details": [
    { "field": "full_name", "result": "match", "normalised": true },
    { "field": "date_of_birth", "result": "mismatch", "normalised": false }
  ]
}
\`\`\``,
    list(
      "`match`: the document shows the expected value. `normalised` is true if only the spelling, the order or the form differs: Müller and MUELLER.",
      "`close`: a name or an address that is nearly the expected one: Lindqvist and Lindqist.",
      "`mismatch`: the document shows another value.",
      "`not_read`: the document does not show it, or it was not read.",
    ),
    "`match` changes nothing. After any other result, the verification goes to review. With the policy `on_expected_mismatch: decline`, the verification is declined if the MRZ clearly shows another value. With `report`, nothing follows. `nationality`, and an `address` that was not read, decide nothing.",
    "## Pagination",
    "A list returns `data`, the newest first, `has_more` and `next_cursor`. Send `next_cursor` as `cursor` for the next page, and `limit` for its size: 1 to 100, by default 20.",
    "## Expiry",
    list(
      "A verification: after `expires_in_seconds` of its policy, by default 24 hours. Its link works for 24 hours at most; create a new one with `POST /v1/verifications/{id}/links`.",
      "A session token: after 30 minutes, or the `ttl_seconds` that you ask for. Your server can issue another one with `POST /v1/sessions`.",
      "A liveness or chip challenge: after 120 seconds. A request to a wallet: after 180 seconds. A handoff to a phone: after 10 minutes.",
      "The signed address of an image: after 15 minutes. Each read of the result returns a new one.",
      "A stored response of an `Idempotency-Key`: after 24 hours.",
    ),
    "A verification that has expired keeps its data until your retention time is over. Create a new one for the end user.",
    "## Retries",
    "Send an `Idempotency-Key` with each POST. The [SDKs](/docs#about-sdks) do this. Repeat a call with the same key after 408, 429, 503, 409 `idempotency_key_in_use`, or if no response arrived. 502 and 504 of a proxy: repeat with the same key. Wait for `Retry-After` if the header is there, else 0.25 s, then twice as long each time, up to 8 s. Stop after 5 attempts.",
    `\`\`\`sh
curl -X POST "$SELFSAME_URL/v1/verifications" \\
  -H "Authorization: Bearer $SELFSAME_KEY" \\
  -H "Idempotency-Key: order-4711" \\
  -H "Content-Type: application/json" \\
  -d '{ "customer_ref": "user-4711" }'
\`\`\``,
    "After 500, repeat only a call without images: an image that was processed counts as an attempt. After a 500 with images, read the next action first. After any other error, correct the call.",
    "A repeated call with the same body returns the stored response, for 24 hours. Another body returns 409 `idempotency_key_reused`. A key belongs to one method and path. An error is not stored: the key can be used again.",
    "The same body means:",
    list(
      "JSON: the same bytes. Members in another order, or other spaces, are another body.",
      "Form: the same fields, and files of the same bytes. The order of the parts, the boundary and the file names may differ.",
    ),
    "Every response has an `X-Request-Id` header.",
    "## Rate limits",
    "A secret key has 300 writes and 600 reads a minute. A session token has 60 calls a minute. `RateLimit-*` headers return the state. A tenant can also have a monthly usage cap for each mode.",
    "## Test references",
    "In test mode, these values of `customer_ref` force the outcome, whichever valid image you send:",
    list(
      "`test_approve`: `approved`.",
      "`test_decline_spoof`: `declined`. Liveness finds a printed photo (`print_attack`).",
      "`test_decline_fraud`: `declined`. The document is fraudulent (`fraud_fraudulent`).",
      "`test_review`: `review`.",
      "`test_error_500`: every call returns 500 `internal_error`.",
      "`test_slow_3s`: every call begins after 3 seconds.",
      "`test_usage_cap`: every call returns 402 `usage_cap_reached`.",
    ),
    "In live mode these values have no special meaning.",
  ].join("\n\n"),
} as const;

/** A check of a signature without the SDK, by language. */
export const SIGNATURE_CHECKS = {
  js: `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the bytes as they arrived.
// header: the value of Service-Webhook-Signature.
export function isGenuine(rawBody, header, secret) {
  const parts = (header ?? "").split(/t=|,v1=/);
  const [, timestamp, ...signatures] = parts;
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= 300)) return false;
  const expected = createHmac("sha256", secret)
    .update(\`\${timestamp}.\`)
    .update(rawBody)
    .digest();
  return signatures.some((hex) => {
    const given = Buffer.from(hex, "hex");
    if (given.length !== expected.length) return false;
    return timingSafeEqual(given, expected);
  });
}`,
  python: `import hashlib
import hmac
import time

# raw_body: the bytes as they arrived.
# header: the value of Service-Webhook-Signature.
def is_genuine(raw_body, header, secret):
    parts = [part.split("=", 1) for part in header.split(",")]
    pairs = [part for part in parts if len(part) == 2]
    stamp = dict(pairs).get("t", "")
    if not stamp.isdecimal():
        return False
    if abs(time.time() - int(stamp)) > 300:
        return False
    signed = stamp.encode() + b"." + raw_body
    mac = hmac.new(secret.encode(), signed, hashlib.sha256)
    expected = mac.hexdigest().encode()
    return any(
        hmac.compare_digest(value.encode(), expected)
        for name, value in pairs
        if name == "v1"
    )`,
} as const;

export const WEBHOOKS_DESCRIPTION = [
  "The service sends events to the endpoints that you register in the dashboard or with `POST /v1/webhook-endpoints`. Verify the signature over the raw body, and answer with any 2xx status within 10 seconds.",
  "An event may arrive more than once: ignore ids that you have seen. A successful call sends an event for each result, and one more if it ends the verification, in live and in test mode. A failed call sends none. After 20 failures in a row within an hour, over at least 3 events, the endpoint is disabled.",
  "Each event below has an example of its body. The SDK's `constructEvent` checks a signature. Without the SDK, in Node.js:",
  code("js", SIGNATURE_CHECKS.js),
  "In Python:",
  code("python", SIGNATURE_CHECKS.python),
  "The page `docs/how-to/receive-webhooks.md` of the Selfsame repository has whole receivers for Express, Hono, Next.js, Django and Go. It also shows how to receive events on your own machine.",
].join("\n\n");

export const SECURITY_SCHEMES = {
  secretKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_sk_{live|test}_… or svc_rk_{live|test}_…",
    description:
      "`svc_sk_`: full access to one tenant and mode. `svc_rk_`: only its scopes. For servers only.",
  },
  sessionToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_tok_{live|test}_…",
    description: "For an end user's device: access to one verification, for a short time.",
  },
  captureLink: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_link_{live|test}_…",
    description: "The secret in a hosted link. Only the hosted page uses it.",
  },
  handoffCode: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_hand_{live|test}_…",
    description: "The code that a computer shows and a phone scans. Only the hosted page uses it.",
  },
} as const;
