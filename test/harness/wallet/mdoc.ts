import { createHash, type KeyObject, randomBytes, sign } from "node:crypto";
import { Embedded, encodeCbor } from "#edge/credentials/mdoc/cbor.ts";
import { coseKey, toBeSigned } from "#edge/credentials/mdoc/cose.ts";
import { deviceAuthentication } from "#edge/credentials/mdoc/device-response.ts";
import type { CredentialIssuer } from "./issuer.ts";

type Elements = Readonly<Record<string, unknown>>;

/** What an issuer signs, and what goes wrong on the way. */
export interface MdocOptions {
  readonly issuer: CredentialIssuer;
  readonly docType: string;
  readonly namespace: string;
  readonly elements: Elements;
  readonly deviceKey: KeyObject;
  readonly signedAt?: number;
  readonly validUntil?: number;
  /** The issuer's `status`. */
  readonly status?: ReadonlyMap<string, unknown>;
  /** COSE's number of the issuer's algorithm. Default: ES256. */
  readonly algorithm?: number;
  /** Changes a disclosed item after its digest was signed. */
  readonly changeItem?: (item: Map<string, unknown>) => void;
  /** Changes the Mobile Security Object after it was signed. */
  readonly changeMso?: (mso: Map<string, unknown>) => void;
  /** Changes the bytes of the finished response. */
  readonly changeResponse?: (response: Uint8Array) => Uint8Array;
  /** Changes the device's signature. */
  readonly changeDeviceSignature?: (signature: Uint8Array) => Uint8Array;
  /** Answers with a MAC's member in place of a signature. */
  readonly withMac?: boolean;
}

const hashOf = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());

/** The protected header and the signature of a COSE_Sign1. */
export function sign1(
  key: KeyObject,
  payload: Uint8Array,
  algorithm = -7,
  others: readonly (readonly [number, unknown])[] = [],
): [Uint8Array, Uint8Array] {
  const head = encodeCbor(new Map<number, unknown>([[1, algorithm], ...others]));
  const signature = sign("sha256", toBeSigned(head, payload), { key, dsaEncoding: "ieee-p1363" });
  return [head, new Uint8Array(signature)];
}

const dateTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const YEAR_MS = 365 * 86_400_000;

/** A text as CBOR of tag 0 (date and time). */
const tagged = (tag: number, text: string): Raw => new Raw([...head(6, tag), ...encodeCbor(text)]);

function head(major: number, value: number): number[] {
  if (value < 24) return [(major << 5) | value];
  return value < 256 ? [(major << 5) | 24, value] : [(major << 5) | 25, value >> 8, value & 0xff];
}

/** CBOR that is an item as it is. */
class Raw {
  readonly bytes: readonly number[];
  constructor(bytes: readonly number[]) {
    this.bytes = bytes;
  }
}

/** CBOR of values and of `Raw` among them. */
function cborOf(value: unknown): Uint8Array {
  return Uint8Array.from(bytesOf(value));
}

function bytesOf(value: unknown): readonly number[] {
  if (value instanceof Raw) return value.bytes;
  if (Array.isArray(value)) return [...head(4, value.length), ...value.flatMap(bytesOf)];
  if (value instanceof Map) {
    return [...head(5, value.size), ...[...value].flatMap((entry) => entry.flatMap(bytesOf))];
  }
  return [...encodeCbor(value)];
}

/** A full-date (RFC 8943). */
export const fullDate = (text: string) => tagged(1004, text);

/** A DeviceResponse to a session's transcript with the requested elements, as a wallet makes it. */
export function deviceResponse(
  options: MdocOptions,
  transcript: Uint8Array,
  requested: readonly string[],
): Uint8Array {
  const { issuer, docType, namespace, elements, deviceKey } = options;
  const all = Object.entries(elements).map(
    ([element, value], i) =>
      new Map<string, unknown>([
        ["digestID", i],
        ["random", new Uint8Array(randomBytes(32))],
        ["elementIdentifier", element],
        ["elementValue", value],
      ]),
  );
  const digests = new Map(all.map((item, i) => [i, hashOf(new Embedded(cborOf(item)).tagged)]));
  const { x, y } = deviceKey.export({ format: "jwk" }) as { x: string; y: string };
  const signedAt = options.signedAt ?? Date.now() - 86_400_000;
  const mso = new Map<string, unknown>([
    ["version", "1.0"],
    ["digestAlgorithm", "SHA-256"],
    ["valueDigests", new Map([[namespace, digests]])],
    [
      "deviceKeyInfo",
      new Map([["deviceKey", coseKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"))]]),
    ],
    ["docType", docType],
    ...(options.status === undefined ? [] : [["status", options.status] as const]),
    [
      "validityInfo",
      new Map([
        ["signed", tagged(0, dateTime(signedAt))],
        ["validFrom", tagged(0, dateTime(signedAt))],
        ["validUntil", tagged(0, dateTime(options.validUntil ?? Date.now() + YEAR_MS))],
      ]),
    ],
  ]);
  const payload = new Embedded(cborOf(mso)).tagged;
  const [header, signature] = sign1(issuer.signer.privateKey, payload, options.algorithm);
  options.changeMso?.(mso);
  const sent = options.changeMso === undefined ? payload : new Embedded(cborOf(mso)).tagged;
  const disclosed = all.filter((item) => requested.includes(item.get("elementIdentifier") as string));
  for (const item of disclosed) options.changeItem?.(item);
  const issuerSigned = new Map<string, unknown>([
    ["nameSpaces", new Map([[namespace, disclosed.map((item) => new Embedded(cborOf(item)))]])],
    ["issuerAuth", [header, new Map([[33, issuer.signer.certificate]]), sent, signature]],
  ]);
  const nameSpaces = new Embedded(encodeCbor(new Map()));
  const content = deviceAuthentication(transcript, docType, nameSpaces);
  const [deviceHeader, made] = sign1(deviceKey, content);
  const deviceSignature = options.changeDeviceSignature?.(made) ?? made;
  const auth = options.withMac === true ? "deviceMac" : "deviceSignature";
  const deviceSigned = new Map<string, unknown>([
    ["nameSpaces", nameSpaces],
    ["deviceAuth", new Map([[auth, [deviceHeader, new Map(), null, deviceSignature]]])],
  ]);
  const document = new Map<string, unknown>([
    ["docType", docType],
    ["issuerSigned", issuerSigned],
    ["deviceSigned", deviceSigned],
  ]);
  const response = cborOf(
    new Map<string, unknown>([
      ["version", "1.0"],
      ["documents", [document]],
      ["status", 0],
    ]),
  );
  return options.changeResponse?.(response) ?? response;
}
