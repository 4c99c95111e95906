import { readFile } from "node:fs/promises";
import type { Mode } from "../../edge/core/scope.ts";
import { referenceOf } from "../../edge/credentials/certificate.ts";
import {
  type AnchorFile,
  type ImportedAnchor,
  importAnchors,
} from "../../edge/operations/trust/import-anchors.ts";
import { recallAnchor, removeAnchor } from "../../edge/operations/trust/recall-anchor.ts";
import type { Database } from "../../edge/store/batch.ts";
import { type AnchorRow, listAnchors } from "../../edge/store/trust-anchors.ts";
import {
  type Certificate,
  isSignedBy,
  readCertificate,
  sha256Of,
} from "../../inference/signatures/certificate.ts";
import { isSignedData } from "../../inference/signatures/cms.ts";
import { MalformedFileError } from "../../inference/signatures/der.ts";
import { readMasterList } from "../../inference/signatures/master-list.ts";
import { ANCHOR_KINDS, type AnchorKind, SIGNER_KINDS } from "../../vocabulary/trust.ts";
import { CommandError, type Commands, type Flag, type Flags, MODE, unusable } from "./command.ts";

const KIND: Flag = { value: ANCHOR_KINDS.join("|"), text: "what the certificates sign", required: true };

/** Certificates longer than this are not sent to inference. */
const MOST_BYTES = 8 * 1024;

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

async function read(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw unusable("file_unreadable", file, error);
  });
}

/** Runs a reader of a file; its fault is the operator's to see. */
function reading<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedFileError)
      throw new CommandError("invalid_file", `${file}: ${error.message}`);
    throw error;
  }
}

/** The one certificate of a file, in DER or PEM. */
const certificateIn = (file: string, bytes: Uint8Array): Certificate =>
  reading(file, () => {
    const [first, another] = certificatesIn(bytes);
    if (first === undefined || another !== undefined)
      throw new MalformedFileError("this is not one certificate");
    return first;
  });

function certificatesIn(bytes: Uint8Array): Certificate[] {
  const blocks = Buffer.from(bytes).toString("latin1").match(PEM);
  return blocks === null ? [readCertificate(bytes)] : blocks.map(readCertificate);
}

/** The certificates of a file. With a root each must be its own, and a master list must have one. */
function anchorsIn(file: string, bytes: Uint8Array, root: Certificate | null): Certificate[] {
  return reading(file, () => {
    if (isSignedData(bytes)) {
      if (root !== null) return readMasterList(bytes, root);
      throw new CommandError("missing_parameter", "a master list needs --signed-by, its root's certificate");
    }
    const certificates = certificatesIn(bytes);
    const stranger = root && certificates.find((each) => !isSignedBy(each, root));
    if (stranger)
      throw new MalformedFileError(`the root did not sign ${stranger.x509.subject.replaceAll("\n", ", ")}`);
    return certificates;
  });
}

/**
 * The name by which seals call a signer. ICAO seals: country and common name, and the serial number in hex.
 * 2D-Doc: the CA's name of four characters, and the certificate's, which is the last word of its common name.
 */
function signerOf(kind: AnchorKind, certificate: Certificate): string | null {
  const { country, commonName, issuerName, serialNumber } = certificate;
  if (kind === "seal")
    return /^[A-Z0-9]{2}$/.test(commonName ?? "") ? `${country}${commonName}/${serialNumber}` : null;
  const own = /[A-Z0-9]{4}$/.exec(commonName ?? "")?.[0];
  const ca = /[A-Z]{2}[A-Z0-9]{2}$/.exec(issuerName ?? "")?.[0];
  return own === undefined || ca === undefined ? null : `${ca}/${own}`;
}

const isSigner = (kind: AnchorKind): boolean => (SIGNER_KINDS as readonly AnchorKind[]).includes(kind);

const NAME = /^[A-Z]{2}[A-Z0-9]{2}\/[A-Z0-9]+$/;

function toAnchor(certificate: Certificate, kind: AnchorKind, given: string | undefined): ImportedAnchor {
  const { x509, sha256, country, subjectKeyId, validFrom, validTo } = certificate;
  const signer = isSigner(kind) ? (given ?? signerOf(kind, certificate)) : null;
  const subject = x509.subject.replaceAll("\n", ", ");
  if (isSigner(kind) && signer === null)
    throw new CommandError("missing_parameter", `${subject} does not say how seals name it: give --signer`);
  if (x509.raw.length > MOST_BYTES)
    throw new CommandError("invalid_file", `${subject} has more than ${MOST_BYTES} bytes`);
  const names = { signer, reference: kind === "seal" ? referenceOf(certificate) : null };
  const content = new Uint8Array(x509.raw);
  return { sha256, certificate: content, country, subjectKeyId, ...names, validFrom, validTo };
}

