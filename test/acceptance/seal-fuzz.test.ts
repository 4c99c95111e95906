import { expect, it } from "vitest";
import type { Barcode } from "#edge/inference/barcode.ts";
import { reportBarcodes, sealOf } from "#edge/verdicts/barcode/barcodes.ts";
import { sealConsistency, sealSignature } from "#edge/verdicts/fraud/checks/seal-checks.ts";
import { signerOf } from "#inference/signatures/seals.ts";
import { seededRandom } from "#lab/material/random.ts";
import { forensics, reading } from "#test/harness/edge/inference-results.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { idb, symbolOf, twoDDoc, vds } from "#test/harness/trust/seals.ts";

const RUNS = Number(process.env.SEAL_RUNS ?? 100_000);
const SEED = Number(process.env.SEED ?? 5);
/** Milliseconds of processor time that the slowest seal may take, with a pause of the garbage collector. */
const SLOWEST_MS = 500;
const HEAP_BYTES = 300 * 1024 * 1024;

const signer = newIdentity({ country: "DE", commonName: "TS", curve: "prime256v1" });
const anchor = {
  ...{ sha256: signer.sha256, country: null, isChained: false },
  ...{ validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2035, 0, 1) },
};
const GENUINE = [
  vds(signer),
  vds(signer, { version: 3 }),
  twoDDoc(signer),
  twoDDoc(signer, { version: "01" }),
  idb(signer),
  idb(signer, { isCompressed: true }),
  idb(signer, { embedded: signer.certificate }),
];

/** A genuine seal with some bytes changed, left out, repeated or added. */
function mutated(random: () => number): Uint8Array {
  const whole = (most: number) => Math.floor(random() * most);
  let bytes = Array.from(GENUINE[whole(GENUINE.length)]!);
  for (let times = 1 + whole(4); times > 0; times--) {
    const [at, length] = [whole(bytes.length), whole(8)];
    const part = Array.from({ length }, () => whole(256));
    const changes = [
      () => bytes.with(at, whole(256)),
      () => bytes.toSpliced(at, length),
      () => bytes.toSpliced(at, 0, ...part),
      () => bytes.toSpliced(at, 0, ...bytes.slice(at, at + 8 * length)),
      () => bytes.slice(0, at),
    ];
    if (bytes.length > 0) bytes = changes[whole(changes.length)]!();
  }
  return Uint8Array.from(bytes.slice(0, 3 * 1024));
}

/** What the edge and inference do with a seal. Whether its signature is its signer's. */
function judge(content: Uint8Array): boolean {
  const seal = sealOf(symbolOf(content));
  const made = seal !== null && signerOf({ ...seal, certificates: [signer.certificate] }) === 0;
  const barcode: Barcode = { ...symbolOf(content), signature: { isValid: made, anchor } };
  const page = reading({ barcodes: [barcode] });
  const input = {
    ...{ forensics: forensics({ reading: page }), reading: page, fields: {}, otherSide: null },
    ...{ mrzExpected: true, barcodeExpected: false, knownImageDistance: null, sameHolder: [] },
    ...{ mode: "test" as const, now: Date.UTC(2026, 10, 27) },
  } as const;
  reportBarcodes(page);
  const statuses = [sealSignature(input).status, sealConsistency(input).status];
  expect(statuses[0] === "pass").toBe(made);
  return made;
}

const signedHex = (content: Uint8Array) =>
  Buffer.from(sealOf(symbolOf(content))!.signedBytes).toString("hex");

it(`${RUNS} mutated seals: none stops a process, takes long or much memory, or has a right signature`, () => {
  const random = seededRandom(SEED);
  const genuine = new Set(GENUINE.map(signedHex));
  let slowest = 0;
  for (let i = 0; i < RUNS; i++) {
    const content = mutated(random);
    const { user } = process.cpuUsage();
    const made = judge(content);
    slowest = Math.max(slowest, (process.cpuUsage().user - user) / 1_000);
    // An annex, padding, compression and an embedded certificate are not signed: the signed bytes are
    // genuine.
    if (made) expect(genuine, Buffer.from(content).toString("hex")).toContain(signedHex(content));
  }
  expect(slowest).toBeLessThan(SLOWEST_MS);
  expect(process.memoryUsage().heapUsed).toBeLessThan(HEAP_BYTES);
}, 600_000);
