import { readFileSync } from "node:fs";
import { create, toBinary } from "@bufbuild/protobuf";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ChipFiles, readChip } from "#inference/chip/read-chip.ts";
import { KeptDecoder } from "#inference/decoder/kept-decoder.ts";
import { decodeContainer, decodePixels } from "#inference/imaging/decode.ts";
import { openChipImage } from "#inference/imaging/upload/open.ts";
import { ImageRefusedError } from "#inference/imaging/upload/refusal.ts";
import { toMessage } from "#inference/service/rpcs/chips.ts";
import { issuerOf } from "#inference/signatures/certificate.ts";
import { seededRandom } from "#lab/material/random.ts";
import { ChipReadingSchema } from "#proto/gen/selfsame/inference/v1/chip_service_pb.js";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { CHIP_AUTHENTICATION, faceBlock } from "#test/harness/trust/chip-files.ts";
import { type Chip, type ChipOptions, chipPhoto, makeChip, newCsca } from "#test/harness/trust/chips.ts";
import { codestreamOf, jp2Of } from "#test/harness/trust/jpeg2000.ts";

/** 100,000 take twenty minutes of a slow machine: `CHIP_RUNS` sets how many. */
const RUNS = Number(process.env.CHIP_RUNS ?? 20_000);
/** Images that reach a decoder, one after another: each has a thread of its own. */
const IMAGE_RUNS = Math.ceil(RUNS / 50);
const SEED = Number(process.env.SEED ?? 7);
/** Milliseconds for one chip, and for one image. */
const SLOWEST_MS = 5_000;
const BYTES = 300 * 1024 * 1024;
const CHALLENGE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);

const random = seededRandom(SEED);
const whole = (most: number) => Math.floor(random() * most);

/** The bytes with some of them changed, left out, repeated or added, or with another length. */
function mutated(genuine: Uint8Array): Uint8Array {
  let bytes = Buffer.from(genuine);
  for (let times = 1 + whole(3); times > 0 && bytes.length > 0; times--) {
    // Structures are at the beginning, images behind them.
    const at = whole(whole(2) === 0 ? Math.min(100, bytes.length) : bytes.length);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const part = Buffer.from(Array.from({ length: whole(9) }, () => whole(256)));
    const changes = [
      () => Buffer.concat([before, Buffer.of(whole(256)), after.subarray(1)]),
      () => Buffer.concat([before, Buffer.of(after[0]! ^ (1 << whole(8))), after.subarray(1)]),
      () => Buffer.concat([before, after.subarray(part.length)]),
      () => Buffer.concat([before, part, after]),
      () => Buffer.concat([before, after.subarray(0, 8 * part.length), after]),
      () => Buffer.concat([before, Buffer.of(0x84, 255, 255, 255, 255), after]),
      () => before,
    ];
    bytes = changes[whole(changes.length)]!();
  }
  return Uint8Array.from(bytes);
}

const csca = newCsca();
const signerOf = (options: object) =>
  newIdentity({ country: "DE", commonName: "ds", issuer: csca, ...options });
const image = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
const details = { fullName: "MUSTERMANN<<ERIKA", dateOfBirth: "19640812", address: ["BERLIN"] };
const CHIPS: readonly ChipOptions[] = [
  { details, names: [CHIP_AUTHENTICATION] },
  { signer: signerOf({ curve: "brainpoolP256r1", isExplicit: true }), face: faceBlock },
  {
    signer: signerOf({ curve: "rsa" }),
    signing: { isPss: true },
    activeAuthentication: { bits: 1_024, digest: "sha256" },
  },
];

interface Genuine extends Chip {
  readonly signature: Uint8Array;
  readonly hashes: string;
}

const hashesOf = (facts: ReturnType<typeof readChip>) =>
  [...(facts.securityObject.value?.hashes ?? [])]
    .map(([number, hash]) => `${number} ${Buffer.from(hash).toString("hex")}`)
    .join();
