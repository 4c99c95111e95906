import { ApiError } from "../../../core/errors.ts";
import { readExpected } from "../../../operations/encrypted-expected.ts";
import { seenUnder } from "../../../operations/own-checks/seen-under.ts";
import { readStatement } from "../../../operations/verifications/contest.ts";
import { readNotes } from "../../../operations/verifications/review-notes.ts";
import { listMembers } from "../../../store/accounts/members.ts";
import { listAudit } from "../../../store/audit/audit.ts";
import { findActions } from "../../../store/results/liveness-results.ts";
import { listRevisions } from "../../../store/verifications/history.ts";
import { loadVerification } from "../../../store/verifications/verifications.ts";
import { listEventsOf } from "../../../store/webhooks/events.ts";
import { expireIfDue } from "../../../verification/machine.ts";
import { awaitsReview } from "../../../verification/review.ts";
import { type DashboardContext, inMode } from "../../shell/context.ts";
import { seesPersonalData, viewerMay } from "../../shell/roles.ts";
import { viewMedia } from "../../ui/media.ts";
import { documentData } from "../../ui/person.tsx";
import { readResults } from "../../ui/visible-results.ts";
import { mayRule, viewClaim } from "./claim.tsx";
import { findDuplicates } from "./duplicates.tsx";
import { findEarlier } from "./earlier.tsx";
import { findingsOf } from "./findings.tsx";
import { groundsOf } from "./grounds.ts";
import { findNeighbours, type Neighbours } from "./queue-links.tsx";
import type { History } from "./timeline.tsx";

export type Case = Awaited<ReturnType<typeof readCase>>;

const NO_NEIGHBOURS: Neighbours = { previous: null, next: null };

/** All that the page of a verification shows. 404 as in the API. */
export async function readCase(c: DashboardContext, id: string) {
  const { services, scope } = c.var;
  const now = services.clock();
  const found = await loadVerification(services.db, scope, id);
  if (found === undefined) throw new ApiError("not_found", "There is no such verification.");
  const verification = expireIfDue(found, now);
  const resultIds = verification.steps.flatMap((step) => step.resultIds);
  const history = await readHistory(c, id, resultIds);
  const { results } = history;
  const isInReview = awaitsReview(verification);
  const isReviewer = viewerMay(c, "verification.review");
  // A ruling leads back to its own page, from which the reviewer goes on through the queue.
  const isInQueue = isReviewer && (isInReview || c.var.flash !== null);
  const [expected, media, duplicates, notes, neighbours, earlier, actions, claim, seen, statement] =
    await Promise.all([
      readExpected(services.vault, scope, verification),
      viewMedia(c, id, resultIds),
      findDuplicates(c, results),
      isReviewer ? readNotes(inMode(c), { id }) : [],
      isInQueue ? findNeighbours(c, id) : NO_NEIGHBOURS,
      findEarlier(c, verification),
      findActions(services.db, scope, resultIds),
      isInReview ? viewClaim(c, id) : null,
      seenUnder(services, scope, verification),
      isReviewer ? readStatement(services, scope, verification) : null,
    ]);
  const document = documentData(verification, results);
  const personal = seesPersonalData(c) ? { expected, document } : { expected: null, document: null };
  return {
    ...{ now, verification, history, results, isInReview, isInQueue, isReviewer },
    ...{ expected, media, duplicates, notes, neighbours, earlier, actions, claim, seen, statement, document },
    isRuling: isInReview && mayRule(c, claim, verification.proposal),
    findings: findingsOf(verification, results, personal.document),
    groundsOf: (code: string) => groundsOf(code, { verification, ...personal }),
  };
}

async function readHistory(c: DashboardContext, id: string, resultIds: readonly string[]): Promise<History> {
  const { db } = c.var.services;
  const { scope } = c.var;
  const [revisions, results, events, audit, members] = await Promise.all([
    listRevisions(db, scope, id),
    readResults(c, resultIds),
    listEventsOf(db, scope, id),
    listAudit(db, scope.tenantId, { limit: 20, before: null }, { target: id, action: "verification." }),
    listMembers(db, scope.tenantId),
  ]);
  const names = new Map(members.map(({ userId, name }) => [userId, name]));
  return { revisions, results, events, audit, names };
}
