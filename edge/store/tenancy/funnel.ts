import { and, desc, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import { OPEN_STATUSES, type StepName } from "../../../vocabulary/verifications.ts";
import { firstIdAt } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database } from "../batch.ts";
import type { Period } from "../results/results.ts";

/** Stages of a verification, from the first to the last. */
export const STAGES = [
  "created",
  "agreed",
  "document_shown",
  "document_accepted",
  "face_shown",
  "face_accepted",
  "decided",
] as const;
export type Stage = (typeof STAGES)[number];

/** Verifications that ended at this stage. */
export interface StageCount {
  readonly stage: Stage;
  /** Whether they may still continue. */
  readonly isOpen: boolean;
  readonly count: number;
  /** Those with a record of consent: a verification by the API alone has none. */
  readonly consented: number;
}

/** Only the newest verifications are read, so that the cost is the same for every tenant. */
export const MOST_FOLLOWED = 1_000;

const { id, customerRef, status, steps, consent } = verifications;

const stepValue = (step: StepName, field: "status" | "updatedAt"): SQL =>
  sql`(select value ->> ${sql.raw(`'${field}'`)} from json_each(${steps}) where value ->> 'name' = ${sql.raw(`'${step}'`)})`;

/** The last stage with a record. Stages that the policy skips are not counted as drop-off. */
const STAGE_REACHED = sql<Stage>`case
  when ${status} = 'completed' then 'decided'
  when ${stepValue("liveness", "status")} in ('passed', 'review') then 'face_accepted'
  when ${stepValue("liveness", "updatedAt")} is not null then 'face_shown'
  when ${stepValue("document", "status")} in ('passed', 'review') then 'document_accepted'
  when ${stepValue("document", "updatedAt")} is not null then 'document_shown'
  when ${consent} is not null then 'agreed'
  else 'created' end`;

/** The stages of the newest verifications of the period, without erased ones. */
export function countStages(db: Database, scope: Scope, { since, until }: Period) {
  const followed = db
    .select({
      stage: STAGE_REACHED.as("stage"),
      status,
      hasConsent: sql<number>`${consent} is not null`.as("has_consent"),
    })
    .from(verifications)
    .where(
      and(
        inScope(verifications, scope),
        gte(id, firstIdAt("verification", since)),
        lt(id, firstIdAt("verification", until)),
        ne(customerRef, ""),
      ),
    )
    .orderBy(desc(id))
    .limit(MOST_FOLLOWED)
    .as("followed");
  const isOpen = sql`${followed.status} in ${[...OPEN_STATUSES]}`.mapWith(Boolean).as("is_open");
  return db
    .select({
      stage: followed.stage,
      isOpen,
      count: sql<number>`count(*)`,
      consented: sql<number>`sum(has_consent)`,
    })
    .from(followed)
    .groupBy(sql`stage`, sql`is_open`);
}
