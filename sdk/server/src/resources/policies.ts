import type { Caller } from "../../../core/call.ts";
import { Pages } from "../../../core/pages.ts";
import type { CallOptions } from "../../../core/settings.ts";
import {
  archivePolicy,
  type CreatePolicyBody,
  type CreatePolicyVersionBody,
  createPolicy,
  createPolicyVersion,
  type ListPoliciesQuery,
  listPolicies,
  type ReplayPolicyBody,
  readPolicy,
  replayPolicy,
} from "../../../gen/operations.ts";

/** Named policies with versions, and replays of past decisions (contract §3.18, contract §3.19). */
export const policies = (call: Caller<"answer">) => ({
  /** Creates a policy with its version 1. */
  create: (body: CreatePolicyBody, options?: CallOptions) => call(createPolicy, { body }, options),
  /** Newest first, archived ones too. */
  list: (query: ListPoliciesQuery = {}, options?: CallOptions) =>
    new Pages((cursor) => call(listPolicies, { query: { ...query, cursor } }, options), query.cursor),
  /** The policy with all its versions. */
  retrieve: (id: string, options?: CallOptions) => call(readPolicy, { path: { id } }, options),
  /** Adds a version, which becomes the last one. */
  createVersion: (id: string, body: CreatePolicyVersionBody, options?: CallOptions) =>
    call(createPolicyVersion, { path: { id }, body }, options),
  /** Ends the use of a policy for new verifications. Repeating it is allowed. */
  archive: (id: string, options?: CallOptions) => call(archivePolicy, { path: { id } }, options),
  /** Shows how many past decisions a version or a draft would have changed; not metered. */
  replay: (id: string, body: ReplayPolicyBody = {}, options?: CallOptions) =>
    call(replayPolicy, { path: { id }, body }, options),
});
