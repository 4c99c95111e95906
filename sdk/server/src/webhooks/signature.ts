import { runtime } from "../../../platform/runtime.ts";

/**
 * A signature's header (contract §11.4): `t=<Unix seconds>,v1=<hex>`, with two `v1=` while a secret is
 * turned.
 */
interface SignatureHeader {
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

/** The service sends one or two; more would only make the receiver work. */
const MOST_ELEMENTS = 8;
const ELEMENT = { t: /^\d{1,12}$/, v1: /^[0-9a-f]{64}$/ } as const;

/** Undefined for text of another form. Elements of schemes to come are left out. */
export function parseSignature(header: string): SignatureHeader | undefined {
  const elements = header.split(",", MOST_ELEMENTS + 1).map((element) => element.split("=", 2));
  const valuesOf = (scheme: keyof typeof ELEMENT) =>
    elements.filter(([name]) => name === scheme).map(([, value]) => value ?? "");
  const [times, signatures] = [valuesOf("t"), valuesOf("v1")];
  const isWhole =
    elements.length <= MOST_ELEMENTS &&
    times.length === 1 &&
    signatures.length > 0 &&
    times.every((time) => ELEMENT.t.test(time)) &&
    signatures.every((signature) => ELEMENT.v1.test(signature));
  return isWhole ? { timestamp: times[0]!, signatures } : undefined;
}

/** HMAC-SHA256 of `<timestamp>.<body>` under the whole secret, in lower-case hex. */
export async function sign(secret: string, timestamp: string, body: Uint8Array): Promise<string> {
  const subtle = runtime.crypto?.subtle;
  if (subtle === undefined) throw new TypeError("this runtime has no WebCrypto");
  const encoder = new runtime.TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
  const key = await subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const before = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(before.length + body.length);
  signed.set(before);
  signed.set(body, before.length);
  const mac = new Uint8Array(await subtle.sign("HMAC", key, signed));
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares in a time that depends on the length alone, so that no one can guess a signature byte by byte. */
export function isEqual(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