const filesOf = (
  { sod, dataGroups }: Pick<Chip, "sod" | "dataGroups">,
  signature: Uint8Array,
): ChipFiles => ({
  ...{ sod, dataGroups: [...dataGroups].map(([number, file]) => ({ number, file })) },
  activeAuthentication: { challenge: CHALLENGE, signature },
});

let chips: Genuine[];
beforeAll(async () => {
  const made = await Promise.all(CHIPS.map((options) => makeChip({ csca, image, ...options })));
  chips = made.map((chip) => {
    const signature = chip.answer(CHALLENGE);
    return { ...chip, signature, hashes: hashesOf(readChip(filesOf(chip, signature))) };
  });
});

/** A chip with one changed file or answer, read as inference does it. What holds of it must be genuine. */
function readMutated(chip: Genuine): void {
  const numbers = [0, 16, ...chip.dataGroups.keys()];
  const changed = numbers[whole(numbers.length)]!;
  const sod = changed === 0 ? mutated(chip.sod) : chip.sod;
  const signature = changed === 16 ? mutated(chip.signature) : chip.signature;
  const dataGroups = new Map(
    [...chip.dataGroups].map(([number, file]) => [number, number === changed ? mutated(file) : file]),
  );
  const facts = readChip(filesOf({ sod, dataGroups }, signature));
  const { faceImage, ...rest } = facts;
  toBinary(ChipReadingSchema, create(ChipReadingSchema, toMessage(rest)));
  const read = facts.securityObject.value;
  const isIssued = read?.signatureValid && issuerOf(read.signer.certificate, [csca.certificate]) === 0;
  const isSame = (number: number) => isEqual(dataGroups.get(number)!, chip.dataGroups.get(number)!);
  const forged = [
    isIssued && hashesOf(facts) !== chip.hashes,
    changed !== 0 && facts.dataGroups.some(({ number, hash }) => hash === "EQUAL" && !isSame(number)),
    changed === 16 && facts.activeAuthentication.status === "VALID" && !isEqual(signature, chip.signature),
  ];
  if (forged.some(Boolean)) expect({ changed, sod, signature, dataGroups, forged }).toBeNull();
}

const isEqual = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

it(`${RUNS} mutated chips: none throws, takes long or much memory, or has facts that its issuer did not sign`, () => {
  const before = process.memoryUsage.rss();
  let slowest = 0;
  for (let i = 0; i < RUNS; i++) {
    const started = performance.now();
    readMutated(chips[i % chips.length]!);
    slowest = Math.max(slowest, performance.now() - started);
  }
  expect(slowest).toBeLessThan(SLOWEST_MS);
  expect(process.memoryUsage.rss() - before).toBeLessThan(BYTES);
}, 1_800_000);

/** Most resident bytes of a process so far. */
const peakOf = (pid: number) =>
  1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);

let decoder: KeptDecoder;
beforeAll(async () => {
  decoder = await KeptDecoder.open();
});
afterAll(() => decoder.close());

it(`${IMAGE_RUNS} mutated faces: each is decoded or rejected, and its decoder keeps within its memory`, async () => {
  const jpeg = new Uint8Array(
    await sharp(await chipPhoto())
      .resize(96)
      .jpeg()
      .toBuffer(),
  );
  const codestream = await codestreamOf(await decodeContainer(openChipImage(jpeg), decodePixels));
  const genuine = [codestream, jp2Of(codestream), jpeg];
  let [slowest, peak] = [0, 0];
  for (let i = 0; i < IMAGE_RUNS; i++) {
    const started = performance.now();
    const content = mutated(genuine[i % genuine.length]!);
    const decoded = async () =>
      decodeContainer(openChipImage(content), (each) => decoder.decode(each, patience()));
    await decoded().catch((error) => expect(error).toBeInstanceOf(ImageRefusedError));
    slowest = Math.max(slowest, performance.now() - started);
    peak = Math.max(peak, peakOf(decoder.pid!));
  }
  expect(slowest).toBeLessThan(SLOWEST_MS);
  expect(peak).toBeLessThan(BYTES);
}, 1_800_000);

const patience = () => ({ secondsLeft: 60, signal: new AbortController().signal });
