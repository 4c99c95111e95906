import { z } from "zod";
import { linkUrl } from "../../auth/capture-link.ts";
import { requireSecretKey } from "../../auth/scopes.ts";
import { localeField } from "../../capture-settings/fields.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { createVerification as creating } from "../../operations/verifications/create.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import { policySchema } from "../../verification/policy.ts";
import { renderVerification } from "../../verification/render.ts";
import type { CaptureWishes } from "../../verification/types.ts";
import { HANDOFF_RULES } from "../../vocabulary/capture.ts";
import { recorded } from "../call/recorded.ts";

export const createVerificationSchema = z.strictObject({
  customer_ref: customerRefSchema,
  policy: policySchema.prefault({}),
  return_url: z
    .string()
    .max(2_000)
    .optional()
    .describe("Where the page sends the person back to; its origin is on the tenant's list."),
  capture: z
    .strictObject({
      locale: localeField
        .optional()
        .describe("The page's language, such as `en` or `pt-BR`; else the browser's."),
      require_live_capture: z
        .boolean()
        .default(false)
        .describe("Whether the page takes pictures and no files; `source: file` is refused then."),
      handoff: z.enum(HANDOFF_RULES).default("allow").describe("Whether the person goes on with a phone."),
    })
    .optional(),
});

/**
 * POST /v1/verifications: a verification under a frozen policy, and a session token and a link bound to the
 * verification.
 */
export const createVerification = recorded(creating, {
  input: (c: JsonContext<typeof createVerificationSchema>) => {
    const { customer_ref, policy, return_url, capture } = c.req.valid("json");
    const { maxTtlSeconds } = requireSecretKey(c.var.principal).settings;
    return { customerRef: customer_ref, policy, capture: wishesOf(return_url, capture), maxTtlSeconds };
  },
  answer: ({ verification, token, link }, c) => ({
    status: 201,
    body: {
      verification: renderVerification(c.var.principal.scope, verification, verification.createdAt),
      session_token: {
        token: token.token,
        jti: token.jti,
        expires_at: new Date(token.expiresAt).toISOString(),
      },
      url: linkUrl(c.var.services.env.PUBLIC_URL, link.secret),
      url_expires_at: new Date(link.expiresAt).toISOString(),
    },
    subject: verification,
  }),
});

type Asked = z.output<typeof createVerificationSchema>;

function wishesOf(returnUrl: Asked["return_url"], capture: Asked["capture"]): CaptureWishes | null {
  if (returnUrl === undefined && capture === undefined) return null;
  return {
    returnUrl: returnUrl ?? null,
    locale: capture?.locale ?? null,
    requireLiveCapture: capture?.require_live_capture ?? false,
    handoff: capture?.handoff ?? "allow",
  };
}
