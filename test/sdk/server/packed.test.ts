import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhooks } from "#sdk/server/src/index.ts";
import { startWorkerRig } from "../../harness/stack/worker-rig.ts";
import { installPacked, olderNode } from "../installed.ts";
import { MAIN, USE, USE_WITH_DOM, WORKER } from "../samples.ts";
import { SAMPLE_EVENT } from "./sample-event.ts";

const ROOT = join(import.meta.dirname, "../../..");
const KB = 1_000;
const SECRET = `whsec_${"a".repeat(38)}`;

/** Equal except for `readonly`, which does not affect assignability. */
const SAME = `import type * as packed from "@selfsame/server";
type Same<A, B> = [A, Required<A>, keyof A] extends [B, Required<B>, keyof B]
  ? [B, Required<B>, keyof B] extends [A, Required<A>, keyof A] ? true : false : false;`;
const importOf = (module: string, n: number) => `import type * as from${n} from ${JSON.stringify(module)};`;

const installed = await installPacked("sdk/server");
let rig: Awaited<ReturnType<typeof startWorkerRig>>;
beforeAll(async () => {
  rig = await startWorkerRig();
});
afterAll(() => rig?.close());

const exportedTypes = async (path: string) =>
  [
    ...(await readFile(resolve(installed.folder, path), "utf8")).matchAll(
      /^export (?:interface|type) (\w+)/gm,
    ),
  ].map(([, name]) => name!);

const older = await olderNode();

describe("the package", () => {
  it("holds code, types, its page and a program, needs nothing else, and is as small as it says", () => {
    const { files, size, unpackedSize } = installed.packed;
    const strangers = files.filter(
      ({ path }) => !/^(dist\/.*\.(js|d\.ts)|package\.json|README\.md)$/.test(path),
    );
    expect(strangers).toEqual([]);
    expect(globSync("node_modules/*", { cwd: installed.folder })).toEqual(["node_modules/@selfsame"]);
    // What a server loads, and the program with the service's rules, which it does not.
    const program = files.find(({ path }) => path === "dist/cli.js")!.size;
    // It keeps its names and line breaks, so that a stack trace can be read: a server saves nothing by less.
    expect(unpackedSize - program).toBeLessThan(156 * KB);
    expect(program).toBeLessThan(440 * KB);
    expect(size).toBeLessThan(178 * KB);
  });

  it("its code has line breaks: Node prints the line of an error that is not caught", async () => {
    const code = await readFile(
      resolve(installed.folder, "node_modules/@selfsame/server/dist/index.js"),
      "utf8",
    );
    expect(Math.max(...code.split("\n").map(({ length }) => length))).toBeLessThan(300);
  });

  it("has a program that checks a dossier without the service", async () => {
    const headers = { authorization: `Bearer ${rig.key}`, "content-type": "application/json" };
    const call = async (path: string, init: RequestInit = {}) =>
      (await fetch(new URL(path, rig.url), { headers, ...init })).text();
    const body = JSON.stringify({ customer_ref: "proven" });
    const { verification } = JSON.parse(await call("/v1/verifications", { method: "POST", body }));
    const dossier = await call(`/v1/verifications/${verification.id}/dossier`);
    await installed.write("keys.json", await call("/.well-known/jwks.json"));
    await installed.write("dossier.json", dossier);
    await installed.write("forged.json", dossier.replace('"status":"created"', '"status":"completed"'));
    const verify = (file: string) =>
      promisify(execFile)(
        "npx",
        ["--offline", "selfsame", "dossier", "verify", file, "--jwks", "keys.json"],
        {
          cwd: installed.folder,
        },
      );
    const reached = `${verification.id}: the signature is genuine, and the rules reach: null\n`;
    expect((await verify("dossier.json")).stdout).toBe(reached);
    await expect(verify("forged.json")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("dossier.verification.status: it differs from what was signed"),
    });
  });

  it("names no type of Node or the DOM: it compiles without them, and with the DOM", async () => {
    await installed.write("use.ts", USE);
    expect(await installed.complaints("use.ts", ["es2022"])).toBe("");
    await installed.write("use-dom.ts", `${USE}\n${USE_WITH_DOM}`);
    expect(await installed.complaints("use-dom.ts", ["es2022", "dom"])).toBe("");
  });

  it("has the types of what a secret key may ask, with their comments, and none of a device's", async () => {
    const types = await readFile(
      join(installed.folder, "node_modules/@selfsame/server/dist/index.d.ts"),
      "utf8",
    );
    expect(types).toContain("/** Counts against the usage cap. */\n\t\tretrieve: (id: string");
    expect(types).toContain("export interface OcrData extends Omit<OcrResult,");
    expect(types).not.toMatch(/ForToken|OpenLinkBody|Caller|WireRequest/);
  });

  it("has the very types that the document's are, since each is the other's", async () => {
    const generated = ["operations", "schemas"].map((name) => join(ROOT, `sdk/gen/${name}.ts`));
    const names = await exportedTypes("node_modules/@selfsame/server/dist/index.d.ts");
    const pairs = (
      await Promise.all(
        generated.map(async (module, n) =>
          (
            await exportedTypes(module)
          )
            .filter((name) => names.includes(name))
            .map((name) => `export const ${name}: Same<packed.${name}, from${n}.${name}> = true;`),
        ),
      )
    ).flat();
    expect(pairs.length).toBeGreaterThan(60);
    await installed.write("same.ts", [SAME, ...generated.map(importOf), ...pairs].join("\n"));
    expect(await installed.complaints("same.ts", ["es2022"])).toBe("");
  });

  it("lets its user's mistakes not compile", async () => {
    await installed.write("wrong.ts", `${USE}\nselfsame.verifications.create({ customer: "user-1" });`);
    expect(await installed.complaints("wrong.ts", ["es2022"])).toContain("customer");
  });
});

