/** A setting of `npm start`: its default, and what it does. */
type Line = readonly [name: string, usual: string, meaning: string];

export const SETTINGS: readonly Line[] = [
  ["PORT", "8787", "the port of the API; 0 takes any free port"],
  ["PUBLIC_URL", "unset", "the URL of your tunnel or proxy, through which browsers and phones connect"],
  ["SELFSAME_DATA", ".local", "the folder that holds all data"],
  [
    "SIGN_UP",
    "open",
    "open: everyone who can connect may sign up to the dashboard; closed: only by invitation",
  ],
  ["SIGN_UP_MONTHLY_CAP", "1000", "the monthly cap of a tenant that signs up on its own, or none"],
  ["KEYS_PER_MODE", "20", "maximum number of secret keys per tenant and mode"],
  ["ENDPOINTS_PER_MODE", "20", "maximum number of webhook endpoints per tenant and mode"],
  ["DASHBOARD_SESSION_HOURS", "24", "hours after which a dashboard session ends"],
  ["CLIENT_ADDRESS_HEADER", "none", "the header in which your proxy sends the client's address, or none"],
  ["MAIL_URL", "unset", "the HTTPS address of a mail service; without it, mail is printed to the terminal"],
  ["MAIL_TOKEN", "unset", "the token of the mail service; needed with MAIL_URL"],
  ["MAIL_FROM", "unset", "the sender of mail; needed with MAIL_URL"],
  ["MODELS_FROM", "unset", "the folder or URL of the recommended models"],
  ["MODELS_PULL", "true", "whether missing recommended models are downloaded at the start"],
  ["WEBHOOK_ALLOW_PRIVATE", "false", "whether webhooks may be sent to loopback and private addresses"],
  ["WEBHOOK_EXTRA_CA", "unset", "a PEM file of one more CA that webhook receivers may use"],
  ["WEBHOOK_TIME_SCALE", "1", "divides the delays between webhook attempts, for tests"],
  ["LIMIT_KEY_WRITES", "300", "writes a minute for each secret key, for benchmarks"],
  ["LIMIT_KEY_READS", "600", "reads a minute for each secret key, for benchmarks"],
  ["LIMIT_TOKEN_CALLS", "60", "calls a minute for each session token, for benchmarks"],
  ["LIMIT_TOKEN_NEXT", "120", "reads of the next action a minute for each verification, for benchmarks"],
  ["LIMIT_CHALLENGES", "10", "challenges a minute for each session token, for benchmarks"],
  ["LIMIT_NOT_LIVE", "5", "liveness checks in 3 minutes that may end not live, for benchmarks"],
];

export const HELP = `Usage: npm start

Runs the whole of Selfsame on this machine: a database, the inference service, the edge, and a first tenant.
Ctrl-C stops all of it. The next start finds the same data.

Settings, from the environment:
${SETTINGS.map(([name, usual, meaning]) => `  ${name.padEnd(25)}${usual.padEnd(9)}${meaning}`).join("\n")}
Also the settings of the inference service: npm run inference -- --help

From a phone: browsers give a page the camera over HTTPS only, or on this machine itself. Use a tunnel (such as
cloudflared tunnel --url http://127.0.0.1:8787) or a proxy with a certificate that the phone trusts, and start with
  PUBLIC_URL=https://the-name-of-the-tunnel SIGN_UP=closed CLIENT_ADDRESS_HEADER=none npm start
Everyone who knows that name can reach the whole service. Stop the tunnel when you are done.
`;
