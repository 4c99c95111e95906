import { ApiError } from "../../core/errors.ts";
import type { Mode, Scope } from "../../core/scope.ts";
import { SERVICE_CHAIN } from "../../store/audit/chain.ts";
import type { Database } from "../../store/batch.ts";
import {
  type AnchorRow,
  findAnchors,
  recallAnchor as recalling,
  removeAnchor as removing,
} from "../../store/trust-anchors.ts";
import { listUses } from "../../store/trust-uses.ts";
import { recall } from "../../verification/machine.ts";
import { renderCompleted } from "../../verification/render.ts";
import { ERASED_REF, type Verification } from "../../verification/types.ts";
import { eventStatements } from "../../webhooks/outbox.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type Context } from "../commit/context.ts";
import { changeVerification, existingVerification, verificationWrite } from "../verification-write.ts";

/** A trust anchor: the SHA-256 of its certificate in hex, in one mode. */
interface AnchorName {
  readonly mode: Mode;
  readonly sha256: string;
}

/** A result that rests on a recalled anchor, and the decision of its verification. */
interface Recalled {
  readonly tenantId: string;
  readonly resultId: string;
  readonly verificationId: string | null;
  readonly decision: Verification["decision"];
}

/** Throws 404 `not_found` if the mode has no such anchor. */
async function existingAnchor(db: Database, { mode, sha256 }: AnchorName): Promise<AnchorRow> {
  const [anchor] = await findAnchors(db, mode, [sha256]);
  if (anchor !== undefined) return anchor;
  throw new ApiError("not_found", `The trust store of ${mode} mode has no certificate with this SHA-256.`);
}

const auditOf = (ctx: Context, verb: "remove" | "recall", { mode, sha256, kind, country }: AnchorRow) =>
  auditEntry(
    { ...ctx, tenantId: SERVICE_CHAIN },
    { action: `trust.${verb}`, target: sha256, mode, before: { kind, country } },
  );

/**
 * Removes a trust anchor: it counts for no later result, and results that rest on it stay as they are. Does
 * nothing to a removed one.
 */
export async function removeAnchor(ctx: Context, name: AnchorName): Promise<void> {
  const { services, now } = ctx;
  const anchor = await existingAnchor(services.db, name);
  if (anchor.removedAt !== null) return;
  await commit(ctx, {
    statements: [removing(services.db, name.mode, name.sha256, now)],
    audit: [auditOf(ctx, "remove", anchor)],
  });
}

const PAGE = 100;

/**
 * Recalls a trust anchor: it counts for no later result, ever again. Returns each result of all tenants that
 * rests on it. Each verification among them is marked, with an entry in its tenant's audit log and the event
 * `verification.recalled`; decisions stay. May be repeated: an interrupted recall continues, and a
 * verification is marked once. Throws 404 `not_found` if the mode has no such anchor.
 */
export async function recallAnchor(ctx: Context<"publicUrl">, name: AnchorName): Promise<Recalled[]> {
  const { db } = ctx.services;
  const anchor = await existingAnchor(db, name);
  if (anchor.recalledAt === null) {
    await commit(ctx, {
      statements: [recalling(db, name.mode, name.sha256, ctx.now)],
      audit: [auditOf(ctx, "recall", anchor)],
    });
  }
  const all: Recalled[] = [];
  for (let after = ""; ; ) {
    const page = await listUses(db, name.mode, name.sha256, { after, limit: PAGE });
    for (const { tenantId, mode, resultId, verificationId } of page) {
      const scope = { tenantId, mode };
      const decision =
        verificationId === null ? null : (await mark(ctx, scope, verificationId, anchor)).decision;
      all.push({ tenantId, resultId, verificationId, decision });
    }
    if (page.length < PAGE) return all;
    after = page.at(-1)!.resultId;
  }
}

/** Marks a verification, unless it is marked: one that rests on two recalled trust anchors is marked once. */
async function mark(
  ctx: Context<"publicUrl">,
  scope: Scope,
  id: string,
  anchor: AnchorRow,
): Promise<Verification> {
  const { services, now } = ctx;
  const inScope = { ...ctx, scope };
  return changeVerification(inScope, await existingVerification(services.db, scope, id), async (current) => {
    if (current.recalledAt !== null) return current;
    const changed = recall(current, now);
    const { sha256, kind, country } = anchor;
    const isErased = changed.customerRef === ERASED_REF;
    const customerRef = isErased ? null : changed.customerRef;
    const data = {
      ...renderCompleted(changed, services),
      final: changed.status === "completed" && changed.decision !== "review",
      customer_ref: customerRef,
      recalled_at: new Date(now).toISOString(),
      anchor: { sha256, kind, country },
    };
    const event = { type: "verification.recalled", subjectId: id, customerRef, data, now } as const;
    await commit(
      inScope,
      verificationWrite(inScope, {
        changed,
        kind: "recalled",
        statements: eventStatements(services.db, scope, event).statements,
        audit: [
          auditEntry(inScope, { action: "verification.recall", target: id, after: { anchor: sha256 } }),
        ],
      }),
    );
    return changed;
  });
}
