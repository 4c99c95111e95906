import type { AnchorKind } from "../../../vocabulary/trust.ts";
import type { Mode } from "../../core/scope.ts";
import { describeActor, SERVICE_CHAIN } from "../../store/audit/chain.ts";
import { insertAnchor, listAnchors, type NewAnchor } from "../../store/trust/anchors.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type Context } from "../commit/context.ts";

/** A certificate of a file, as a trust store keeps it. */
export type ImportedAnchor = Pick<
  NewAnchor,
  "sha256" | "certificate" | "country" | "subjectKeyId" | "signer" | "validFrom" | "validTo"
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

/** Anchors of one batch. */
const AT_ONCE = 50;

interface Imported {
  readonly added: number;
  /** Anchors that the store had. */
  readonly known: number;
  /** Anchors that were recalled before: they do not count again. */
  readonly recalled: number;
}

/**
 * Adds the certificates of a file to a mode's trust anchors. A removed one counts again, a recalled one does
 * not. May be repeated: an interrupted import continues.
 */
export async function importAnchors(ctx: Context, file: AnchorFile): Promise<Imported> {
  const { services, now } = ctx;
  const { mode, kind, signedBy, sourceSha256 } = file;
  const before = new Map((await listAnchors(services.db, mode)).map((row) => [row.sha256, row]));
  const unique = [...new Map(file.anchors.map((anchor) => [anchor.sha256, anchor])).values()];
  const recalled = unique.filter(({ sha256 }) => before.get(sha256)?.recalledAt != null);
  const fresh = unique.filter(({ sha256 }) => {
    const row = before.get(sha256);
    return row === undefined || (row.removedAt !== null && row.recalledAt === null);
  });
  const by = { addedBy: describeActor(ctx.actor).id, addedAt: now };
  for (let at = 0; at < fresh.length; at += AT_ONCE) {
    const part = fresh.slice(at, at + AT_ONCE);
    await commit(ctx, {
      statements: part.map((anchor) =>
        insertAnchor(services.db, { ...anchor, ...by, mode, kind, signedBy, sourceSha256 }),
      ),
      audit: part.map(({ sha256, country, signer }) =>
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
    });
  }
  return {
    added: fresh.length,
    known: unique.length - fresh.length - recalled.length,
    recalled: recalled.length,
  };
}
