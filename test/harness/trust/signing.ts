import { constants, createHash, type KeyObject, sign } from "node:crypto";
import { Integer, Null } from "asn1js";
import { der, type Name, nameOf, octets, oid, raw, seq, set, tagged } from "./der.ts";

export type Digest = "sha1" | "sha224" | "sha256" | "sha384" | "sha512";

/** How a key signs. */
export interface Signing {
  /** Default: sha256. */
  readonly digest?: Digest;
  /** RSA-PSS in place of PKCS #1 version 1.5. */
  readonly isPss?: boolean;
  /** Digest of the mask of RSA-PSS, as it is stated. Default: the digest. */
  readonly mask?: Digest;
  /** Bytes of the salt of RSA-PSS. Default: those of the digest. */
  readonly salt?: number;
}

const DIGESTS: Readonly<Record<Digest, string>> = {
  sha1: "1.3.14.3.2.26",
  sha224: "2.16.840.1.101.3.4.2.4",
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
  sha512: "2.16.840.1.101.3.4.2.3",
};
const ECDSA: Readonly<Record<Digest, string>> = {
  sha1: "1.2.840.10045.4.1",
  sha224: "1.2.840.10045.4.3.1",
  sha256: "1.2.840.10045.4.3.2",
  sha384: "1.2.840.10045.4.3.3",
  sha512: "1.2.840.10045.4.3.4",
};
const RSA: Readonly<Record<Digest, string>> = {
  sha1: "1.2.840.113549.1.1.5",
  sha224: "1.2.840.113549.1.1.14",
  sha256: "1.2.840.113549.1.1.11",
  sha384: "1.2.840.113549.1.1.12",
  sha512: "1.2.840.113549.1.1.13",
};
const PSS = "1.2.840.113549.1.1.10";
const MGF1 = "1.2.840.113549.1.1.8";

export const digestAlgorithm = (digest: Digest) => seq(oid(DIGESTS[digest]));

const saltOf = ({ digest = "sha256", salt = createHash(digest).digest().length }: Signing) => salt;

export function algorithmOf(key: KeyObject, signing: Signing = {}) {
  const { digest = "sha256", isPss = false } = signing;
  if (key.asymmetricKeyType === "ec") return seq(oid(ECDSA[digest]));
  if (!isPss) return seq(oid(RSA[digest]), new Null());
  const [hash, mask] = [digestAlgorithm(digest), digestAlgorithm(signing.mask ?? digest)];
  const parameters = [
    tagged(0, hash),
    tagged(1, seq(oid(MGF1), mask)),
    tagged(2, new Integer({ value: saltOf(signing) })),
  ];
  return seq(oid(PSS), seq(...parameters));
}

export function signWith(key: KeyObject, content: Uint8Array, signing: Signing = {}): Uint8Array {
  const { digest = "sha256", isPss = false } = signing;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltOf(signing) };
  return new Uint8Array(sign(digest, content, { key, ...(isPss && pss) }));
}

interface Signed {
  readonly contentType: string;
  readonly content: Uint8Array;
  /** Its keys, its name, and its certificate in DER. */
  readonly signer: { readonly name: Name; readonly privateKey: KeyObject; readonly certificate: Uint8Array };
  readonly signing?: Signing | undefined;
  /** Its type by the signed attributes. Default: the content's. */
  readonly attributeType?: string | undefined;
  /** What happens to the content after it was signed. */
  readonly change?: (content: Uint8Array) => Uint8Array;
}

const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNED_DATA = "1.2.840.113549.1.7.2";

/** Signed data of the Cryptographic Message Syntax, and its parts, each as it is in the whole. */
export function signedData({ contentType, content, signer, signing, ...rest }: Signed) {
  const { attributeType = contentType, change = (same: Uint8Array) => same } = rest;
  const { digest = "sha256" } = signing ?? {};
  const hash = createHash(digest).update(content).digest();
  const attributes = [
    seq(oid(CONTENT_TYPE), set(oid(attributeType))),
    seq(oid(MESSAGE_DIGEST), set(octets(hash))),
  ];
  const signature = signWith(signer.privateKey, der(set(...attributes)), signing);
  const signerInfo = seq(
    new Integer({ value: 1 }),
    seq(nameOf(signer.name), new Integer({ value: 1 })),
    digestAlgorithm(digest),
    tagged(0, ...attributes),
    algorithmOf(signer.privateKey, signing),
    octets(signature),
  );
  const data = seq(
    new Integer({ value: 3 }),
    set(digestAlgorithm(digest)),
    seq(oid(contentType), tagged(0, octets(change(content)))),
    tagged(0, raw(signer.certificate)),
    set(signerInfo),
  );
  const whole = der(seq(oid(SIGNED_DATA), tagged(0, data)));
  return { whole, content, attributes: der(attributes[1]!), signature };
}
