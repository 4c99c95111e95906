import { VARIABLES } from "../edge/env.ts";
import { nearestName } from "../edge/http/received.ts";
import { VARIABLES as INFERENCE } from "../inference/config.ts";
import { nearSettings, takenByNpm } from "../vocabulary/near-settings.ts";
import { programArguments } from "./arguments.ts";
import { OWN_SHAPE } from "./edge/settings.ts";
import { checkedSettings, withoutEffect } from "./stack/check-settings.ts";
import { DamagedFileError } from "./stack/files.ts";
import { HELP, SETTINGS } from "./stack/help.ts";
import { FolderInUseError } from "./stack/lock.ts";
import { type RunningStack, runStack } from "./stack/run.ts";

/** The settings of every part, those of `npm run edge` too: an environment may be shared. */
const KNOWN = [
  ...SETTINGS.map(([name]) => name),
  ...VARIABLES,
  ...Object.keys(OWN_SHAPE),
  ...Object.keys(INFERENCE.shape),
];

/** Milliseconds for the service to make the link to try. */
const LINK_MS = 10_000;

async function main(): Promise<void> {
  const taken = takenByNpm(process.env, KNOWN)[0];
  if (taken !== undefined) {
    const option = `--${taken.toLowerCase().replaceAll("_", "-")}`;
    process.stderr.write(`unknown_parameter: npm start has no ${option}. ${asVariable([taken])}\n`);
    process.exit(2);
  }
  const { values } = programArguments("npm start", { help: {} }, { advice: asVariable });
  if (values.help) return void process.stdout.write(HELP);
  // The database and the object store hold personal data: only this user may read their files.
  process.umask(0o077);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
  stopping.signal.addEventListener("abort", () => say("Stopping…"));
  try {
    for (const line of [...withoutEffect(process.env), ...nearSettings(process.env, KNOWN)]) say(line);
    const settings = await checkedSettings(process.env);
    const stack = await runStack(settings, say, stopping.signal);
    say(summary(stack, await linkToTry(stack.api, stack.tenant.keys.test)));
    await stack.ended;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
  process.exit(0);
}

/** How the first argument is set as a variable: `npm start` takes its settings from the environment. */
function asVariable([first = "", second]: readonly string[]): string {
  const [option = "", inline] = first.replace(/^-+/, "").split("=");
  const names = SETTINGS.map(([name]) => name);
  const meant = nearestName(option, names) ?? "PORT";
  const value = inline ?? second ?? (meant === "PORT" ? "3000" : "");
  // A number or a short word is no secret, which another value may be.
  const shown = /^(\d+|[a-z]{1,6})$/.test(value) ? value : "…";
  return `Settings are variables: ${meant}=${shown} npm start. See npm start -- --help`;
}

function summary(stack: RunningStack, link: string): string {
  const { api, publicUrl = "this machine only (from a phone: npm start -- --help)", tenant } = stack;
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
 * A link for a first try: of a new verification in test mode. If it cannot be made, such as for a spent
 * monthly cap, the stack runs on, and the text says why.
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
  const isNamed = error instanceof FolderInUseError || error instanceof DamagedFileError;
  const code = isNamed ? `${error.code}: ` : "";
  process.stderr.write(`${code}${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  process.exit();
}

main().catch(fail);
