import { z } from "zod";
import { HANDOFF_RULES } from "../../vocabulary/enumerations.ts";
import { linkUrl } from "../auth/capture-link.ts";
import { localeField } from "../capture-settings/fields.ts";
import type { RouteGroup } from "../http/route.ts";
import { cancelVerification } from "../operations/verifications/close.ts";
import { createVerification } from "../operations/verifications/create.ts";
import { createLink } from "../operations/verifications/links.ts";
import { customerRefSchema, idOf } from "../schemas/common.ts";
import { expectedDetails, metadata } from "../schemas/expected.ts";
import { policyRules, policyVersion } from "../schemas/policies.ts";
import { exampleCanceled } from "../schemas/verification-examples.ts";
import { linkAnswer, verificationAnswer, verificationCreated } from "../schemas/verifications.ts";
import { policySchema } from "../verification/policy.ts";
import { renderVerification } from "../verification/render.ts";
import type { CapturePresets } from "../verification/types.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";
import { chipsOfVerification } from "./chips.ts";
import { consentRoutes } from "./consent.ts";
import { checkRoutes } from "./own-checks.ts";
import { examine } from "./verification-document.ts";
import { verificationReads } from "./verification-reads.ts";

const parameters = { id: "The verification's id, `vf_…`." };

const newVerification = z
  .strictObject({
    customer_ref: customerRefSchema,
    policy: policyRules,
    policy_id: idOf("policy").optional().describe("A named policy, in place of `policy`: send one of them."),
    policy_version: policyVersion
      .optional()
      .describe("The version of the named policy. Default: the last one at the time of the call."),
    expected: expectedDetails
      .optional()
      .describe(
        "What you know of the person. [Compare with a name or birth date](/docs#about-compare-with-a-name-or-birth-date-that-you-know) has an example. `on_expected_mismatch` of the policy says what follows.",
      ),
    metadata: metadata.optional(),
    return_url: z
      .string()
      .max(2_000)
      .refine((text) => URL.canParse(text), "must be an absolute URL, such as https://example.com/done")
      .optional()
      .describe(
        "Where the hosted page sends the end user afterwards. Its origin must be on your list of return URLs.",
      ),
    capture: z
      .strictObject({
        locale: localeField
          .optional()
          .describe(
            "Language of the hosted page: `en`, `de`, `fr`, `es`, `pt` or `ar`, with an optional region such as `pt-BR`. The page is in English for another language, with your own consent text in that language if you have one. Default: the browser's.",
          ),
        require_live_capture: z
          .boolean()
          .default(false)
          .describe("Whether the page accepts camera images only, no files."),
        handoff: z
          .enum(HANDOFF_RULES)
          .default("allow")
          .describe(
            "Whether the end user may (`allow`), must (`require`) or cannot (`off`) continue on a phone.",
          ),
      })
      .optional()
      .describe("Settings of the hosted page."),
  })
  .superRefine(({ policy, policy_id, policy_version }, context) => {
    if (policy !== undefined && policy_id !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["policy_id"],
        message: "cannot be given with policy: send one of them",
      });
    }
    if (policy_id === undefined && policy_version !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["policy_version"],
        message: "needs policy_id. Add it, or remove policy_version",
      });
    }
  });

const create = route(
  {
    method: "post",
    path: "/v1/verifications",
    id: "createVerification",
    summary: "Create a verification",
    description:
      "Returns a hosted link for the end user, and a session token if your own app makes the calls. Defaults are filled into the policy, which never changes afterwards.",
    sdk: "verifications.create",
    callers: ["secret_key"],
    scope: "verifications:write",
    json: {
      schema: newVerification,
      example: { customer_ref: "user-4711", policy: { liveness_mode: "challenge" } },
    },
    answer: {
      status: 201,
      description: "The new verification.",
      schema: verificationCreated,
    },
    errors: ["registration_not_found", "usage_cap_reached"],
  },
  idempotent(createVerification, {
    input: ({ principal, body }) => ({
      customerRef: body.customer_ref,
      policy: body.policy ?? policySchema.parse({}),
      named: body.policy_id === undefined ? null : { id: body.policy_id, version: body.policy_version },
      capture: wishesOf(body),
      expected: body.expected ?? null,
      metadata: body.metadata ?? null,
      maxTtlSeconds: principal.settings.maxTtlSeconds,
    }),
    answer: ({ verification, token, link }, { services, principal }) => ({
      body: {
        verification: renderVerification(
          { ...principal.scope, publicUrl: services.publicUrl },
          verification,
          verification.createdAt,
        ),
        session_token: {
          token: token.token,
          jti: token.jti,
          expires_at: new Date(token.expiresAt).toISOString(),
        },
        url: linkUrl(services.env.PUBLIC_URL, link.secret),
        url_expires_at: new Date(link.expiresAt).toISOString(),
      },
      subject: verification,
    }),
  }),
);

function wishesOf({ return_url, capture }: z.output<typeof newVerification>): CapturePresets | null {
  if (return_url === undefined && capture === undefined) return null;
  return {
    returnUrl: return_url ?? null,
    locale: capture?.locale ?? null,
    requireLiveCapture: capture?.require_live_capture ?? false,
    handoff: capture?.handoff ?? "allow",
  };
}

const makeLink = route(
  {
    method: "post",
    path: "/v1/verifications/:id/links",
    id: "createLink",
    summary: "Create a new link",
    description:
      "For a lost link or device, while the verification is open or may be contested. Earlier links, and the session tokens that came from them, stop working.",
    sdk: "verifications.createLink",
    parameters,
    callers: ["secret_key"],
    scope: "verifications:write",
    answer: { status: 201, description: "The new link, returned only once.", schema: linkAnswer },
    errors: ["not_found", "verification_not_open", "limit_reached"],
  },
  idempotent(createLink, {
    input: ({ param }) => ({ id: param("id") }),
    answer: ({ secret, expiresAt, verification }, { services }) => ({
      body: {
        url: linkUrl(services.env.PUBLIC_URL, secret),
        expires_at: new Date(expiresAt).toISOString(),
      },
      subject: verification,
    }),
  }),
);

const cancel = route(
  {
    method: "post",
    path: "/v1/verifications/:id/cancel",
    id: "cancelVerification",
    summary: "Cancel a verification",
    description:
      "Ends an open verification. A second call returns 409 `verification_not_open`, unless it has the same `Idempotency-Key`.",
    sdk: "verifications.cancel",
    parameters,
    callers: ["secret_key"],
    scope: "verifications:write",
    answer: {
      status: 200,
      description: "The canceled verification.",
      schema: verificationAnswer,
      example: exampleCanceled,
    },
    errors: ["not_found", "verification_not_open"],
  },
  idempotent(cancelVerification, {
    ends: true,
    input: ({ param }) => ({ id: param("id") }),
    answer: (canceled, { services, principal }) => ({
      body: renderVerification(
        { ...principal.scope, publicUrl: services.publicUrl },
        canceled,
        services.clock(),
      ),
      subject: canceled,
    }),
  }),
);

const { list, search, read, readNext } = verificationReads;

export const verifications: RouteGroup = {
  tag: "Verifications",
  description:
    "A verification takes one end user through a document step and a liveness step, and ends in a decision. Create one, send the end user to its `url`, and wait for the webhook `verification.completed`.",
  routes: [
    create,
    list,
    search,
    read,
    readNext,
    examine,
    ...chipsOfVerification,
    makeLink,
    ...consentRoutes,
    cancel,
    ...checkRoutes,
  ],
};
