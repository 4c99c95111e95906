import { type HeldKey, keepUnder } from "../../api/call/key.ts";
import type { Answer } from "../../http/context.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import { commit, type Statement } from "../../store/batch.ts";
import { releaseKey } from "../../store/tenancy/idempotency.ts";
import { giveBackUsage } from "../../store/tenancy/usage.ts";
import { countUnit, type HeldUnit } from "./hold-unit.ts";

/** What a call holds while it runs, to be written with its result or given back. */
export interface Books {
  readonly key: HeldKey | null;
  readonly unit: HeldUnit | null;
}

/** What goes into the batch of a call's result besides the result: its use, and its answer under its key. */
export async function bookStatements(
  services: Pick<Services, "db" | "vault">,
  scope: Scope,
  { key, unit }: Books,
  answer: Answer,
): Promise<Statement[]> {
  return [
    ...(key === null ? [] : await keepUnder(services, scope, key, answer)),
    ...(unit === null ? [] : countUnit(services.db, scope, unit)),
  ];
}

/** Gives back what a call that did not succeed has held, so that it may be tried again. */
export async function giveBack(
  { db }: Pick<Services, "db">,
  scope: Scope,
  { key, unit }: Books,
): Promise<void> {
  await commit(db, [
    ...(key === null ? [] : [releaseKey(db, scope, key.call, key.lease)]),
    ...(unit?.reserved ? [giveBackUsage(db, scope, unit)] : []),
  ]);
}
