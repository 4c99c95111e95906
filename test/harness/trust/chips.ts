import { constants, createHash, type KeyObject, privateEncrypt, randomBytes, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { type Identity, newIdentity } from "./certificates.ts";
import {
  type Details,
  dg1,
  dg2,
  dg11,
  dg14,
  dg15,
  faceRecord,
  type Holder,
  hashList,
  passportMrz,
  tlv,
} from "./chip-files.ts";
import { type Digest, type Signing, signedData } from "./signing.ts";

/** A chip as its issuer made it, unless a test changes it. */
export interface Chip {
  readonly sod: Uint8Array;
  /** Files by the number of their data group, as they are sent. */
  readonly dataGroups: ReadonlyMap<number, Uint8Array>;
  /** The document signer, and the CSCA that issued its certificate: trust `csca.certificate`. */
  readonly signer: Identity;
  readonly csca: Identity;
  readonly mrz: string;
  /** Active authentication: a signature over a challenge of 8 bytes. Throws for a chip without it. */
  answer(challenge: Uint8Array): Uint8Array;
}

export interface ChipOptions {
  /** Default: a new one of Germany. */
  readonly csca?: Identity;
  /** Default: a new one that the CSCA issued, of its country, with a key of P-256. */
  readonly signer?: Identity;
  readonly signing?: Signing;
  /** Digest of the data groups. Default: sha256. */
  readonly digest?: Digest;
  /** What the MRZ says. Default: a German passport of Erika Mustermann that expires in 2034. */
  readonly holder?: Partial<Holder>;
  /** The MRZ, in place of a holder's. */
  readonly mrz?: string;
  /** An image for DG2. Default: the first of the sample faces, as a JPEG of 413 by 531. */
  readonly image?: Uint8Array;
  /** How DG2 holds the image. Default: `faceRecord`. */
  readonly face?: (image: Uint8Array) => Uint8Array;
  readonly details?: Details;
  /** Object identifiers that DG14 names. Default: no DG14. */
  readonly names?: readonly string[];
  /** The key of active authentication: a curve, or bits of RSA and the trailer's digest. Default: P-256. */
  readonly activeAuthentication?: string | { readonly bits: number; readonly digest: Digest } | null;
  /** Type of the signed content. Default: ICAO's. */
  readonly contentType?: string;
  /** The same by the signed attributes. Default: the same. */
  readonly attributeType?: string;
  /** What happens to the hash list before it is signed. */
  readonly changeList?: (list: Uint8Array) => Uint8Array;
}

/** An invented holder of a German passport. */
export const HOLDER: Holder = {
  state: "D<<",
  nationality: "D<<",
  surname: "Mustermann",
  givenNames: "Erika",
  documentNumber: "C01X00T47",
  dateOfBirth: "640812",
  sex: "F",
  dateOfExpiry: "341031",
};

const CONTENT_TYPE = "2.23.136.1.1.1";

/** The photo of a sample face as chips have it. */
export const chipPhoto = async (index = 0): Promise<Uint8Array> =>
  new Uint8Array(await sharp(readFileSync(SAMPLE_FACES[index]!.photo)).resize(413, 531).jpeg().toBuffer());

/** A CSCA of this country. */
export const newCsca = (country = "DE", commonName = "csca"): Identity =>
  newIdentity({ country, commonName, curve: "brainpoolP384r1" });

/** A chip with these properties: DG1, DG2, and what the options name. */
export async function makeChip(options: ChipOptions = {}): Promise<Chip> {
  const { csca = newCsca(), digest = "sha256", contentType = CONTENT_TYPE, attributeType, signing } = options;
  const { country } = csca.name;
  const signer =
    options.signer ?? newIdentity({ country, commonName: "ds", curve: "prime256v1", issuer: csca });
  const mrz = options.mrz ?? passportMrz({ ...HOLDER, ...options.holder });
  const key = activeKey(options.activeAuthentication);
  const { face = faceRecord, changeList = (list) => list } = options;
  const dataGroups = new Map([
    [1, dg1(mrz)],
    [2, dg2(face(options.image ?? (await chipPhoto())))],
    ...(options.details === undefined ? [] : [[11, dg11(options.details)] as const]),
    ...(options.names === undefined ? [] : [[14, dg14(...options.names)] as const]),
    ...(key === null ? [] : [[15, dg15(spkiOf(key.publicKey))] as const]),
  ]);
  const content = changeList(hashList(dataGroups, digest));
  const { whole } = signedData({ contentType, attributeType, content, signer, signing });
  const answer = (challenge: Uint8Array) => {
    if (key === null) throw new Error("this chip has no active authentication");
    return key.answer(challenge);
  };
  return { sod: tlv(0x77, whole), dataGroups, signer, csca, mrz, answer };
}

/** The parts of a chip that a signature covers, or that are one. */
export type Part = "dg1" | "dg2" | "hash_list" | "attributes" | "signature" | "certificate";

/** The same chip with one bit changed in the middle of a part. */
export function flipped(chip: Chip, part: Part): Chip {
  if (part === "dg1" || part === "dg2") {
    const number = Number(part.slice(2));
    const file = chip.dataGroups.get(number)!;
    return { ...chip, dataGroups: new Map([...chip.dataGroups, [number, flip(file, file.length - 20)]]) };
  }
  const { sod } = chip;
  const certificate = Buffer.from(sod).indexOf(chip.signer.certificate);
  const digest = Buffer.from("06092a864886f70d010904", "hex");
  const at = {
    // In the last hash of the list, before the certificate.
    hash_list: certificate - 12,
    attributes: Buffer.from(sod).lastIndexOf(digest) + digest.length + 10,
    signature: sod.length - 10,
    // In the signature of the certificate, at its end: a changed key could not be read.
    certificate: certificate + chip.signer.certificate.length - 10,
  }[part];
  return { ...chip, sod: flip(sod, at) };
}

const flip = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));

const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ type: "spki", format: "der" }));

function activeKey(wanted: ChipOptions["activeAuthentication"] = "prime256v1") {
  if (wanted === null) return null;
  const isEc = typeof wanted === "string";
  const curve = isEc ? wanted : "rsa";
  const { privateKey: key, publicKey } = newIdentity({
    ...{ country: "DE", commonName: "chip", curve },
    ...(!isEc && { bits: wanted.bits }),
  });
  const answer = (challenge: Uint8Array) =>
    isEc
      ? new Uint8Array(sign("sha256", challenge, { key, dsaEncoding: "ieee-p1363" }))
      : iso9796(key, challenge, wanted.digest);
  return { publicKey, answer };
}

const TRAILERS: Readonly<Record<Digest, readonly number[]>> = {
  sha1: [0xbc],
  sha224: [0x38, 0xcc],
  sha256: [0x34, 0xcc],
  sha384: [0x36, 0xcc],
  sha512: [0x35, 0xcc],
};

/** A signature of ISO/IEC 9796-2, scheme 1, over a nonce of the chip and the challenge. */
export function iso9796(key: KeyObject, challenge: Uint8Array, digest: Digest, header = 0x6a): Uint8Array {
  const trailer = TRAILERS[digest];
  const hashBytes = createHash(digest).digest().length;
  const length = key.asymmetricKeyDetails!.modulusLength! / 8;
  const nonce = randomBytes(length - hashBytes - trailer.length - 1);
  const hash = createHash(digest).update(nonce).update(challenge).digest();
  const message = Buffer.concat([Uint8Array.of(header), nonce, hash, Uint8Array.from(trailer)]);
  return new Uint8Array(privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, message));
}
