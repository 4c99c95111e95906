import type * as proto from "../../proto/gen/selfsame/inference/v1/chip_service_pb.js";
import {
  DataGroupReading_Hash as Hash,
  ChipReading_PortraitProblem as Portrait,
  FileProblem as Problem,
  SignatureAlgorithm_Scheme as Scheme,
  ActiveAuthenticationReading_Status as Status,
} from "../../proto/gen/selfsame/inference/v1/chip_service_pb.js";
import { toHex } from "../crypto/encoding.ts";
import type {
  ChipFiles,
  DataGroupReading,
  DocumentSigner,
  FileProblem,
  PortraitProblem,
  SecurityObject,
  SignatureAlgorithm,
} from "./chip.ts";
import { toMrz } from "./convert-document.ts";
import { toBox, toPrincipalFace } from "./convert-face.ts";
import { MalformedAnswerError, present } from "./numbers.ts";
import type { ChipReading } from "./port.ts";

/** Lengths that inference never exceeds. */
const LONGEST = {
  certificate: 8 * 1_024,
  jpeg: 4 * 1_024 * 1_024,
  text: 1_024,
  parts: 16,
  usages: 64,
} as const;

const PROBLEMS: Record<Problem, FileProblem | null> = {
  [Problem.UNSPECIFIED]: null,
  [Problem.INCOMPLETE]: "incomplete",
  [Problem.MALFORMED]: "malformed",
  [Problem.UNSUPPORTED]: "unsupported",
};
const PORTRAIT_PROBLEMS: Record<Portrait, PortraitProblem | null> = {
  [Portrait.UNSPECIFIED]: null,
  [Portrait.NOT_SIGNED]: "not_signed",
  [Portrait.MALFORMED]: "malformed",
  [Portrait.IMAGE_UNREADABLE]: "image_unreadable",
  [Portrait.IMAGE_TOO_LARGE]: "image_too_large",
  [Portrait.IMAGE_TOO_SMALL]: "image_too_small",
  [Portrait.NO_FACE]: "no_face",
};
const HASHES: Record<Hash, DataGroupReading["hash"]> = {
  [Hash.UNSPECIFIED]: null,
  [Hash.EQUAL]: "equal",
  [Hash.DIFFERENT]: "different",
  [Hash.NOT_NAMED]: "not_named",
};
const SCHEMES: Record<Scheme, SignatureAlgorithm["scheme"] | null> = {
  [Scheme.UNSPECIFIED]: null,
  [Scheme.RSASSA_PKCS1_V1_5]: "rsassa_pkcs1_v1_5",
  [Scheme.RSASSA_PSS]: "rsassa_pss",
  [Scheme.ISO_9796_2]: "iso_9796_2",
  [Scheme.ECDSA]: "ecdsa",
};
const STATUSES: Record<Status, ChipReading["activeAuthentication"]["status"] | null> = {
  [Status.UNSPECIFIED]: null,
  [Status.NO_SIGNED_KEY]: "no_signed_key",
  [Status.NOT_TRIED]: "not_tried",
  [Status.VALID]: "valid",
  [Status.INVALID]: "invalid",
  [Status.UNSUPPORTED]: "unsupported",
};

/** The port's reading of a chip. Throws `MalformedAnswerError`, as do all functions here. */
export function toChipReading(reading: proto.ChipReading, files: ChipFiles): ChipReading {
  const { securityObject, mrz, portrait, personalDetails, chipSecurity } = reading;
  const problem = known(PROBLEMS, reading.securityObjectProblem);
  // Without either, an unread EF.SOD would pass for one that was read.
  if ((securityObject === undefined) === (problem === null))
    throw new MalformedAnswerError("a chip has either an EF.SOD or a problem");
  const { status, algorithm } = present(reading.activeAuthentication, "active_authentication");
  return {
    securityObject: securityObject === undefined ? null : toSecurityObject(securityObject),
    securityObjectProblem: problem,
    dataGroups: toDataGroups(reading.dataGroups, files, securityObject !== undefined),
    mrz: mrz === undefined ? null : toMrz(mrz),
    personalDetails: personalDetails === undefined ? null : toDetails(personalDetails),
    portrait: portrait === undefined ? null : toPortrait(portrait),
    portraitProblem: known(PORTRAIT_PROBLEMS, reading.portraitProblem),
    activeAuthentication: {
      status: specified(known(STATUSES, status), "active_authentication.status"),
      algorithm: algorithm === undefined ? null : toAlgorithm(algorithm),
    },
    chipSecurity: chipSecurity === undefined ? null : { chipAuthentication: chipSecurity.chipAuthentication },
  };
}

