import { newId } from "../../core/ids.ts";
import type { DocumentSigner } from "../../inference/chip.ts";
import type { ChipReading } from "../../inference/port.ts";
import { instance } from "../../platform/figures.ts";
import type { AnchorRow } from "../../store/trust-anchors.ts";
import { chipFields } from "../../verdicts/chip/chip-fields.ts";
import { type ChipVerdict, judgeChip } from "../../verdicts/chip/judge.ts";
import { typesOfMrz } from "../../verdicts/ocr/detected-type.ts";
import { reportMrz } from "../../verdicts/ocr/verdict.ts";
import { type Check, type CheckContext, type CheckSubject, openDocumentCheck } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";
import { cscaIssuer } from "../trust/csca-issuer.ts";
import { loadChipChallenge, requireUnusedByChip, type UsableChallenge } from "./chip-challenges.ts";
import { recordSigned } from "./record-signed.ts";
import { compareWithPhoto } from "./shown-document.ts";

/** The files of a document's chip that an app has read, and the chip's answer to a challenge. */
export interface ChipUpload {
  readonly sod: Uint8Array;
  /** In the order of their numbers. */
  readonly dataGroups: readonly { readonly number: number; readonly file: Uint8Array }[];
  /** Null if the chip was not asked. */
  readonly answer: { readonly challengeId: string; readonly signature: Uint8Array } | null;
  readonly subject: CheckSubject;
}

/**
 * Verifies the data of a document's chip: that its issuing state signed them (passive authentication), and
 * that the chip is no copy (active authentication), if it answered a challenge. Throws 400 as
 * `loadChipChallenge` does.
 */
export async function verifyChip(ctx: CheckContext, upload: ChipUpload): Promise<Answer> {
  const check = await openDocumentCheck(ctx, upload.subject, ["ocr", "fraud"], "chip");
  const { answer } = upload;
  const verificationId = check.verification?.id ?? null;
  const challenge =
    answer === null ? null : await loadChipChallenge(check, { id: answer.challengeId, verificationId });
  const reading = await read(check, upload, challenge);
  const document = await judged(check, upload, reading);
  const statements = challenge === null ? [] : [challenge.use];
  return recordSigned(check, { ...document, statements }).catch((error) =>
    unlessUsed(check, challenge, error),
  );
}

function read(
  { services, call }: Check,
  { sod, dataGroups, answer }: ChipUpload,
  challenge: UsableChallenge | null,
): Promise<ChipReading> {
  const activeAuthentication =
    challenge === null || answer === null
      ? null
      : { challenge: challenge.bytes, signature: answer.signature };
  return services.inference.readChip({ sod, dataGroups, activeAuthentication }, call.inferenceUse);
}

/** Of two calls with one challenge, the second call's batch is rolled back, whichever statement failed. */
async function unlessUsed(
  { services, scope }: Check,
  challenge: UsableChallenge | null,
  error: unknown,
): Promise<never> {
  if (challenge !== null) await requireUnusedByChip(services, scope, challenge.id);
  throw error;
}

async function judged(check: Check, { sod, dataGroups }: ChipUpload, reading: ChipReading) {
  const { now } = check;
  const issuer = await issuerOf(check, reading);
  const fields = chipFields(reading, now);
  const face = reading.portrait?.face.template ?? null;
  const { sameAs, ...compared } = await compareWithPhoto(check, { fields, face });
  const verdict = judgeChip({ reading, now, ...issuer, ...compared });
  const { outcome, failed, strength } = verdict;
  instance.figures.signed("chip", outcome);
  const id = newId("signed", now);
  const rests = issuer.anchor ?? issuer.named;
  return {
    ...{ id, kind: "chip" as const, event: "chip.completed" as const, outcome, failed, strength, sameAs },
    body: { chip_id: id, ...toBody(reading, verdict, issuer.anchor) },
    types: typesOfMrz(reading.mrz),
    fields,
    mrz: reading.mrz && reportMrz(reading.mrz),
    portrait: reading.portrait,
    anchors: rests === null ? [] : [rests.sha256],
    files: [sod, ...dataGroups.map(({ file }) => file)],
  };
}

/** The trust anchor whose key signed the signer's certificate, and the one that the certificate names. */
async function issuerOf(
  check: Check,
  { securityObject }: Pick<ChipReading, "securityObject">,
): Promise<{ anchor: AnchorRow | null; named: AnchorRow | null; isForged: boolean }> {
  if (securityObject === null) return { anchor: null, named: null, isForged: false };
  const { certificate, authorityKeyId: keyId, country } = securityObject.signer;
  const { candidates, anchor } = await cscaIssuer(check, certificate, { keyId, country });
  const named = candidates.find(({ subjectKeyId }) => keyId !== null && subjectKeyId === keyId) ?? null;
  return { anchor, named, isForged: anchor === null && named !== null };
}

function toBody(
  { securityObject, chipSecurity }: ChipReading,
  { checks, cloneCheck, isWeak, strength, notChecked }: ChipVerdict,
  anchor: AnchorRow | null,
) {
  const signer = securityObject?.signer;
  return {
    deterministic_checks: checks,
    anchor: anchor && { country: anchor.country, sha256: anchor.sha256, kind: anchor.kind },
    signer: signer === undefined ? null : signerOf(signer),
    clone_check: cloneCheck,
    chip_authentication: chipSecurity?.chipAuthentication ?? null,
    weak_algorithm: isWeak,
    security_bits: strength,
    not_checked: notChecked,
  };
}

const signerOf = ({ country, serialNumber, validFrom, validTo }: DocumentSigner) => ({
  country,
  serial_number: serialNumber,
  valid_from: new Date(validFrom).toISOString(),
  valid_to: new Date(validTo).toISOString(),
});