async function anchorFile(file: string, flags: Flags): Promise<AnchorFile> {
  const [mode, kind] = [flags.mode(), flags.requiredOf("kind", ANCHOR_KINDS)];
  const [signedBy, signer] = [flags.text("signed-by"), flags.text("signer")];
  if (signer !== undefined && !(isSigner(kind) && NAME.test(signer)))
    throw new CommandError(
      "invalid_parameter",
      `--signer must be a name such as DETS/32, for seal and 2ddoc, not \`${signer}\` for ${kind}`,
    );
  const bytes = await read(file);
  const root = signedBy === undefined ? null : certificateIn(signedBy, await read(signedBy));
  const certificates = anchorsIn(file, bytes, root);
  if (signer !== undefined && certificates.length > 1)
    throw new CommandError("invalid_parameter", "--signer names one certificate, and the file has several");
  return {
    mode,
    kind,
    anchors: certificates.map((each) => toAnchor(each, kind, signer)),
    signedBy: root?.sha256 ?? null,
    sourceSha256: sha256Of(bytes),
  };
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

const view = (row: AnchorRow) => ({
  sha256: row.sha256,
  kind: row.kind,
  country: row.country,
  signer: row.signer,
  reference: row.reference,
  subject_key_id: row.subjectKeyId,
  valid_from: iso(row.validFrom),
  valid_to: iso(row.validTo),
  signed_by: row.signedBy,
  source_sha256: row.sourceSha256,
  added_by: row.addedBy,
  added_at: iso(row.addedAt),
  removed_at: iso(row.removedAt),
  recalled_at: iso(row.recalledAt),
});

const PAGE = 500;

/** A mode's trust anchors, by kind and country. */
async function allAnchors(db: Database, mode: Mode): Promise<AnchorRow[]> {
  const all: AnchorRow[] = [];
  for (let page: AnchorRow[]; ; ) {
    page = await listAnchors(db, mode, { after: all.at(-1)?.sha256 ?? "", limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) break;
  }
  const place = ({ kind, country }: AnchorRow) => `${ANCHOR_KINDS.indexOf(kind)} ${country ?? ""}`;
  return all.toSorted((a, b) => place(a).localeCompare(place(b)));
}

const nameOf = (flags: Flags) => ({ mode: flags.mode(), sha256: flags.argument.toLowerCase() });

export const TRUST_COMMANDS: Commands = {
  "trust import": {
    needs: "database",
    summary: "Adds trust anchors: a certificate, several in PEM, or a master list of ICAO",
    details:
      "They count for all tenants of the mode, from the next call on. None is shipped: whom to trust is the operator's choice.",
    argument: "FILE",
    flags: {
      kind: KIND,
      mode: MODE,
      "signed-by": {
        value: "FILE",
        text: "the root's certificate, which must have signed the list or each certificate; a list needs it",
      },
      signer: {
        value: "NAME",
        text: "how seals name the signer, such as DETS/32 (default: by its certificate)",
      },
    },
    run: async ({ context }, flags) => importAnchors(context(), await anchorFile(flags.argument, flags)),
  },
  "trust list": {
    needs: "database",
    summary: "Lists a mode's trust anchors, removed and recalled ones included",
    flags: { mode: MODE },
    run: async ({ db }, flags) => (await allAnchors(db, flags.mode())).map(view),
  },
  "trust remove": {
    needs: "database",
    summary: "Removes a trust anchor: it counts for no later result",
    argument: "SHA256",
    flags: { mode: MODE },
    run: async ({ context }, flags) => {
      await removeAnchor(context(), nameOf(flags));
      return { removed: true };
    },
  },
  "trust recall": {
    needs: "database",
    summary: "Recalls a trust anchor, and lists and marks every verification that rests on it",
    details:
      "Each is marked with recalled_at and sends verification.recalled; decisions stay. Repeat it after an interruption. A recalled anchor never counts again.",
    argument: "SHA256",
    flags: { mode: MODE },
    run: async ({ context }, flags) =>
      (await recallAnchor(context(), nameOf(flags))).map(
        ({ tenantId, resultId, verificationId, decision }) => ({
          tenant_id: tenantId,
          verification_id: verificationId,
          decision,
          result_id: resultId,
        }),
      ),
  },
};
