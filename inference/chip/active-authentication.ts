import { constants, createHash, type KeyObject, publicDecrypt, verify } from "node:crypto";
import { holds } from "../signatures/certificate.ts";
import { dataGroupContent } from "./data-groups.ts";
import { readKey, type SignatureAlgorithm, strengthOf } from "./keys.ts";

/** A challenge, and what the chip made of it. */
export interface ActiveAuthentication {
  /** 8 bytes. */
  readonly challenge: Uint8Array;
  readonly signature: Uint8Array;
}

/** Mirrors `ActiveAuthenticationReading` in the proto. */
export interface ActiveAuthenticationReading {
  readonly status: "NO_SIGNED_KEY" | "NOT_TRIED" | "VALID" | "INVALID" | "UNSUPPORTED";
  readonly algorithm?: SignatureAlgorithm;
}

export const readDg15 = (file: Uint8Array): KeyObject => readKey(dataGroupContent(15, file));

/** `key`: that of a DG15 whose hash EF.SOD names; undefined if it cannot be read. */
export function verifyActiveAuthentication(
  key: KeyObject | undefined,
  answer: ActiveAuthentication | undefined,
): ActiveAuthenticationReading {
  if (key === undefined) return { status: "UNSUPPORTED" };
  const isEc = key.asymmetricKeyType === "ec";
  const digest = answer && (isEc ? ecdsaDigest : iso9796Digest)(key, answer);
  const scheme = isEc ? "ECDSA" : "ISO_9796_2";
  return {
    status: answer === undefined ? "NOT_TRIED" : digest === undefined ? "INVALID" : "VALID",
    algorithm: { scheme, digest: digest ?? "", ...strengthOf(key) },
  };
}

const DIGESTS = ["sha1", "sha224", "sha256", "sha384", "sha512"] as const;

/**
 * The digest with which the signature holds. DG14 should name it and does not always; the challenge is 8
 * random bytes, so that no digest makes a forgery easier. Some chips send the signature in DER.
 */
function ecdsaDigest(key: KeyObject, { challenge, signature }: ActiveAuthentication): string | undefined {
  return DIGESTS.find((digest) =>
    (["ieee-p1363", "der"] as const).some((dsaEncoding) =>
      holds(() => verify(digest, challenge, { key, dsaEncoding }, signature)),
    ),
  );
}

/** Digests by the first byte of a trailer of two bytes (ISO/IEC 10118); the trailer of one byte is SHA-1. */
const TRAILERS: Readonly<Record<number, (typeof DIGESTS)[number]>> = {
  51: "sha1",
  52: "sha256",
  53: "sha512",
  54: "sha384",
  56: "sha224",
};
const SHORT_TRAILER = 0xbc;
const LONG_TRAILER = 0xcc;
/** The header of a message that is recovered in part. */
const HEADER = 0x6a;

/**
 * The digest of a signature of ISO/IEC 9796-2, scheme 1, over a nonce of the chip, which the signature holds,
 * and the challenge: 6A ‖ nonce ‖ hash ‖ trailer. Undefined if it does not hold.
 */
function iso9796Digest(key: KeyObject, { challenge, signature }: ActiveAuthentication): string | undefined {
  const message = opened(key, signature);
  if (message === undefined || message[0] !== HEADER) return undefined;
  const last = message.at(-1);
  const digest =
    last === SHORT_TRAILER ? "sha1" : last === LONG_TRAILER ? TRAILERS[message.at(-2)!] : undefined;
  if (digest === undefined) return undefined;
  const hashEnd = message.length - (last === SHORT_TRAILER ? 1 : 2);
  const hasher = createHash(digest);
  const hashAt = hashEnd - HASH_BYTES[digest];
  if (hashAt < 1) return undefined;
  const hash = hasher.update(message.subarray(1, hashAt)).update(challenge).digest();
  return hash.equals(message.subarray(hashAt, hashEnd)) ? digest : undefined;
}

const HASH_BYTES = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 } as const;

/** The signature under the key, as long as the modulus; undefined for one that is not shorter in value. */
function opened(key: KeyObject, signature: Uint8Array): Buffer | undefined {
  let message: Buffer | undefined;
  holds(() => {
    message = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature);
    return true;
  });
  return message;
}
