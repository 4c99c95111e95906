import { expect, it } from "vitest";
import type { PresentedCredential } from "#edge/credentials/credential.ts";
import {
  MalformedCredentialError,
  NotForRequestError,
  UnsupportedAlgorithmError,
} from "#edge/credentials/errors.ts";
import { readDeviceResponse } from "#edge/credentials/mdoc/device-response.ts";
import { browserTranscript } from "#edge/credentials/mdoc/transcripts.ts";
import { thumbprintOf } from "#edge/credentials/requests/keys.ts";
import { readSdJwt } from "#edge/credentials/sd-jwt.ts";
import { judgeCredential } from "#edge/verdicts/credential/judge.ts";
import { seededRandom } from "#lab/material/random.ts";
import { decryptAnswer, IDENTITY, ORIGIN, openRequest } from "#test/edge/credentials/wallet-answers.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { HOLDER, makeWallet } from "#test/harness/wallet/wallet.ts";

const RUNS = Number(process.env.WALLET_RUNS ?? 50_000);
const SEED = Number(process.env.SEED ?? 5);
/** Milliseconds of processor time that the slowest answer may take, with a pause of the garbage collector. */
const SLOWEST_MS = 500;
const HEAP_BYTES = 300 * 1024 * 1024;

/** The content with some bytes changed, left out, repeated or added. */
function mutated(content: Uint8Array, random: () => number): Uint8Array {
  const whole = (most: number) => Math.floor(random() * most);
  let bytes = Array.from(content);
  for (let times = 1 + whole(3); times > 0; times--) {
    const [at, length] = [whole(bytes.length), whole(8)];
    const part = Array.from({ length }, () => whole(256));
    const changes = [
      () => bytes.with(at, whole(256)),
      () => bytes.with(at, bytes[at]! ^ (1 << whole(8))),
      () => bytes.toSpliced(at, length),
      () => bytes.toSpliced(at, 0, ...part),
      () => bytes.toSpliced(at, 0, ...bytes.slice(at, at + 8 * length)),
      () => bytes.slice(0, at),
    ];
    if (bytes.length > 0) bytes = changes[whole(changes.length)]!();
  }
  return Uint8Array.from(bytes);
}

it("of mutated answers none throws, takes long or counts with other claims than the issuer signed", async () => {
  const issuer = makeIssuer();
  const holder = { ...HOLDER, portrait: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]) };
  const random = seededRandom(SEED);
  const request = await openRequest(IDENTITY, [issuer.ca]);
  const { secrets, queries } = request.stored;
  const now = Date.now();
  const anchors = async () => request.anchors;
  const bound = { origin: ORIGIN, nonce: secrets.nonce, thumbprint: await thumbprintOf(secrets) };
  const transcript = await browserTranscript(bound);
  const text = new TextDecoder();
  const presentationOf = async (wallet: ReturnType<typeof makeWallet>) => {
    const data = request.requests["openid4vp-v1-unsigned"];
    const { response } = await wallet.answer({ protocol: "openid4vp-v1-unsigned", data }, ORIGIN);
    return decryptAnswer(response, secrets.key);
  };
  const mdoc = Buffer.from(await presentationOf(makeWallet({ issuer, holder })), "base64url");
  const sdJwt = Buffer.from(
    await presentationOf(makeWallet({ issuer, holder, kind: "pid", format: "dc+sd-jwt" })),
  );
  const readers: (() => Promise<PresentedCredential>)[] = [
    () => readDeviceResponse(mutated(mdoc, random), { queries, transcript, anchors, now }),
    () =>
      readSdJwt(text.decode(mutated(sdJwt, random)), {
        ...{ queries, anchors, now, nonce: secrets.nonce, audience: `origin:${ORIGIN}` },
      }),
    async () => {
      const protocol = random() < 0.5 ? "org-iso-mdoc" : "openid4vp-v1-unsigned";
      const data = request.requests[protocol];
      const answer = await makeWallet({ issuer, holder }).answer({ protocol, data }, ORIGIN);
      const response = text.decode(mutated(Buffer.from(answer.response), random));
      return request.read(protocol, { response }, now);
    },
  ];
  const genuine = JSON.stringify(
    (await readDeviceResponse(mdoc, { queries, transcript, anchors, now })).claims,
  );
  const before = process.memoryUsage().heapUsed;
  let slowest = 0;
  const counts = { malformed: 0, notForRequest: 0, unsupported: 0, judged: 0, authentic: 0 };
  for (let run = 0; run < RUNS; run++) {
    // One in fifty is a whole encrypted answer, which is slow to make.
    const read = run % 50 === 0 ? readers[2]! : readers[run % 2]!;
    const started = process.cpuUsage();
    try {
      const found = await read();
      counts.judged++;
      const { outcome } = judgeCredential(found, now, "unchecked");
      if (outcome !== "authentic") continue;
      counts.authentic++;
      const { nationality: _, ...claims } = found.claims;
      expect(JSON.stringify(claims)).toBe(genuine);
    } catch (error) {
      if (error instanceof MalformedCredentialError) counts.malformed++;
      else if (error instanceof NotForRequestError) counts.notForRequest++;
      else if (error instanceof UnsupportedAlgorithmError) counts.unsupported++;
      else throw error;
    }
    const { user, system } = process.cpuUsage(started);
    if (run % 50 !== 0) slowest = Math.max(slowest, (user + system) / 1000);
  }
  expect(counts.malformed).toBeGreaterThan(RUNS / 10);
  expect(counts.notForRequest).toBeGreaterThan(RUNS / 10);
  expect(slowest).toBeLessThan(SLOWEST_MS);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(HEAP_BYTES);
}, 600_000);
