import { parseArgs } from "node:util";
import { type RunningStack, runStack } from "./stack/run.ts";
import { readStackSettings } from "./stack/settings.ts";

/** Milliseconds for the service to make the link to try. */
const LINK_MS = 10_000;

const HELP = `Usage: npm start

Runs the whole of Selfsame on this machine: a database, the inference service, the edge, and a first tenant.
Ctrl-C stops all of it; starting again finds the same data.

Settings, from the environment:
  PORT                   where the API answers (default 8787; 0: any free port)
  PUBLIC_URL             where browsers and phones reach it through a tunnel or proxy (default: this machine only; see below)
  SELFSAME_DATA          folder that keeps everything (default .local/)
  SIGN_UP                closed: nobody signs up to the dashboard without an invitation (default open)
  SIGN_UP_MONTHLY_CAP    monthly cap of a tenant that signs up by itself, or none (default 1000); likewise KEYS_PER_MODE (20)
  DASHBOARD_SESSION_HOURS  a dashboard session ends after so many hours (default 24)
  CLIENT_ADDRESS_HEADER  the header in which a proxy before this tells a client's address (default: none is believed)
  MAIL_URL               where mail is posted, with MAIL_TOKEN and MAIL_FROM (default: printed here)
  MODELS_FROM            folder or URL of the recommended models
  MODELS_PULL            0: do not look for recommended models (default 1)
  WEBHOOK_ALLOW_PRIVATE  1: deliver webhooks to loopback and private addresses
  WEBHOOK_EXTRA_CA       PEM file of one more CA that webhook receivers may show
  WEBHOOK_TIME_SCALE     divides the webhook retry delays, for tests
  LIMIT_KEY_WRITES       calls a minute; likewise LIMIT_KEY_READS, LIMIT_TOKEN_CALLS, LIMIT_TOKEN_NEXT, LIMIT_CHALLENGES, for benchmarks
Also those of the inference service: npm run inference -- --help

From a phone: browsers give a page the camera over HTTPS only, or on this machine itself. So let a tunnel (such as
cloudflared tunnel --url http://127.0.0.1:8787) or a proxy with a certificate that the phone trusts lead to PORT, and start with
  PUBLIC_URL=https://the-name-of-the-tunnel SIGN_UP=closed CLIENT_ADDRESS_HEADER=none npm start
Whoever knows that name reaches the whole service: sign in to the dashboard by it, and stop the tunnel when you are done.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { help: { type: "boolean" } } });
  if (values.help) return void process.stdout.write(HELP);
  // The database and the object store hold personal data: only this user may read their files.
  process.umask(0o077);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
  stopping.signal.addEventListener("abort", () => say("Stopping…"));
  try {
    const stack = await runStack(readStackSettings(process.env), say, stopping.signal);
    say(summary(stack, await linkToTry(stack.api, stack.tenant.keys.test)));
    await stack.ended;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
  process.exit(0);
}

function summary(stack: RunningStack, link: string): string {
  const { api, publicUrl = "this machine only: npm start -- --help says how a phone can", tenant } = stack;
  return `
Selfsame is ready.

  API       ${api}
  public    ${publicUrl}
  dashboard ${stack.dashboard}
  gRPC      ${stack.grpc}
  metrics   ${stack.metrics}
  tenant    ${tenant.tenant_id}
  test key  ${tenant.keys.test}
  live key  ${tenant.keys.live}
  login     ${tenant.login.email}
  password  ${tenant.login.password}
  details   ${stack.stackFile}

Try it: open this link in a browser with a camera. It is good for 24 hours, and for the browser that opens it first.

  ${link}

Or call the API:

  curl -s ${api}/v1/verifications -H 'Authorization: Bearer ${tenant.keys.test}' \\
    -H 'Content-Type: application/json' -d '{"customer_ref": "user-1"}'
`;
}

/**
 * A link to a new verification in test mode, with which the developer can try the page. A failure to create
 * it, such as a spent monthly cap, does not stop the stack: the failure is returned in place of the link.
 */
async function linkToTry(api: string, testKey: string): Promise<string> {
  try {
    const response = await fetch(`${api}/v1/verifications`, {
      method: "POST",
      headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
      body: JSON.stringify({ customer_ref: "tried-on-this-machine" }),
      signal: AbortSignal.timeout(LINK_MS),
    });
    const answer = (await response.json()) as { url?: string; error?: { code: string } };
    return answer.url ?? `none: the service answered ${answer.error?.code ?? response.status}`;
  } catch {
    return "none: the service did not answer";
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  process.exit();
}

main().catch(fail);