/** A value that this edge does not know fails: a newer inference service would be misread. */
function known<E extends number, T>(values: Record<E, T>, value: E): T {
  const found = values[value];
  if (found === undefined) throw new MalformedAnswerError("a value of the chip is unknown");
  return found;
}

function specified<T>(value: T | null, field: string): T {
  if (value === null) throw new MalformedAnswerError(`${field} is unspecified`);
  return value;
}

function short<T extends { readonly length: number }>(value: T, longest: keyof typeof LONGEST): T {
  if (value.length > LONGEST[longest]) throw new MalformedAnswerError(`${longest} is longer than it can be`);
  return value;
}

function toDataGroups(
  readings: readonly proto.DataGroupReading[],
  { dataGroups }: ChipFiles,
  hasHashes: boolean,
): DataGroupReading[] {
  if (readings.length !== dataGroups.length)
    throw new MalformedAnswerError("data_groups are not the request's");
  return readings.map(({ number, hash, problem }, i) => {
    if (number !== dataGroups[i]!.number) throw new MalformedAnswerError("data_groups are not the request's");
    const compared = known(HASHES, hash);
    if ((compared !== null) !== hasHashes) throw new MalformedAnswerError("data_group.hash is unspecified");
    return { number, hash: compared, problem: known(PROBLEMS, problem) };
  });
}

function toSecurityObject(read: proto.SecurityObject): SecurityObject {
  return {
    digest: short(read.digest, "text"),
    namedDataGroups: short(read.namedDataGroups, "parts"),
    signatureValid: read.signatureValid,
    algorithm: toAlgorithm(present(read.algorithm, "security_object.algorithm")),
    signer: toSigner(present(read.signer, "security_object.signer")),
    signedAt: read.signedAt === undefined ? null : toMs(read.signedAt),
  };
}

function toSigner(signer: proto.DocumentSigner): DocumentSigner {
  const { certificate, authorityKeyId, country } = signer;
  if (certificate.length === 0) throw new MalformedAnswerError("signer.certificate is empty");
  return {
    certificate: short(certificate, "certificate"),
    authorityKeyId: authorityKeyId.length === 0 ? null : toHex(short(authorityKeyId, "text")),
    country: country === "" ? null : short(country, "text"),
    serialNumber: short(signer.serialNumber, "text"),
    validFrom: toMs(signer.validFrom),
    validTo: toMs(signer.validTo),
    extendedKeyUsages: short(signer.extendedKeyUsages, "usages"),
  };
}

const toAlgorithm = ({ scheme, digest, keyBits, curve }: proto.SignatureAlgorithm): SignatureAlgorithm => ({
  scheme: specified(known(SCHEMES, scheme), "algorithm.scheme"),
  digest: short(digest, "text"),
  keyBits,
  curve: short(curve, "text"),
});

/** Milliseconds of a date within the years that X.509 has. */
function toMs(seconds: bigint): number {
  const ms = 1_000 * Number(seconds);
  if (Math.abs(ms) > MS_MAX) throw new MalformedAnswerError("a time of the chip is out of range");
  return ms;
}
const MS_MAX = 8.64e15;

function toDetails(details: proto.PersonalDetails): NonNullable<ChipReading["personalDetails"]> {
  const { fullName, personalNumber, dateOfBirth, placeOfBirth, address } = details;
  return {
    fullName: short(fullName, "text"),
    personalNumber: short(personalNumber, "text"),
    dateOfBirth: short(dateOfBirth, "text"),
    placeOfBirth: short(placeOfBirth, "parts").map((part) => short(part, "text")),
    address: short(address, "parts").map((part) => short(part, "text")),
  };
}

export function toPortrait({
  box,
  face,
  jpeg,
}: NonNullable<proto.ChipReading["portrait"]>): NonNullable<ChipReading["portrait"]> {
  if (jpeg.length === 0) throw new MalformedAnswerError("portrait.jpeg is empty");
  return {
    box: toBox(box, "portrait.box"),
    face: toPrincipalFace(present(face, "portrait.face")),
    jpeg: short(jpeg, "jpeg"),
  };
}
