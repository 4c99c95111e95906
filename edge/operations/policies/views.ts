import type { Mode } from "../../core/scope.ts";
import type { PolicyRow, PolicyVersion } from "../../store/verifications/policies.ts";
import type { ReplayReport } from "./replay.ts";

const iso = (at: number) => new Date(at).toISOString();

/** A policy in the API's form, without its rules. */
export const policyView = ({ mode }: { readonly mode: Mode }, row: PolicyRow) => ({
  id: row.id,
  name: row.name,
  mode,
  version: row.version,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  archived_at: row.archivedAt === null ? null : iso(row.archivedAt),
});

/** A version in the API's form. */
export const versionView = ({ version, policy, createdAt }: PolicyVersion) => ({
  version,
  policy,
  created_at: iso(createdAt),
});

/** The counts of a replay in the API's form. */
export const replayView = ({ examined, leftOut, next, ...tally }: ReplayReport) => ({
  examined,
  replayed: tally.replayed,
  unchanged: tally.unchanged,
  changes: tally.changes,
  by_reason: tally.reasons,
  by_issuing_state: tally.issuingStates.map(({ issuingState, ...rest }) => ({
    issuing_state: issuingState,
    ...rest,
  })),
  left_out: [...leftOut].map(([why, count]) => ({ why, count })),
  has_more: next !== null,
});
