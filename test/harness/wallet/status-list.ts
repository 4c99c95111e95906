import { deflateSync } from "node:zlib";
import { encodeCbor } from "#edge/credentials/mdoc/cbor.ts";
import type { Identity } from "../trust/certificates.ts";
import { sign1 } from "./mdoc.ts";
import { jws, seconds } from "./sd-jwt.ts";

interface ListOptions {
  readonly uri: string;
  readonly signer: Identity;
  /** One for each index, of `bits` bits. */
  readonly statuses: readonly number[];
  readonly bits?: 1 | 2 | 4 | 8;
  readonly issuedAt?: number;
  readonly expiresAt?: number;
  /** Seconds. */
  readonly ttl?: number;
  readonly type?: string;
}

function listOf({ statuses, bits = 2 }: ListOptions): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((statuses.length * bits) / 8));
  for (const [i, status] of statuses.entries()) bytes[(i * bits) >> 3]! |= status << ((i * bits) & 7);
  return new Uint8Array(deflateSync(bytes));
}

/** A Status List Token as a JWT. */
export function listJwt(options: ListOptions): Uint8Array {
  const { uri, signer, bits = 2, issuedAt = Date.now(), expiresAt, ttl } = options;
  const x5c = [Buffer.from(signer.certificate).toString("base64")];
  const head = { alg: "ES256", typ: options.type ?? "statuslist+jwt", x5c };
  const body = {
    ...{ sub: uri, iat: seconds(issuedAt), ttl },
    ...(expiresAt !== undefined && { exp: seconds(expiresAt) }),
    status_list: { bits, lst: Buffer.from(listOf(options)).toString("base64url") },
  };
  return new TextEncoder().encode(jws(head, body, signer.privateKey));
}

/** The same as a CWT. */
export function listCwt(options: ListOptions): Uint8Array {
  const { uri, signer, bits = 2, issuedAt = Date.now(), ttl = 600 } = options;
  const list = new Map<string, unknown>([
    ["bits", bits],
    ["lst", listOf(options)],
  ]);
  const claims = new Map<number, unknown>([
    ...[[2, uri] as const, [6, seconds(issuedAt)] as const],
    ...[[65_534, ttl] as const, [65_533, list] as const],
  ]);
  const payload = encodeCbor(claims);
  const type = options.type ?? "application/statuslist+cwt";
  const [head, signature] = sign1(signer.privateKey, payload, -7, [[16, type]]);
  return encodeCbor([head, new Map([[33, signer.certificate]]), payload, signature]);
}