describe("the example of its page runs against the service, by the installed package", () => {
  const environment = () => ({
    SELFSAME_URL: rig.url,
    SELFSAME_KEY: rig.key,
    SELFSAME_WEBHOOK_SECRET: SECRET,
  });

  beforeAll(async () => {
    const page = readFileSync(join(ROOT, "sdk/server/README.md"), "utf8");
    const [, example] = /^```js\n(.*?)^```/ms.exec(page)!;
    expect(example!.trim().split("\n").filter(Boolean).length).toBeLessThan(25);
    const delivery = await webhooks.signTestEvent(SAMPLE_EVENT, SECRET);
    await installed.write("example.mjs", example!);
    await installed.write("delivery.json", JSON.stringify(delivery));
    await installed.write("main.mjs", MAIN);
  });

  const expected = "vf_1 approved\nvf_ svc_tok_test_ null null 200\nwebhook_signature_mismatch\n";

  it("on the Node of this repository", async () => {
    expect(await installed.run(process.execPath, "main.mjs", environment())).toBe(expected);
  });

  it.skipIf(older === undefined)("on Node 20", async () => {
    expect(await installed.run(older!, "main.mjs", environment())).toBe(expected);
  });

  it("on workerd", async () => {
    await installed.write("worker.mjs", WORKER);
    const modules = [
      "worker.mjs",
      ...globSync("node_modules/@selfsame/server/dist/**/*.js", { cwd: installed.folder }),
    ];
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        name: "tenant",
        modules: modules.map((path) => ({ type: "ESModule" as const, path: join(installed.folder, path) })),
        modulesRoot: installed.folder,
        compatibilityDate: "2026-10-20",
        bindings: environment(),
        log: new Log(LogLevel.WARN),
        cf: false,
        host: "127.0.0.1",
        port: 0,
      }),
    );
    try {
      const delivery = await webhooks.signTestEvent(SAMPLE_EVENT, SECRET);
      const url = await miniflare.ready;
      const answer = await fetch(url, { method: "POST", body: delivery.body, headers: delivery.headers });
      expect(await answer.text()).toBe("vf_ svc_tok_test_ verification.completed missing_parameter image");
    } finally {
      await miniflare.dispose();
    }
  });
});
