import { Code, ConnectError } from "@connectrpc/connect";
import {
  Digest,
  SignatureService,
  type SignedSeal,
} from "../../../proto/gen/selfsame/inference/v1/signature_service_pb.js";
import { issuerOf } from "../../signatures/certificate.ts";
import { type SealDigest, signerOf } from "../../signatures/seals.ts";
import { rpc } from "../rpc.ts";

const MAX_SEALS = 8;
const MAX_CERTIFICATES = 8;
const MAX_CERTIFICATE_BYTES = 8 * 1024;
const MAX_SIGNED_BYTES = 3 * 1024;
const MAX_SIGNATURE_BYTES = 132;

/** Some milliseconds of this process: no inference worker is needed. */
export const verifySeals = rpc(SignatureService.method.verifySeals, async ({ seals }) => {
  if (seals.length < 1 || seals.length > MAX_SEALS) {
    throw new ConnectError(`seals: 1 to ${MAX_SEALS}, got ${seals.length}`, Code.InvalidArgument);
  }
  for (const seal of seals) assertBounded(seal);
  return {
    verifications: seals.map((seal) => certified(signerOf({ ...seal, digest: DIGESTS[seal.digest] }))),
  };
});

const DIGESTS: Readonly<Record<Digest, SealDigest | null>> = {
  [Digest.UNSPECIFIED]: null,
  [Digest.SHA256]: "sha256",
  [Digest.SHA384]: "sha384",
  [Digest.SHA512]: "sha512",
};

const certified = (certificate: number | undefined) => (certificate === undefined ? {} : { certificate });

const MAX_CANDIDATES = 32;

/** Some milliseconds of this process: no inference worker is needed. */
export const findIssuer = rpc(SignatureService.method.findIssuer, async ({ certificate, candidates }) => {
  if (candidates.length < 1 || candidates.length > MAX_CANDIDATES) {
    const message = `candidates: 1 to ${MAX_CANDIDATES}, got ${candidates.length}`;
    throw new ConnectError(message, Code.InvalidArgument);
  }
  if ([certificate, ...candidates].some(({ length }) => length > MAX_CERTIFICATE_BYTES)) {
    throw new ConnectError(`certificates: at most ${MAX_CERTIFICATE_BYTES} bytes`, Code.InvalidArgument);
  }
  const issuer = issuerOf(certificate, candidates);
  return issuer === undefined ? {} : { issuer };
});

function assertBounded({ signedBytes, signature, certificates }: SignedSeal): void {
  const isBounded =
    signedBytes.length <= MAX_SIGNED_BYTES &&
    signature.length <= MAX_SIGNATURE_BYTES &&
    certificates.length >= 1 &&
    certificates.length <= MAX_CERTIFICATES &&
    certificates.every(({ length }) => length <= MAX_CERTIFICATE_BYTES);
  if (!isBounded) throw new ConnectError("seals: over the limits of SignedSeal", Code.InvalidArgument);
}
