import type { AnchorKind } from "../../../vocabulary/trust.ts";
import { ApiError } from "../../core/errors.ts";
import type { Mode } from "../../core/scope.ts";
import { describeActor, SERVICE_CHAIN } from "../../store/audit/chain.ts";
import { type AnchorRow, findAnchors, insertAnchor, type NewAnchor } from "../../store/trust-anchors.ts";
import { commit, type Write } from "../commit/commit.ts";
import { auditEntry, type Context } from "../commit/context.ts";

/** A certificate of a file, as a trust store keeps it. */
export type ImportedAnchor = Pick<
  NewAnchor,
  "sha256" | "certificate" | "country" | "subjectKeyId" | "signer" | "reference" | "validFrom" | "validTo"
>;

/** The certificates of one file. */
export interface AnchorFile {
  readonly mode: Mode;
  readonly kind: AnchorKind;
  readonly anchors: readonly ImportedAnchor[];
  /** SHA-256 in hex of the root that signed them; null if the operator named none. */
  readonly signedBy: string | null;
  /** SHA-256 in hex. */
  readonly sourceSha256: string;
}

/** Trust anchors of one batch. */
const AT_ONCE = 50;

interface Imported {
  readonly added: number;
  /** Trust anchors that the store had. */
  readonly known: number;
  /** Trust anchors that were recalled before: they do not count again. */
  readonly recalled: number;
}

/**
 * Adds the certificates of a file to a mode's trust anchors. A removed one counts again, a recalled one does
 * not. May be repeated: an interrupted import continues. Throws `invalid_parameter`, and adds none, if one
 * counts as another kind: a certificate has one kind.
 */
export async function importAnchors(ctx: Context, file: AnchorFile): Promise<Imported> {
  const unique = [...new Map(file.anchors.map((anchor) => [anchor.sha256, anchor])).values()];
  const rows: AnchorRow[] = [];
  for (const part of inParts(unique)) {
    const hashes = part.map(({ sha256 }) => sha256);
    rows.push(...(await findAnchors(ctx.services.db, file.mode, hashes)));
  }
  const other = rows.find(({ kind, removedAt }) => kind !== file.kind && removedAt === null);
  if (other !== undefined) throw otherKind(other);
  const known = new Map(rows.map((row) => [row.sha256, row]));
  const fresh = unique.filter(({ sha256 }) => {
    const row = known.get(sha256);
    return row === undefined || (row.removedAt !== null && row.recalledAt === null);
  });
  for (const part of inParts(fresh)) await commit(ctx, addition(ctx, file, part));
  const recalled = rows.filter(({ recalledAt }) => recalledAt !== null).length;
  return { added: fresh.length, known: unique.length - fresh.length - recalled, recalled };
}

const inParts = (anchors: readonly ImportedAnchor[]) =>
  Array.from({ length: Math.ceil(anchors.length / AT_ONCE) }, (_, n) =>
    anchors.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

const otherKind = ({ sha256, kind, mode }: AnchorRow) =>
  new ApiError(
    "invalid_parameter",
    `A certificate of the file is trusted as ${kind}, and a certificate has one kind. Remove it first: trust remove ${sha256} --mode ${mode}`,
    { param: "kind" },
  );

function addition(ctx: Context, file: AnchorFile, anchors: readonly ImportedAnchor[]): Write {
  const { mode, kind, signedBy, sourceSha256 } = file;
  const by = { addedBy: describeActor(ctx.actor).id, addedAt: ctx.now };
  return {
    statements: anchors.map((anchor) =>
      insertAnchor(ctx.services.db, { ...anchor, ...by, mode, kind, signedBy, sourceSha256 }),
    ),
    audit: anchors.map(({ sha256, country, signer }) =>
      auditEntry(
        { ...ctx, tenantId: SERVICE_CHAIN },
        {
          action: "trust.import",
          target: sha256,
          mode,
          after: { kind, country, signer, signed_by: signedBy, source_sha256: sourceSha256 },
        },
      ),
    ),
  };
}
