import { DAY_MS } from "../../core/clock.ts";
import { newPrivateKey } from "../ec-key.ts";
import type { Reader } from "./reader.ts";

/** DER of ITU-T X.690, as far as a certificate of our own needs it. */
const TAG = {
  integer: 0x02,
  bits: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
} as const;

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const bytes = new Uint8Array(1 + head.length + length);
  bytes.set([tag, ...head]);
  let at = 1 + head.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];

const text = (value: string) => new TextEncoder().encode(value);
/** A positive number: no leading zeros, but one if its first bit is set. */
function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte, i) => byte !== 0 || i === bytes.length - 1);
  const digits = bytes.subarray(first);
  return der(TAG.integer, digits[0]! & 0x80 ? Uint8Array.from([0, ...digits]) : digits);
}
const time = (at: number) =>
  der(TAG.utcTime, text(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, "")}Z`));

/**
 * A new key with a certificate that it signs itself, for requests in test mode: a wallet that trusts no list
 * of readers, such as the demo's, answers them.
 */
export async function selfSignedReader(now: number): Promise<Reader> {
  const key = await newPrivateKey("ECDSA", ["sign", "verify"]);
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { d: _, ...open } = key;
  const publicKey = await crypto.subtle.importKey("jwk", open, algorithm, true, ["verify"]);
  const privateKey = await crypto.subtle.importKey("jwk", key, algorithm, false, ["sign"]);
  const spki = new Uint8Array((await crypto.subtle.exportKey("spki", publicKey)) as ArrayBuffer);
  const signedBy = der(TAG.sequence, der(TAG.oid, Uint8Array.from(ECDSA_SHA256)));
  const commonName = der(
    TAG.sequence,
    der(TAG.oid, Uint8Array.from(COMMON_NAME)),
    der(TAG.utf8, text("Selfsame test reader")),
  );
  const name = der(TAG.sequence, der(TAG.set, commonName));
  const validity = der(TAG.sequence, time(now - DAY_MS), time(now + DAY_MS));
  const serial = integer(crypto.getRandomValues(new Uint8Array(16)));
  const version = der(0xa0, integer(Uint8Array.of(2)));
  const signed = der(TAG.sequence, version, serial, signedBy, name, validity, name, spki);
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    privateKey,
    Uint8Array.from(signed),
  );
  const bits = der(TAG.bits, Uint8Array.of(0), derSignature(new Uint8Array(signature)));
  return { key, chain: [der(TAG.sequence, signed, signedBy, bits)] };
}

/** ECDSA-Sig-Value of RFC 3279 from the two numbers that WebCrypto returns. */
const derSignature = (signature: Uint8Array): Uint8Array =>
  der(TAG.sequence, integer(signature.subarray(0, 32)), integer(signature.subarray(32)));
