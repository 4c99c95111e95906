import { z } from "zod";
import { newId } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import type { RegistrationRow } from "../../store/results/face-templates.ts";
import { deleteRegistration, insertRegistration } from "../../store/results/face-templates.ts";
import { findResults } from "../../store/results/results.ts";
import { registers } from "../../verification/returning.ts";
import { findStep } from "../../verification/steps.ts";
import type { PartName, Verification } from "../../verification/types.ts";
import type { Write } from "../commit/commit.ts";
import type { ScopeContext, Services } from "../commit/context.ts";
import { type FreshResults, openFace } from "../kept-faces.ts";
import { approvalEntry, deletionEntry } from "./audit-entries.ts";
import type { Present } from "./present-registration.ts";
import { encryptRegistered, openRegistered, type RegisteredFace } from "./registered-face.ts";

/** What an approval adds to its batch. */
type Registering = Required<Pick<Write, "statements" | "audit">>;

/**
 * The guard of the present registration, and what registers the selfie of a verification that is decided now,
 * if its policy and the person's consent ask for it. Nothing is registered if the selfie's result was erased.
 */
export async function registerApproved(
  ctx: ScopeContext<"vault">,
  decided: Verification,
  { active, guard, isSpecimen }: Present,
  fresh: FreshResults,
): Promise<Registering> {
  const nothing = { statements: guard, audit: [] };
  if (isSpecimen || !registers(decided, active !== null)) return nothing;
  const { services, scope, now } = ctx;
  const { db, vault } = services;
  const approved = await approvedFace(services, scope, decided, active, fresh);
  if (approved === null) return nothing;
  const registrationId = newId("registration", now);
  const { customerRef } = decided;
  const row = {
    registrationId,
    customerRef,
    quality: approved.quality,
    createdAt: now,
    origin: "approval" as const,
    ...(await encryptRegistered(vault, scope, registrationId, approved.face)),
  };
  return {
    statements: [
      ...guard,
      ...(active === null ? [] : deleteRegistration(db, scope, customerRef, now)),
      insertRegistration(db, scope, row),
    ],
    audit: [
      ...(active === null ? [] : [deletionEntry(ctx, active, "replaced")]),
      approvalEntry(ctx, row, decided.id),
    ],
  };
}

interface ApprovedFace {
  readonly face: RegisteredFace;
  readonly quality: Record<string, unknown>;
}

/** The selfie that counted, with its quality and the portrait's hash; null if its result was erased. */
async function approvedFace(
  services: Pick<Services<"vault">, "db" | "vault">,
  scope: Scope,
  decided: Verification,
  active: RegistrationRow | null,
  fresh: FreshResults,
): Promise<ApprovedFace | null> {
  const frame = resultOf(decided, "check");
  if (frame === null) return null;
  const [live, quality] = await Promise.all([
    openFace(services, scope, "frame", frame, fresh),
    qualityOf(services, scope, frame, fresh),
  ]);
  if (live === null || quality === null) return null;
  const portrait = decided.policy.require_face_match ? resultOf(decided, "ocr") : null;
  const printed = portrait === null ? null : await openFace(services, scope, "portrait", portrait, fresh);
  // Without a document, that of the face which this one replaces.
  const known = active === null ? null : (await openRegistered(services.vault, scope, active)).portraitHash;
  const [portraitHash = known] = printed?.hashes ?? [];
  return { face: { ...live, portraitHash }, quality };
}

export const resultOf = ({ steps }: Verification, part: PartName): string | null =>
  findStep(steps, part)?.parts[part]?.evidence?.resultId ?? null;

/** The part of a liveness result's body with the quality of its best frame. */
const measured = z.object({
  frames: z.tuple([z.object({ quality: z.record(z.string(), z.unknown()) })], z.unknown()),
});

/** The quality of a liveness result's best frame; null if the result was erased. */
export async function qualityOf(
  { db }: Pick<Services, "db">,
  scope: Scope,
  id: string,
  { bodies }: FreshResults,
): Promise<Record<string, unknown> | null> {
  const body = bodies.get(id) ?? (await findResults(db, scope, [id])).get(id)?.body;
  return measured.safeParse(body).data?.frames[0].quality ?? null;
}
