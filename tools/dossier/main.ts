import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isLoopback } from "#edge/platform/variables.ts";
import { checkDossier } from "./check.ts";

const HELP = `Usage: npx --no-install selfsame dossier verify FILE --jwks KEYS

Checks a dossier of GET /v1/verifications/:id/dossier: its signature, its measurements, and that the service's rules
reach its decision.

  FILE         the dossier, as the service returned it
  --jwks KEYS  the service's public keys: a file, or https://HOST/.well-known/jwks.json;
               http:// for a service on this machine alone

Exit status: 0 the dossier proves its decision, 1 it does not, 2 it cannot be read.
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { jwks: { type: "string" }, help: { type: "boolean" } },
    allowPositionals: true,
  });
  const [noun, verb, path, ...others] = positionals;
  if (values.help === true) return say(HELP, 0);
  const isRight = noun === "dossier" && verb === "verify" && path !== undefined && others.length === 0;
  if (!isRight || values.jwks === undefined) return say(HELP, 2);
  const [text, keys] = await Promise.all([readFile(path, "utf8"), readKeys(values.jwks)]);
  const { faults, id, decision } = checkDossier(text, JSON.parse(keys));
  if (faults.length === 0)
    return say(`${id}: the signature is genuine, and the rules reach: ${decision}\n`, 0);
  return say(
    `${id}: this dossier does not prove its decision.\n${faults.map((each) => `  ${each}\n`).join("")}`,
    1,
  );
}

const say = (text: string, status: number): number => {
  (status === 0 ? process.stdout : process.stderr).write(text);
  return status;
};

async function readKeys(from: string): Promise<string> {
  if (!/^https?:/.test(from)) return readFile(from, "utf8");
  const { protocol, hostname } = new URL(from);
  // Keys that somebody on the way has replaced would make a forged dossier genuine.
  if (protocol === "http:" && !isLoopback(hostname)) {
    throw new Error(`--jwks: the address must begin with https://, unless it is of this machine: ${from}`);
  }
  const answer = await fetch(from);
  if (!answer.ok) throw new Error(`${from} answers ${answer.status}`);
  return answer.text();
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = say(`${error instanceof Error ? error.message : error}\n`, 2);
}
