import { z } from "zod";
import { DAY_MS } from "../core/clock.ts";
import { ApiError } from "../core/errors.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import type { Scope } from "../core/scope.ts";
import { askedPage, cursorText, pageBody, pageQuery, toPage } from "../http/parameters.ts";
import type { RouteGroup } from "../http/route.ts";
import {
  addVersionByCall,
  archivePolicy,
  createPolicyByCall,
  existingPolicy,
  existingVersion,
  type NamedPolicy,
} from "../operations/policies/policies.ts";
import { MOST_REPLAYED, requestReplay } from "../operations/policies/replay.ts";
import { policyView, replayView, versionView } from "../operations/policies/views.ts";
import {
  archivedExample,
  createdExample,
  newPolicy,
  newVersion,
  policyAnswer,
  policyPage,
  policyWithVersions,
  replayAnswer,
  replayBody,
} from "../schemas/policies.ts";
import { listPolicies, listVersions } from "../store/verifications/policies.ts";
import { policySchema } from "../verification/policy.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";
import { time } from "./verification-reads.ts";

const parameters = { id: "The policy's id, `pol_…`." };
const reading = { callers: ["secret_key"], scope: "policies:read" } as const;
const writing = { callers: ["secret_key"], scope: "policies:write" } as const;

const answerOf = ({ row, version }: NamedPolicy, scope: Scope) => ({
  body: { ...policyView(scope, row), policy: version.policy },
  subject: { id: row.id, customerRef: null },
});

const create = route(
  {
    ...{ ...writing, method: "post", path: "/v1/policies", id: "createPolicy" },
    summary: "Create a policy",
    description:
      "Name it in `policy_id` when you create a verification. Defaults are filled in now, and a version never changes.",
    sdk: "policies.create",
    json: { schema: newPolicy, example: { name: "Standard", policy: { min_age: 18 } } },
    answer: {
      status: 201,
      description: "The policy with its version 1.",
      schema: policyAnswer,
      example: createdExample,
    },
    errors: ["limit_reached"],
  },
  idempotent(createPolicyByCall, {
    input: ({ body: { name, policy = policySchema.parse({}) } }) => ({ name, policy }),
    answer: (named, { principal }) => answerOf(named, principal.scope),
  }),
);

const list = route(
  {
    ...{ ...reading, method: "get", path: "/v1/policies", id: "listPolicies" },
    summary: "List policies",
    description: "Newest first, archived ones too.",
    sdk: "policies.list({ limit: 20 })",
    query: pageQuery(ID_PREFIXES.policy),
    answer: { status: 200, description: "A page.", schema: policyPage },
  },
  async ({ services, principal: { scope }, query }) => {
    const rows = await listPolicies(services.db, scope, askedPage(scope, query));
    return toPage(scope, rows, query.limit, (row) => policyView(scope, row));
  },
);

const read = route(
  {
    ...{ ...reading, method: "get", path: "/v1/policies/:id", id: "readPolicy" },
    summary: "Retrieve a policy",
    description: "With all its versions.",
    sdk: "policies.retrieve",
    parameters,
    answer: { status: 200, description: "The policy.", schema: policyWithVersions },
    errors: ["not_found"],
  },
  async ({ services, principal: { scope }, param }) => {
    const row = await existingPolicy(services.db, scope, param("id"));
    const versions = await listVersions(services.db, scope, row.id);
    const { policy } = versions.find(({ version }) => version === row.version)!;
    return { ...policyView(scope, row), policy, versions: versions.map(versionView) };
  },
);

const addVersion = route(
  {
    ...{ ...writing, method: "post", path: "/v1/policies/:id/versions", id: "createPolicyVersion" },
    summary: "Add a version to a policy",
    description:
      "It becomes the last version, under which verifications are created from now on. Earlier versions and verifications stay as they are.",
    sdk: "policies.createVersion",
    parameters,
    json: { schema: newVersion, example: { policy: { min_age: 21 } } },
    answer: { status: 201, description: "The policy with its new version.", schema: policyAnswer },
    errors: ["not_found", "limit_reached"],
  },
  idempotent(addVersionByCall, {
    input: ({ param, body }) => ({ id: param("id"), policy: body.policy }),
    answer: (named, { principal }) => answerOf(named, principal.scope),
  }),
);

