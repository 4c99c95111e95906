/** A setting of `npm run edge`: its default and its meaning. */
type Line = readonly [name: string, usual: string, meaning: string];

export const SETTINGS: readonly Line[] = [
  ["PUBLIC_URL", "required", "where clients reach the service, such as https://id.example.com"],
  ["EDGE_HOST", "127.0.0.1", "the address to listen on; beyond loopback only behind a proxy that ends TLS"],
  ["EDGE_PORT", "8787", "0 takes any free port"],
  ["EDGE_DATA", ".local/edge", "folder of kept images and rate counters, for this process alone"],
  ["EDGE_METRICS_HOST", "127.0.0.1", "the address of /metrics, /livez and /readyz, in plain HTTP"],
  ["EDGE_METRICS_PORT", "9465", "0 takes any free port"],
  ["LAME_DUCK", "5", "seconds after SIGTERM in which calls are still taken, and /health says 503"],
  ["DRAIN_LIMIT", "30", "seconds that calls which are under way then have"],
  ["BUNDLE_FOLDER", "unset", "what --bundle DIR wrote; without it each start bundles anew"],
  ["DATABASE_URL", "required", "libSQL over HTTP: https:, libsql:, or http: on this machine"],
  ["DATABASE_AUTH_TOKEN", "unset", "the database's token"],
  ["INFERENCE_URL", "required", "the gRPC-Web listener of the inference service"],
  ["INFERENCE_URLS", "unset", "in its place several, nearest first, with commas between them"],
  [
    "INFERENCE_CA",
    "unset",
    "PEM file of the CA that inference's certificate is of, in place of the public ones",
  ],
  [
    "INFERENCE_CLIENT_CERT",
    "unset",
    "PEM file: the certificate that the edge shows inference, for mutual TLS",
  ],
  ["INFERENCE_CLIENT_KEY", "unset", "PEM file: its key"],
  ["INFERENCE_TOKEN", "required", "the inference service's token"],
  ["DATA_KEYS", "required", "master keys: 32 bytes in base64, newest first; admin secrets create makes one"],
  ["TOKEN_SIGNING_JWK", "required", "Ed25519 key of session tokens; admin secrets create makes one"],
  ["TOKEN_VERIFY_JWKS", "unset", "public keys of tokens that are accepted beside it"],
  ["RECEIPT_SIGNING_JWK", "required", "Ed25519 key of receipts; admin secrets create makes one"],
  ["RECEIPT_VERIFY_JWKS", "unset", "public keys of earlier receipts"],
  ["SIGN_UP", "open", "open or closed; a public deployment must choose, and open needs mail"],
  [
    "CLIENT_ADDRESS_HEADER",
    "unset",
    "header in which your proxy tells a client's address, or none; must be chosen",
  ],
  ["MAIL_URL", "unset", "where mail is posted, with MAIL_TOKEN and MAIL_FROM"],
  ["MAIL_TOKEN", "unset", "the mail service's token"],
  ["MAIL_FROM", "unset", "the sender of mail"],
  ["SIGN_UP_MONTHLY_CAP", "1000", "monthly cap of a tenant that signs up by itself, or none"],
  ["KEYS_PER_MODE", "20", "secret keys of a tenant and mode"],
  ["ENDPOINTS_PER_MODE", "20", "webhook endpoints of a tenant and mode"],
  ["DASHBOARD_SESSION_HOURS", "24", "a dashboard session ends after so many hours"],
  ["REQUEST_DEADLINE", "60", "seconds until a request is answered 503"],
  ["DATABASE_READ_TIMEOUT", "5", "seconds that a read may take"],
  ["DATABASE_BATCH_TIMEOUT", "15", "seconds that a write may take"],
  ["WEBHOOK_DISABLE_AFTER_FAILURES", "20", "failures in a row that disable an endpoint"],
  ["WEBHOOK_DISABLE_WINDOW_MINUTES", "60", "within so many minutes"],
  [
    "PLAINTEXT_BEYOND_LOOPBACK",
    "false",
    "1: database and inference may be called, and clients served, without TLS",
  ],
];

export const HELP = `Usage: npm run edge
       npm run edge -- --bundle DIR

Runs the edge by itself: the API and the dashboard, on workerd. Stdout carries one JSON object a line: "ready" with
the address, "monitoring" with that of /metrics, then "health", which says whether database and inference answer. SIGTERM
and SIGINT end it, once what is under way has been answered. A wrong setting is named before anything listens, with exit
code 1. GET /health is for probes.

--bundle DIR writes the bundle and ends: for an image, whose tree cannot be written later.

Settings, from the environment:
${SETTINGS.map(([name, usual, meaning]) => `  ${name.padEnd(32)}${usual.padEnd(13)}${meaning}`).join("\n")}
`;
