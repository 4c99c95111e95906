import { and, asc, eq, gt, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import { trustAnchors } from "../../drizzle/schema/trust.ts";
import type { AnchorKind } from "../../vocabulary/trust.ts";
import type { Mode } from "../core/scope.ts";
import { type Database, onlyIf, type Statement } from "./batch.ts";

export type AnchorRow = typeof trustAnchors.$inferSelect;
export type NewAnchor = Omit<typeof trustAnchors.$inferInsert, "removedAt" | "recalledAt">;

const { mode, sha256, kind, signer, reference, removedAt, recalledAt } = trustAnchors;

/**
 * Trust anchors that count: neither removed nor recalled. The operator's, for all tenants of a mode.
 */
const counts = and(isNull(removedAt), isNull(recalledAt));

/** Certificates of one signer's name that one seal is verified with. */
const CANDIDATES = 8;

/** How a seal names its signer: by a name such as `DETS/32`, or by its certificate's reference. */
type SignerName = { readonly signer: string } | { readonly reference: string };

/** The trust anchors that may have signed a seal, oldest first, at most eight. */
export const findSigners = (
  db: Database,
  of: { readonly mode: Mode; readonly kind: AnchorKind } & SignerName,
): Promise<AnchorRow[]> =>
  db
    .select()
    .from(trustAnchors)
    .where(and(eq(mode, of.mode), eq(kind, of.kind), isNamed(of), counts))
    .orderBy(asc(trustAnchors.addedAt), asc(sha256))
    .limit(CANDIDATES);

const isNamed = (of: SignerName) => ("signer" in of ? eq(signer, of.signer) : eq(reference, of.reference));

/** Candidates that a signer's certificate is verified with. */
const ISSUERS = 32;

/**
 * The trust anchors that may have issued a signer's certificate: itself and those with the key that it
 * names, then those of its country, oldest first, at most 32. Names decide nothing.
 */
export const findIssuers = (
  db: Database,
  of: {
    readonly mode: Mode;
    readonly kind: AnchorKind;
    /** In hex; null if the certificate names no key. */
    readonly keyId: string | null;
    /** ISO 3166 alpha-2; null if it names none. */
    readonly country: string | null;
    /** Of a certificate that may be an anchor itself, in hex. */
    readonly itself?: string;
  },
): Promise<AnchorRow[]> => {
  const hasKey = of.keyId === null ? sql`false` : eq(trustAnchors.subjectKeyId, of.keyId);
  const isItself = of.itself === undefined ? sql`false` : eq(sha256, of.itself);
  const isOfCountry = of.country === null ? sql`false` : eq(trustAnchors.country, of.country);
  return db
    .select()
    .from(trustAnchors)
    .where(and(eq(mode, of.mode), eq(kind, of.kind), or(isItself, hasKey, isOfCountry), counts))
    .orderBy(sql`(${isItself} or ${hasKey}) is not true`, asc(trustAnchors.addedAt), asc(sha256))
    .limit(ISSUERS);
};

/**
 * For a batch that rests on trust anchors: rolls it back if one of them was removed or recalled meanwhile.
 */
export const onlyIfTrusted = (db: Database, of: Mode, anchors: readonly string[]): Statement =>
  onlyIf(
    db,
    sql`${notExists(
      db
        .select({ one: sql`1` })
        .from(trustAnchors)
        .where(and(eq(mode, of), inArray(sha256, [...anchors]), sql`not (${counts})`)),
    )}`,
  );

/** Whether all of these trust anchors count. */
export async function areTrusted(db: Database, of: Mode, anchors: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ sha256 })
    .from(trustAnchors)
    .where(and(eq(mode, of), inArray(sha256, [...anchors]), counts));
  return found.length === new Set(anchors).size;
}

/** The trust anchors of a mode with these SHA-256, removed and recalled ones included. */
export const findAnchors = (db: Database, of: Mode, hashes: readonly string[]): Promise<AnchorRow[]> =>
  db
    .select()
    .from(trustAnchors)
    .where(and(eq(mode, of), inArray(sha256, [...hashes])));

/** A page of a mode's trust anchors, in the order of their SHA-256, removed and recalled ones included. */
export const listAnchors = (
  db: Database,
  of: Mode,
  page: { readonly after: string; readonly limit: number },
): Promise<AnchorRow[]> =>
  db
    .select()
    .from(trustAnchors)
    .where(and(eq(mode, of), gt(sha256, page.after)))
    .orderBy(asc(sha256))
    .limit(page.limit);

/** Adds an anchor, or a removed one again. A recalled one stays recalled. */
export const insertAnchor = (db: Database, row: NewAnchor): Statement =>
  db
    .insert(trustAnchors)
    .values(row)
    .onConflictDoUpdate({
      target: [mode, sha256],
      set: { ...row, removedAt: null },
      setWhere: sql`${trustAnchors.removedAt} is not null and ${trustAnchors.recalledAt} is null`,
    });

export const removeAnchor = (db: Database, of: Mode, hash: string, now: number): Statement =>
  db
    .update(trustAnchors)
    .set({ removedAt: now })
    .where(and(eq(mode, of), eq(sha256, hash), isNull(removedAt)));

export const recallAnchor = (db: Database, of: Mode, hash: string, now: number): Statement =>
  db
    .update(trustAnchors)
    .set({ recalledAt: now })
    .where(and(eq(mode, of), eq(sha256, hash), isNull(recalledAt)));