const archive = route(
  {
    ...{ ...writing, method: "post", path: "/v1/policies/:id/archive", id: "archivePolicy" },
    summary: "Archive a policy",
    description:
      "No verification is created under it any more. Its versions stay readable. This is final, and repeating the call is allowed.",
    sdk: "policies.archive",
    parameters,
    answer: {
      status: 200,
      description: "The archived policy.",
      schema: policyAnswer,
      example: archivedExample,
    },
    errors: ["not_found"],
  },
  async (call) => {
    const { services, principal } = call;
    const id = call.param("id");
    await archivePolicy(contextOf(call), { id });
    return answerOf(await existingVersion(services.db, principal.scope, { id }), principal.scope).body;
  },
);

const DEFAULT_DAYS = 30;

const replayed = pageBody(ID_PREFIXES.verification)
  .extend({
    ...replayBody,
    created_after: time
      .optional()
      .describe(
        "Only verifications created at this time or later: ISO 8601 with an offset, or a day in UTC. Default: 30 days before `created_before`.",
      ),
    created_before: time.optional().describe("Only those created before this time, likewise. Default: now."),
    limit: z
      .int()
      .min(1)
      .max(MOST_REPLAYED)
      .default(MOST_REPLAYED)
      .describe("Decisions to look at, newest first. After five seconds fewer are looked at."),
  })
  .superRefine(({ policy, version }, context) => {
    if (policy === undefined || version === undefined) return;
    context.addIssue({
      code: "custom",
      path: ["version"],
      message: "cannot be given with policy: send one of them",
    });
  });

const replay = route(
  {
    ...{ method: "post", path: "/v1/policies/:id/replay", id: "replayPolicy" },
    summary: "Replay past decisions under a policy",
    description:
      "Shows how many decisions of the past a version or a draft would have changed. The recorded measurements are judged again; nothing is changed, and nothing is billed. The counts have no data of any person, and small counts are not hidden: the caller may read each decision.",
    sdk: "policies.replay",
    parameters,
    callers: ["secret_key"],
    scope: "verifications:read",
    json: { schema: replayed, example: { policy: { min_age: 21 }, made_with: "any_policy" } },
    answer: { status: 200, description: "What would have changed.", schema: replayAnswer },
    errors: ["not_found", "limit_out_of_range", "invalid_cursor"],
  },
  async (call) => {
    const { services, principal, body } = call;
    const { scope } = principal;
    const { before } = askedPage(scope, body);
    const { row, version } = await existingVersion(services.db, scope, {
      id: call.param("id"),
      version: body.version,
    });
    const until = body.created_before ?? services.clock();
    const since = body.created_after ?? until - DEFAULT_DAYS * DAY_MS;
    if (since >= until) {
      throw new ApiError("invalid_parameter", "created_after must be before created_before.", {
        param: "created_after",
      });
    }
    const policy = body.policy ?? version.policy;
    const report = await requestReplay(services, scope, {
      ...{ policy, since, until, limit: body.limit, before },
      policyId: body.made_with === "this_policy" ? row.id : null,
    });
    return {
      policy_id: row.id,
      policy_version: body.policy === undefined ? version.version : null,
      policy,
      created_after: new Date(since).toISOString(),
      created_before: new Date(until).toISOString(),
      ...replayView(report),
      next_cursor: report.next && cursorText({ mode: scope.mode, id: report.next }),
    };
  },
);

export const policies: RouteGroup = {
  tag: "Policies",
  description:
    "Named policies with versions. A verification names one in `policy_id`; a replay shows what another policy would have changed.",
  routes: [create, list, read, addVersion, archive, replay],
};
