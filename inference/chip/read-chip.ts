import { createHash } from "node:crypto";
import {
  type ActiveAuthentication,
  type ActiveAuthenticationReading,
  readDg15,
  verifyActiveAuthentication,
} from "./active-authentication.ts";
import { type ChipSecurity, dataGroupContent, readDg14 } from "./data-groups.ts";
import { readDg2 } from "./face-image.ts";
import { attempt, type FileProblem, type Read } from "./file-error.ts";
import { type ChipMrz, readDg1 } from "./mrz.ts";
import { type PersonalDetails, readDg11 } from "./personal-details.ts";
import { readSecurityObject, type SecurityObject } from "./security-object.ts";

/** The files of a chip. */
export interface ChipFiles {
  readonly sod: Uint8Array;
  /** Each number once, of those that `isReadNumber` names. */
  readonly dataGroups: readonly DataGroup[];
  readonly activeAuthentication?: ActiveAuthentication;
}

interface DataGroup {
  readonly number: number;
  readonly file: Uint8Array;
}

/** Mirrors `DataGroupReading` in the proto. */
interface DataGroupReading {
  readonly number: number;
  readonly hash?: "EQUAL" | "DIFFERENT" | "NOT_NAMED" | undefined;
  readonly problem?: FileProblem;
}

/** The facts of a chip. An absent value has a problem, or its file was not sent. */
export interface ChipFacts {
  readonly securityObject: Read<SecurityObject>;
  readonly dataGroups: DataGroupReading[];
  readonly mrz?: ChipMrz;
  readonly personalDetails?: PersonalDetails;
  readonly activeAuthentication: ActiveAuthenticationReading;
  readonly chipSecurity?: ChipSecurity;
  /** The face image of DG2, not decoded. Absent without a DG2. */
  readonly faceImage?: FaceImage;
}

/** The image, or why it is not to be decoded. */
export type FaceImage = Uint8Array | "NOT_SIGNED" | "MALFORMED";

/** Reads a chip's files. Throws nothing that a file can cause. */
export function readChip({ sod, dataGroups, activeAuthentication }: ChipFiles): ChipFacts {
  const securityObject = attempt(() => readSecurityObject(sod));
  const hashes = new Map(
    dataGroups.map(({ number, file }) => [number, hashOf(securityObject.value, number, file)]),
  );
  const { contents, problems } = readContents(dataGroups);
  const isSigned = (number: number) => hashes.get(number) === "EQUAL";
  const { mrz, image, details, security, key } = contents;
  return {
    securityObject,
    dataGroups: dataGroups.map(({ number }) => ({
      number,
      ...present("hash", hashes.get(number)),
      ...present("problem", problems.get(number)),
    })),
    ...present("mrz", mrz),
    ...present("personalDetails", details),
    activeAuthentication: isSigned(15)
      ? verifyActiveAuthentication(key, activeAuthentication)
      : { status: "NO_SIGNED_KEY" },
    ...present("chipSecurity", isSigned(14) ? security : undefined),
    ...(hashes.has(2) && { faceImage: isSigned(2) ? (image ?? "MALFORMED") : "NOT_SIGNED" }),
  };
}

/** The content of each data group that has one, and why others could not be read. */
function readContents(dataGroups: readonly DataGroup[]) {
  const files = new Map(dataGroups.map(({ number, file }) => [number, file]));
  const problems = new Map<number, FileProblem>();
  const read = <T>(number: number, reader: (file: Uint8Array) => T): T | undefined => {
    const file = files.get(number);
    if (file === undefined) return undefined;
    const { value, problem } = attempt(() => reader(file));
    if (problem !== undefined) problems.set(number, problem);
    return value;
  };
  for (const number of files.keys()) read(number, (file) => dataGroupContent(number, file));
  const contents = {
    mrz: read(1, readDg1),
    image: read(2, readDg2),
    details: read(11, readDg11),
    security: read(14, readDg14),
    key: read(15, readDg15),
  };
  return { contents, problems };
}

const present = <K extends string, T>(key: K, value: T | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: T };

function hashOf(sod: SecurityObject | undefined, number: number, file: Uint8Array): DataGroupReading["hash"] {
  if (sod === undefined) return undefined;
  const named = sod.hashes.get(number);
  if (named === undefined) return "NOT_NAMED";
  return createHash(sod.digest).update(file).digest().equals(named) ? "EQUAL" : "DIFFERENT";
}
