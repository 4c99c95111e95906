import type { AnchorKind } from "../../../vocabulary/trust.ts";
import type { Mode } from "../../core/scope.ts";
import { describeActor, SERVICE_CHAIN } from "../../store/audit/chain.ts";
import { findAnchors, insertAnchor, type NewAnchor } from "../../store/trust-anchors.ts";
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
 * not. May be repeated: an interrupted import continues.
 */
export async function importAnchors(ctx: Context, file: AnchorFile): Promise<Imported> {
  const unique = [...new Map(file.anchors.map((anchor) => [anchor.sha256, anchor])).values()];
  let [added, recalled] = [0, 0];
  for (let at = 0; at < unique.length; at += AT_ONCE) {
    const part = unique.slice(at, at + AT_ONCE);
    const hashes = part.map(({ sha256 }) => sha256);
    const rows = await findAnchors(ctx.services.db, file.mode, hashes);
    const known = new Map(rows.map((row) => [row.sha256, row]));
    recalled += rows.filter(({ recalledAt }) => recalledAt !== null).length;
    const fresh = part.filter(({ sha256 }) => {
      const row = known.get(sha256);
      return row === undefined || (row.removedAt !== null && row.recalledAt === null);
    });
    added += fresh.length;
    if (fresh.length > 0) await commit(ctx, addition(ctx, file, fresh));
  }
  return { added, known: unique.length - added - recalled, recalled };
}

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
