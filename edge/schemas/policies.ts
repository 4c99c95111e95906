import { z } from "zod";
import { DECISIONS } from "../../vocabulary/verifications.ts";
import { LEFT_OUT } from "../verdicts/replay/replay.ts";
import { policySchema, resolvedPolicySchema } from "../verification/policy.ts";
import { exampleTime, idOf, modeSchema, ownName, pageOf, timestamp } from "./common.ts";
import { reasonCode } from "./reasons.ts";
import { needing } from "./scoped-members.ts";
import { examplePolicy, examplePolicyId } from "./verification-examples.ts";

export const policy = resolvedPolicySchema.meta({
  id: "Policy",
  description: "A verification's policy with defaults filled in. It never changes.",
});

export const policyVersion = z.int().min(1).describe("A version's number, from 1.");

/** The named policy of a verification. */
export const policyOrigin = {
  policy_id: idOf("policy").optional().describe("The named policy; absent for an inline policy."),
  policy_version: policyVersion
    .optional()
    .describe("The version of the named policy that `policy` is; absent for an inline policy."),
};

const name = ownName.describe("Your own name for the policy, 1 to 100 characters.");

const WHAT = "What the end user has to pass. Every field has a default.";

/** The rules of a request. Everywhere they are described in the same words, so that the SDKs share a type. */
export const policyRules = policySchema.optional().describe(WHAT);

export const newPolicy = z.strictObject({ name, policy: policyRules });
export const newVersion = z.strictObject({ policy: policySchema.describe(WHAT) });

const exampleSummary = {
  id: examplePolicyId,
  name: "Standard",
  mode: "test",
  version: 2,
  created_at: "2026-02-02T08:00:00.000Z",
  updated_at: exampleTime,
  archived_at: null,
};
const first = { ...examplePolicy, min_age: 18 };
const example = { ...exampleSummary, policy: { ...examplePolicy, min_age: 21 } };

/** The answers to the example requests of creating and of archiving a policy. */
export const createdExample = { ...exampleSummary, version: 1, created_at: exampleTime, policy: first };
export const archivedExample = { ...example, archived_at: exampleTime };

const summary = z.object({
  id: idOf("policy"),
  name,
  mode: modeSchema,
  version: policyVersion.describe("The last version. Verifications are created under it by default."),
  created_at: timestamp.describe("When the policy was created."),
  updated_at: timestamp.describe("When its last version was added, or when it was archived."),
  archived_at: timestamp
    .nullable()
    .describe("When it was archived, or null. No verification is created under an archived policy."),
});

export const policyAnswer = summary
  .extend({ policy: policy.describe("The rules of the last version, with defaults filled in.") })
  .meta({
    id: "NamedPolicy",
    description: "A named policy with the rules of its last version.",
    examples: [example],
  });

export const policyWithVersions = policyAnswer
  .extend({
    versions: z
      .array(
        z.object({
          version: policyVersion,
          policy: policy.describe("The version's rules. They never change."),
          created_at: timestamp.describe("When the version was added."),
        }),
      )
      .describe("Every version, oldest first."),
  })
  .meta({
    id: "NamedPolicyVersions",
    description: "A named policy with all its versions.",
    examples: [
      {
        ...example,
        versions: [
          { version: 1, policy: first, created_at: example.created_at },
          { version: 2, policy: example.policy, created_at: example.updated_at },
        ],
      },
    ],
  });

export const policyPage = pageOf(
  summary.meta({
    id: "NamedPolicySummary",
    description: "A named policy without its rules.",
    examples: [exampleSummary],
  }),
);

/** Whose decisions a replay reads. */
export const MADE_WITH = ["this_policy", "any_policy"] as const;

/** What a replay reads, beside its page. */
export const replayBody = {
  version: policyVersion
    .optional()
    .describe("The version to replay, if `policy` has no draft. Default: the last one."),
  policy: policyRules,
  made_with: z
    .enum(MADE_WITH)
    .default("this_policy")
    .describe(
      "`this_policy`: decisions under any version of this policy. `any_policy`: all decisions, also under inline policies.",
    ),
};

const outcome = z
  .enum([...DECISIONS, "open", "expired"])
  .describe(
    "The decision under the replayed rules. `open`: the end user would have been asked for another capture. `expired`: a capture would have come too late.",
  );

const change = {
  from: z
    .enum(DECISIONS)
    .describe("The decision that the rules made. A reviewer's ruling does not change it."),
  to: outcome,
  count: z.int().min(1).describe("Decisions that would have changed so."),
};

/** Why a decision is left out. */
const OMISSIONS = [...LEFT_OUT, "erased"] as const;

export const replayAnswer = z
  .object({
    policy_id: idOf("policy"),
    policy_version: policyVersion.nullable().describe("The replayed version; null for a draft."),
    policy: policy.describe("The replayed rules, with defaults filled in."),
    created_after: timestamp.describe("Verifications created at this time or later were looked at."),
    created_before: timestamp.describe("Only those created before this time."),
    examined: z.int().min(0).describe("Decisions that were looked at: `replayed`, and those of `left_out`."),
    replayed: z.int().min(0).describe("Decisions that were replayed."),
    unchanged: z.int().min(0).describe("Replayed decisions that stay as they are."),
    changes: z
      .array(z.object(change))
      .describe("The decisions that would have changed, most frequent first."),
    by_reason: z
      .array(
        z.object({
          code: reasonCode,
          effect: z
            .enum(["added", "removed"])
            .describe("`added`: only the changed decision has it. `removed`: only the original one has it."),
          ...change,
        }),
      )
      .describe("The reasons of changed decisions. A decision with several reasons is in several entries."),
    by_issuing_state: needing(
      "personal:read",
      z
        .array(
          z.object({
            issuing_state: z.string().nullable().describe("ISO 3166-1 alpha-3; null if it was not read."),
            ...change,
          }),
        )
        .optional()
        .describe("The issuing states of the documents of changed decisions."),
    ),
    left_out: z
      .array(
        z.object({
          why: z
            .enum(OMISSIONS)
            .describe(
              "`not_measured`: the rules ask for something that was not measured then, such as a search of the gallery. `not_recorded`: nothing was kept for a replay. `rules_changed`: the service's own rules have changed since. `erased`: the end user was erased.",
            ),
          count: z.int().min(1).describe("Decisions that were left out for it."),
        }),
      )
      .describe("Decisions that were not replayed, by the reason."),
    has_more: z.boolean().describe("Whether older decisions of the period are left."),
    next_cursor: z
      .string()
      .nullable()
      .describe("Send this as `cursor` to look at older decisions; null if none are left."),
  })
  .meta({
    id: "PolicyReplay",
    description: "What a policy would have changed in past decisions. It has no data of any person.",
    examples: [
      {
        policy_id: examplePolicyId,
        policy_version: null,
        policy: { ...examplePolicy, min_age: 21 },
        created_after: "2026-02-12T09:26:53.589Z",
        created_before: exampleTime,
        examined: 412,
        replayed: 409,
        unchanged: 402,
        changes: [{ from: "approved", to: "declined", count: 7 }],
        by_reason: [{ code: "under_min_age", effect: "added", from: "approved", to: "declined", count: 7 }],
        by_issuing_state: [{ issuing_state: "VNM", from: "approved", to: "declined", count: 7 }],
        left_out: [{ why: "erased", count: 3 }],
        has_more: false,
        next_cursor: null,
      },
    ],
  });
