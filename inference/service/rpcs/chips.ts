import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  ActiveAuthenticationReading_Status,
  type ChipReadingSchema,
  ChipService,
  DataGroupReading_Hash,
  FileProblem,
  ChipReading_PortraitProblem as PortraitProblem,
  type ReadChipRequest,
  type SecurityObjectSchema,
  SignatureAlgorithm_Scheme,
} from "../../../proto/gen/selfsame/inference/v1/chip_service_pb.js";
import { MachineReadableZone_Format } from "../../../proto/gen/selfsame/inference/v1/document_service_pb.js";
import { isReadNumber } from "../../chip/data-groups.ts";
import type { SignatureAlgorithm } from "../../chip/keys.ts";
import type { SecurityObject } from "../../chip/security-object.ts";
import type { ChipReading } from "../../pipelines/chip.ts";
import { rpc } from "../rpc.ts";

const MAX_BYTES = 512 * 1024;
const MAX_DATA_GROUPS = 14;
const CHALLENGE_BYTES = 8;
const MAX_SIGNATURE_BYTES = 1024;

export const readChip = rpc(ChipService.method.readChip, async (request, { workers }, call) => {
  assertBounded(request);
  const { sod, dataGroups, activeAuthentication } = request;
  const files = {
    sod,
    dataGroups: dataGroups.map(({ number, file }) => ({ number, file })),
    ...(activeAuthentication && {
      activeAuthentication: {
        challenge: activeAuthentication.challenge,
        signature: activeAuthentication.signature,
      },
    }),
  };
  return { reading: toMessage(await workers.run("readChip", files, call)) };
});

export const readPortrait = rpc(ChipService.method.readPortrait, async ({ image }, { workers }, call) => {
  if (image.length === 0 || image.length > MAX_BYTES)
    throw new ConnectError(`a portrait has 1 to ${MAX_BYTES} bytes`, Code.InvalidArgument);
  const portrait = await workers.run("readPortrait", image, call);
  return portrait === null ? {} : { portrait };
});

function assertBounded({ sod, dataGroups, activeAuthentication }: ReadChipRequest): void {
  const numbers = new Set(dataGroups.map(({ number }) => number));
  const bytes = dataGroups.reduce((sum, { file }) => sum + file.length, sod.length);
  const { challenge, signature } = activeAuthentication ?? {};
  const bounds: Readonly<Record<string, boolean>> = {
    [`1 to ${MAX_DATA_GROUPS} data groups`]: dataGroups.length >= 1 && dataGroups.length <= MAX_DATA_GROUPS,
    "each data group once, of 1 to 16 without 3 and 4":
      numbers.size === dataGroups.length && dataGroups.every(({ number }) => isReadNumber(number)),
    [`files of at most ${MAX_BYTES} bytes together`]: bytes <= MAX_BYTES,
    [`a challenge of ${CHALLENGE_BYTES} bytes`]:
      challenge === undefined || challenge.length === CHALLENGE_BYTES,
    [`a signature of 1 to ${MAX_SIGNATURE_BYTES} bytes`]:
      signature === undefined || (signature.length >= 1 && signature.length <= MAX_SIGNATURE_BYTES),
  };
  const [broken] = Object.entries(bounds).find(([, holds]) => !holds) ?? [];
  if (broken !== undefined) throw new ConnectError(`a chip has ${broken}`, Code.InvalidArgument);
}

/** A reading as its message, in which enumerations and times have other types. */
export function toMessage(reading: ChipReading): MessageInitShape<typeof ChipReadingSchema> {
  const { securityObject, dataGroups, mrz, activeAuthentication, portraitProblem, ...rest } = reading;
  return {
    ...rest,
    ...(securityObject.problem === undefined
      ? { securityObject: toSecurityObject(securityObject.value) }
      : { securityObjectProblem: FileProblem[securityObject.problem] }),
    dataGroups: dataGroups.map(({ number, hash, problem }) => ({
      number,
      hash: DataGroupReading_Hash[hash ?? "UNSPECIFIED"],
      problem: FileProblem[problem ?? "UNSPECIFIED"],
    })),
    ...(mrz && { mrz: { ...mrz, format: MachineReadableZone_Format[mrz.format] } }),
    activeAuthentication: {
      status: ActiveAuthenticationReading_Status[activeAuthentication.status],
      ...(activeAuthentication.algorithm && { algorithm: toAlgorithm(activeAuthentication.algorithm) }),
    },
    portraitProblem: PortraitProblem[portraitProblem ?? "UNSPECIFIED"],
  };
}

function toSecurityObject(read: SecurityObject): MessageInitShape<typeof SecurityObjectSchema> {
  const { hashes, algorithm, signer, signedAt, ...rest } = read;
  return {
    ...rest,
    namedDataGroups: [...hashes.keys()].toSorted((a, b) => a - b),
    algorithm: toAlgorithm(algorithm),
    signer: { ...signer, validFrom: seconds(signer.validFrom), validTo: seconds(signer.validTo) },
    ...(signedAt !== null && { signedAt: seconds(signedAt) }),
  };
}

const toAlgorithm = ({ scheme, ...rest }: SignatureAlgorithm) => ({
  ...rest,
  scheme: SignatureAlgorithm_Scheme[scheme],
});

const seconds = (ms: number) => BigInt(Math.floor(ms / 1_000));
