/** A setting of `npm run edge`: its default, and what it does. */
type Line = readonly [name: string, usual: string, meaning: string];

export const SETTINGS: readonly Line[] = [
  ["PUBLIC_URL", "required", "the URL of the service for clients, such as https://id.example.com"],
  ["EDGE_HOST", "127.0.0.1", "the address to listen on; use another one only behind a proxy that ends TLS"],
  ["EDGE_PORT", "8787", "the port to listen on; 0 takes any free port"],
  ["EDGE_DATA", ".local/edge", "the folder of stored images and rate counters; each process needs its own"],
  ["EDGE_METRICS_HOST", "127.0.0.1", "the address of /metrics, /livez and /readyz, in plain HTTP"],
  ["EDGE_METRICS_PORT", "9465", "the port of /metrics, /livez and /readyz; 0 takes any free port"],
  ["LAME_DUCK", "5", "seconds after SIGTERM in which calls are still accepted while /health returns 503"],
  ["DRAIN_LIMIT", "30", "seconds that running calls then have to end"],
  ["BUNDLE_FOLDER", "unset", "the folder that --bundle DIR wrote; without it, each start makes a bundle"],
  ["DATABASE_URL", "required", "libSQL over HTTP: https:, libsql:, or http: on this machine"],
  ["DATABASE_AUTH_TOKEN", "unset", "the token of the database"],
  ["INFERENCE_URL", "required", "the gRPC-Web listener of the inference service"],
  [
    "INFERENCE_URLS",
    "unset",
    "several inference services instead of one, nearest first, separated by commas",
  ],
  [
    "INFERENCE_CA",
    "unset",
    "a PEM file with the CA of the inference service's certificate, instead of the public CAs",
  ],
  [
    "INFERENCE_CLIENT_CERT",
    "unset",
    "a PEM file with the edge's client certificate, for mutual TLS with inference",
  ],
  ["INFERENCE_CLIENT_KEY", "unset", "a PEM file with the key of that certificate"],
  ["INFERENCE_TOKEN", "required", "the token of the inference service, at least 32 characters"],
  [
    "DATA_KEYS",
    "required",
    "master keys: 32 bytes in base64, newest first, separated by commas; see admin secrets create",
  ],
  ["TOKEN_SIGNING_JWK", "required", "the Ed25519 key that signs session tokens; see admin secrets create"],
  ["TOKEN_VERIFY_JWKS", "unset", "public keys of session tokens that are accepted during a rotation"],
  ["RECEIPT_SIGNING_JWK", "required", "the Ed25519 key that signs receipts; see admin secrets create"],
  ["RECEIPT_VERIFY_JWKS", "unset", "public keys of earlier receipts, which are published"],
  [
    "WALLET_READER",
    "unset",
    "the key and certificates that sign requests to wallets: JSON with jwk (a private P-256 key) and x5c (base64, without the root)",
  ],
  [
    "STATUS_LISTS",
    "off",
    "off, or fetch: fetch the status lists that wallets' credentials name, by the network of webhooks",
  ],
  [
    "SIGN_UP",
    "open",
    "open: everyone may sign up, which needs mail; closed: only by invitation. Required if PUBLIC_URL is public",
  ],
  [
    "CLIENT_ADDRESS_HEADER",
    "unset",
    "the header in which your proxy sends the client's address, or none. Required if PUBLIC_URL is public",
  ],
  ["MAIL_URL", "unset", "the HTTPS address to which mail is posted; needs MAIL_TOKEN and MAIL_FROM"],
  ["MAIL_TOKEN", "unset", "the token of the mail service"],
  ["MAIL_FROM", "unset", "the sender of mail"],
  ["SIGN_UP_MONTHLY_CAP", "1000", "the monthly cap of a tenant that signs up on its own, or none"],
  ["KEYS_PER_MODE", "20", "maximum number of secret keys per tenant and mode"],
  ["ENDPOINTS_PER_MODE", "20", "maximum number of webhook endpoints per tenant and mode"],
  ["DASHBOARD_SESSION_HOURS", "24", "hours after which a dashboard session ends"],
  ["OIDC_ISSUER", "unset", "the OpenID Connect provider for sign-ins to the dashboard; needs the next three"],
  ["OIDC_CLIENT_ID", "unset", "the id of this service at the provider"],
  ["OIDC_CLIENT_SECRET", "unset", "the secret of this service at the provider"],
  [
    "OIDC_ALLOWED_DOMAINS",
    "unset",
    "domains of addresses that the provider may sign in, separated by commas",
  ],
  ["PASSWORD_SIGN_IN", "on", "off: people sign in to the dashboard by the provider only"],
  [
    "IMAGE_STORE",
    "on",
    "on: images are stored, for reviewers; off: none is, as is needed for several edges beside one database",
  ],
  ["REQUEST_DEADLINE", "60", "seconds after which a request returns 503"],
  ["DATABASE_READ_TIMEOUT", "5", "seconds that a database read may take"],
  ["DATABASE_BATCH_TIMEOUT", "15", "seconds that a database write may take"],
  ["WEBHOOK_DISABLE_AFTER_FAILURES", "20", "failed attempts in a row that disable a webhook endpoint"],
  ["WEBHOOK_DISABLE_WINDOW_MINUTES", "60", "minutes within which these attempts must fail"],
  [
    "PLAINTEXT_BEYOND_LOOPBACK",
    "false",
    "whether database, inference and clients may connect without TLS: only on a trusted network",
  ],
];

export const HELP = `Usage: npm run edge
       npm run edge -- --bundle DIR

Runs the edge alone: the API and the dashboard, on workerd. Stdout has one JSON object a line: "ready" with the address,
"monitoring" with the address of /metrics, then "health", which says whether database and inference answer. SIGTERM and
SIGINT end it after the running calls. A wrong setting is named before anything listens, with exit code 1. GET /health
is for probes.

--bundle DIR writes the bundle and ends. Use it to build a container image.

Settings, from the environment:
${SETTINGS.map(([name, usual, meaning]) => `  ${name.padEnd(32)}${usual.padEnd(13)}${meaning}`).join("\n")}
`;
