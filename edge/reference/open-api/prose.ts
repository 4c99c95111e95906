/** The reference's text on the API as a whole. An empty line separates paragraphs. */
export const INFO = {
  title: "Selfsame API",
  version: "1.0.0",
  description: [
    "Identity verification: a document, a selfie, a decision. Everything under /v1 wants the header `Authorization: Bearer` with a secret key (`svc_sk_…`) or, where an operation says so, a session token (`svc_tok_…`). A secret key belongs on a server and nowhere else.",
    "Live and test are two worlds: a key, a token and everything they make belong to one of them, and what belongs to the other, or to another tenant, answers exactly as what does not exist.",
    "Uploads are `multipart/form-data`, other bodies JSON. A field of a body, a part of a form or a query parameter that an operation does not name is 400 `unknown_parameter`. An outcome, such as no match or not live, is an answer with 200; a refusal has a `code` that does not change. An answer may gain fields: ignore those that you do not know.",
    "A session token is told what the person can mend, and whether a step is done: never scores, thresholds or similarities, nor which check refused. A schema named `…ForToken` is what it is answered; a reason that names a defence is `not_accepted`.",
    "Every answer carries `X-Request-Id`. Rates: a secret key 300 writes and 600 reads a minute, a session token 60 calls, and a verification's tokens together 60 reads; `RateLimit-*` headers tell how it stands. A monthly usage cap may be set for each mode; a refused call uses nothing of it. Calls that write and are not billed are as many in a day (UTC) as the cap has in a month.",
    "In test mode these values of `customer_ref` have fixed outcomes: `test_approve`, `test_decline_spoof`, `test_decline_fraud`, `test_review`, `test_error_500`, `test_slow_3s`, `test_usage_cap` (402 wherever a `customer_ref` is taken).",
  ].join("\n\n"),
} as const;

export const WEBHOOKS_DESCRIPTION = [
  "Requests that the service sends to the endpoints registered in the dashboard, at least once for each event: tell repetitions by the event's id. Check the signature over the raw body in constant time, answer any 2xx within 10 seconds, also to what you ignore.",
  "An event fires once for each call that succeeded, in live and in test mode; a refused call fires none. An endpoint that fails 20 times in a row within an hour is disabled.",
].join("\n\n");

export const SECURITY_SCHEMES = {
  secretKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_sk_{live|test}_…",
    description: "Full authority over one tenant and mode. For servers only.",
  },
  sessionToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_tok_{live|test}_…",
    description: "For an end user's device: the calls of one verification, for a short time. Opaque.",
  },
  captureLink: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_link_{live|test}_…",
    description: "The secret of a link, by which a person opens a verification. For the service's own page.",
  },
  handoffCode: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "svc_hand_{live|test}_…",
    description: "The code that a computer shows and a phone scans. For the service's own page.",
  },
} as const;
