import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeConfig, readConfig } from "#inference/config.ts";
import { HELP } from "#local/edge/help.ts";
import { readServeSettings } from "#local/edge/settings.ts";
import { newSecrets } from "#local/stack/secrets.ts";
import { newAuthority } from "../harness/certificates.ts";
import { useFolder } from "../harness/folder.ts";
import { PROGRAMS, type Program, podOf, read, unitValues } from "./artefacts.ts";

/** Variables that the runtime reads, and none of our programs. */
const OF_THE_RUNTIME = ["NODE_ENV"];

const namesOf = (help: string) => [...help.matchAll(/^ {2}([A-Z][A-Z_]+) /gm)].map(([, name]) => name!);
const KNOWN = { inference: namesOf(describeConfig()), edge: namesOf(HELP) };

it("every setting of an artefact is one of the program that it starts", () => {
  const unknown = PROGRAMS.flatMap(({ where, part, environment }) =>
    Object.keys(environment)
      .filter((name) => !KNOWN[part].includes(name) && !OF_THE_RUNTIME.includes(name))
      .map((name) => `${where}: ${name}`),
  );
  expect(PROGRAMS.map(({ where }) => where)).toHaveLength(10);
  expect(unknown).toEqual([]);
});

const folder = useFolder();
const { cert, private: key } = await (await newAuthority()).leaf();
/** Files that an artefact mounts. */
const MOUNTED = Object.fromEntries(
  Object.entries({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, INFERENCE_CA: cert }).map(([name, pem]) => {
    const path = join(folder, `${name}.pem`);
    writeFileSync(path, pem);
    return [name, path];
  }),
);

/** Settings that an artefact takes from the operator's secrets, beside its own. */
async function completed({ environment }: Program): Promise<Record<string, string>> {
  const secrets = { ...(await newSecrets()), DATABASE_URL: "https://database.example.com" };
  const own = {
    PUBLIC_URL: "https://id.example.com",
    INFERENCE_URL: "http://127.0.0.1:50052",
    SIGN_UP: "closed",
    CLIENT_ADDRESS_HEADER: "X-Forwarded-For",
  };
  // A secret of no shape of its own, such as a password, is any word.
  const said = Object.entries(environment).filter(
    ([name, value]) => value !== "secret" || name === "GALLERY_MILVUS_PASSWORD",
  );
  const all: Record<string, string> = { ...secrets, ...own, ...Object.fromEntries(said) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, MOUNTED[name] ?? value]));
}

const ACCEPTS: Readonly<Record<Program["part"], (environment: Record<string, string>) => unknown>> = {
  inference: readConfig,
  edge: readServeSettings,
};

it("every program starts with the settings of its artefact", async () => {
  for (const program of PROGRAMS) {
    const environment = await completed(program);
    expect(() => ACCEPTS[program.part](environment), program.where).not.toThrow();
  }
});

it("a host has time to drain before whatever stops it kills it", async () => {
  const { services } = read("deploy/compose/compose.yaml");
  const killedAfter = Object.fromEntries(
    ["edge", "inference"].flatMap((part) => [
      [`compose ${part}`, Number.parseInt(services[part].stop_grace_period, 10)],
      [`kubernetes ${part}`, podOf(`deploy/kubernetes/base/${part}.yaml`).terminationGracePeriodSeconds],
      [`systemd ${part}`, Number(unitValues(`selfsame-${part}`, "TimeoutStopSec")[0])],
    ]),
  );
  for (const program of PROGRAMS) {
    const limit = killedAfter[program.where.replace("-cuda", "")];
    expect(drainOf(program.part, await completed(program)), program.where).toBeLessThan(limit);
  }
});

/** Seconds in which a host ends. */
function drainOf(part: Program["part"], environment: Record<string, string>): number {
  if (part === "edge") {
    const { lameDuck, drainLimit } = readServeSettings(environment).leaving;
    return lameDuck + drainLimit;
  }
  const { lameDuck, drainLimit } = readConfig(environment);
  return (lameDuck + drainLimit) / 1_000;
}

it("no program of an artefact writes into its own tree", () => {
  for (const { where, part, environment } of PROGRAMS) {
    expect(environment.EDGE_DATA ?? environment.MODELS_DIR, where).toMatch(
      /^\/(data|models|var\/lib\/selfsame-\w+)$/,
    );
    if (part === "edge") expect(environment.BUNDLE_FOLDER, where).toMatch(/^\//);
  }
});
