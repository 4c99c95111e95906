import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { createClient, isSelfsameError } from "#sdk/client/src/index.ts";
import { image } from "../../harness/edge/check-edge.ts";
import { useCheckEdge } from "../../harness/edge/use.ts";
import { edgeFetch } from "../edge-fetch.ts";
import { installPacked } from "../installed.ts";
import { USE_OF_CLIENT } from "../samples.ts";
import { NFC_DOUBLE, READ_CHIP } from "./nfc-double.ts";

const README = readFileSync(join(import.meta.dirname, "../../../sdk/client/README.md"), "utf8");
const EXAMPLES = join(import.meta.dirname, "../../../examples");
const NFC = "node_modules/react-native-nfc-manager";
/** The types that react-native-nfc-manager itself declares. */
const NFC_TYPES = join(import.meta.dirname, "../../..", NFC, "index.d.ts");
const BASE = "http://127.0.0.1:8787";

const edge = await useCheckEdge();
const installed = await installPacked("sdk/client");

it("a device makes every call that its token may make, and a fresh token follows one that expired", async () => {
  const { id } = await edge.verification({ liveness_mode: "passive" });
  const reasons: string[] = [];
  const seen: string[] = [];
  const token = async (why: string) => {
    reasons.push(why);
    const body = { verification_id: id, ttl_seconds: 60 };
    return (await edge.call("POST", "/v1/sessions", edge.key, body)).body.token as string;
  };
  const client = createClient({ baseUrl: BASE, token, fetch: edgeFetch(edge, seen) });
  expect((await client.challenge()).challenge_token).toBeTruthy();
  edge.advance(10 * 60_000);
  await Promise.all([client.scan({ image: image(1) }), client.verification(id)]);
  expect(reasons).toEqual(["first", "token_expired"]);
  const { version, sha256, locale } = (await client.page({ locale: "en" })).consent_text;
  const consent = { version, sha256, locale };
  expect((await client.consent(id, consent)).given_at).toBeTruthy();
  expect((await client.next(id)).consent?.given ?? true).toBe(true);
  await client.detectFraud({ image: image(2) });
  expect((await client.document(id, { front: image(3), source: "camera" })).verification.id).toBe(id);
  const check = await client.liveness({ mode: "passive", frames: [image(4)] });
  expect(check).not.toHaveProperty("score");
  const other = await client.verification("vf_00000000000000000000000000").catch((error: unknown) => error);
  expect(isSelfsameError(other) && other.code).toBe("not_found");

  for await (const { outcome } of client.watch(id)) {
    expect(outcome).toBe("open");
    break;
  }
  const codeOf = (call: Promise<unknown>) =>
    call.catch((error: unknown) => (isSelfsameError(error) ? error.code : error));
  expect(await codeOf(client.requestCredential(id))).toBe("verification_not_open");
  expect(await codeOf(client.credentialRequest(id, "cr_0"))).toBe("not_found");
  const chip = { sod: image(5), dg1: image(6), dg2: image(7) };
  expect(await codeOf(client.chipChallenge(id))).toBe("verification_not_open");
  expect(await codeOf(client.chip(id, chip))).toBe("verification_not_open");
  const nothing = { request_id: "cr_0", protocol: "direct_post" } as const;
  expect(await codeOf(client.credential(id, nothing))).toBe("not_found");
  expect(await codeOf(client.chipChallenge(id))).toBe("verification_not_open");
  const files = { sod: Uint8Array.of(0x77, 0), dg1: Uint8Array.of(0x61, 0), dg2: Uint8Array.of(0x75, 0) };
  expect(await codeOf(client.chip(id, files))).toBe("verification_not_open");
  const handoff = await client.beginHandoff();
  expect((await client.handoff(handoff.id)).state).toBe("waiting");
  await client.endHandoff(handoff.id);
  const contested = await client.contest(id).catch((error: unknown) => error);
  expect(isSelfsameError(contested) && contested.code).toBe("not_contestable");
  await client.withdrawConsent(id);

  const open = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security = [] }]) => security.some((way) => "sessionToken" in way))
      .map(([method]) => {
        const of = path.startsWith("/v1/handoffs") ? handoff.id : id;
        return `${method.toUpperCase()} ${path.replace("{id}", of).replace("{request_id}", "cr_0")}`;
      }),
  );
  const called = new Set(seen.map((call) => call.split("?")[0]));
  expect(open.filter((call) => !called.has(call))).toEqual([]);
});

it("the package has at most 56 KiB, needs nothing else, and compiles without Node's types and the DOM", async () => {
  expect(installed.packed.size).toBeLessThan(56 * 1024);
  await installed.write("use.ts", USE_OF_CLIENT);
  expect(await installed.complaints("use.ts", ["es2022"])).toBe("");
  await installed.write("verify.ts", readFileSync(join(EXAMPLES, "react-native/verify.ts"), "utf8"));
  expect(await installed.complaints("verify.ts", ["es2022"])).toBe("");
  await installed.write(
    "main.mjs",
    'import { createClient } from "@selfsame/client"; console.log(typeof createClient);',
  );
  expect(await installed.run(process.execPath, "main.mjs")).toBe("function\n");
});

it("the example of a chip compiles with the NFC package's own types, and sends a chip in memory whole, with its answer to the challenge", async () => {
  mkdirSync(join(installed.folder, NFC));
  await installed.write(
    `${NFC}/package.json`,
    '{"type": "module", "main": "index.js", "types": "index.d.ts"}',
  );
  copyFileSync(NFC_TYPES, join(installed.folder, NFC, "index.d.ts"));
  await installed.write(`${NFC}/index.js`, NFC_DOUBLE);
  await installed.write("chip.ts", readFileSync(join(EXAMPLES, "react-native/chip.ts"), "utf8"));
  // The declarations of the package have two errors of their own, which React Native's projects skip, too.
  expect(await installed.complaints("chip.ts", ["es2022"], { skipLibCheck: true })).toBe("");
  await installed.write("read-chip.mjs", READ_CHIP);
  expect(JSON.parse(await installed.run(process.execPath, "read-chip.mjs"))).toEqual({
    ...{ seen: ["open IsoDep", "close"], id: "vf_1", challenge: "cc_1", answer: [8, 7, 6, 5, 4, 3, 2, 1] },
    ...{ parts: ["dg1", "dg15", "dg2", "sod"], others: [] },
  });
});

it("the examples of its page load, with the names that they export", async () => {
  const examples = [...README.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!);
  const named: string[] = [];
  for (const [n, code] of examples.entries()) {
    await installed.write(`example-${n}.mjs`, code);
    const list = `console.log(Object.keys(await import("./example-${n}.mjs")).sort().join());`;
    await installed.write("list.mjs", list);
    named.push((await installed.run(process.execPath, "list.mjs")).trim());
  }
  expect(named).toEqual(["verify", "chosen,photograph"]);
});

it("its page names every call that a device can make", () => {
  const calls = Object.keys(createClient({ baseUrl: BASE, token: "svc_tok_test_a" }));
  expect(
    calls.filter((call) => !README.includes(`\`${call}\``) && !README.includes(`client.${call}(`)),
  ).toEqual([]);
});
