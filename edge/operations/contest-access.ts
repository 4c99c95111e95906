import type { Statement } from "../store/batch.ts";
import { keepAccess } from "../store/verifications/links.ts";
import { contestableUntil } from "../verification/contest.ts";
import type { Verification } from "../verification/types.ts";
import type { ScopeContext } from "./commit/context.ts";

/** For the batch of a decision: its device keeps its access for as long as the person may contest it. */
export function accessToContest({ services, scope }: ScopeContext, decided: Verification): Statement[] {
  const until = contestableUntil(decided);
  return until === null ? [] : keepAccess(services.db, scope, decided.id, until);
}
