import { z } from "zod";
import { consentTextFor, recognitionTextFor } from "../capture-settings/consent-text.ts";
import { localeField } from "../capture-settings/fields.ts";
import { themeOf } from "../capture-settings/theme.ts";
import { ApiError } from "../core/errors.ts";
import { toBase64 } from "../crypto/encoding.ts";
import { reopenHandoff } from "../operations/verifications/handoff-phone.ts";
import { openLink as opening } from "../operations/verifications/links.ts";
import { provenDevice } from "../operations/verifications/mint.ts";
import { capturePageAnswer, captureSessionAnswer, withdrawnAnswer } from "../schemas/sessions.ts";
import { findCaptureSettings, listConsentTexts } from "../store/tenancy/capture-settings.ts";
import { findTenant } from "../store/tenancy/tenants.ts";
import { findWithdrawal } from "../store/verifications/withdrawals.ts";
import { assertLinkOpens } from "../verification/bound-device.ts";
import { isAgeOnly } from "../verification/purpose.ts";
import { asksToRegister, isReturn } from "../verification/returning.ts";
import type { Verification } from "../verification/types.ts";
import type { Call, PersonPrincipal } from "./call/call.ts";
import {
  longestToken,
  PROOF_EXAMPLE,
  proofBody,
  proofOf,
  proofSchema,
  sessionOfDevice,
} from "./call/device-proof.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";

const FALLBACK_LOCALE = "en";

const readPage = route(
  {
    method: "get",
    path: "/v1/capture/page",
    id: "readCapturePage",
    summary: "Retrieve the capture page",
    description:
      "Your brand and the consent text, for a link, handoff code or session token. Reading it does not use up the link. Not billed.",
    callers: ["session_token", "link", "handoff"],
    watches: true,
    query: z.strictObject({
      locale: localeField
        .optional()
        .describe(
          "The reader's language, such as `en` or `pt-BR`. By default it is the verification's `capture.locale`, else English.",
        ),
    }),
    answer: {
      status: 200,
      description: "What the page shows.",
      schema: capturePageAnswer,
      forToken: capturePageAnswer,
    },
    errors: ["link_expired"],
  },
  async (call) => {
    const { principal, query, services } = call;
    if (principal.kind === "link") assertLinkOpens(principal.verification, services.clock());
    const { capture } = principal.verification;
    const { policy } = principal.verification;
    const { settings, texts, asker } = await readAsker(call);
    const locale = query.locale ?? capture?.locale ?? FALLBACK_LOCALE;
    return {
      mode: principal.scope.mode,
      expires_at: new Date(endOf(principal)).toISOString(),
      locale: capture?.locale ?? null,
      require_live_capture: capture?.requireLiveCapture ?? false,
      handoff: capture?.handoff ?? "allow",
      tenant: {
        name: asker.name,
        logo: settings.logo === null ? null : `data:image/png;base64,${toBase64(settings.logo)}`,
        theme: themeOf(settings.accent),
        alternative_url: settings.alternativeUrl,
        app_url: settings.appUrl,
      },
      consent_text: await consentTextFor(texts, locale, asker),
      ...(asksToRegister(policy) && { recognition_text: await recognitionTextFor(locale, asker) }),
      ...(asker.isReturn && { returning: true as const }),
      ...(principal.verification.status === "completed" && { finished: true as const }),
      ...(principal.verification.status === "canceled" && { canceled: true as const }),
      ...(principal.kind === "link" && claimOf(principal.verification)),
      ...(asker.isAge && { age_only: true as const }),
    };
  },
);

/** Whether another device can replace the one that opened the link; nothing if none did. */
const claimOf = ({ boundDevice, status }: Verification) =>
  boundDevice !== null && { claimed: status === "created" ? ("replaceable" as const) : ("final" as const) };

/** When the caller's link or token expires, in milliseconds since the epoch. */
function endOf(principal: PersonPrincipal): number {
  if (principal.kind === "handoff") return principal.handoff.expiresAt;
  return principal.kind === "link" ? principal.expiresAt : principal.verification.expiresAt;
}

/**
 * The tenant's settings and consent texts, and the facts of the service's own text for a verification with
 * this policy.
 */
export async function readAsker({ services, principal }: Call<PersonPrincipal>) {
  const { scope, verification } = principal;
  const { policy } = verification;
  const { tenantId } = scope;
  const [tenant, settings, texts] = await Promise.all([
    findTenant(services.db, tenantId),
    findCaptureSettings(services.db, tenantId),
    listConsentTexts(services.db, tenantId),
  ]);
  if (tenant === undefined) throw new Error("The tenant of a credential is not there.");
  const { retentionDays, registrationDays } = tenant;
  const facts = {
    isReturn: isReturn(policy),
    isAge: isAgeOnly(policy),
    contest: policy.contest === "on",
  };
  const name = settings.brandName ?? tenant.name;
  return { settings, texts, asker: { name, retentionDays, registrationDays, ...facts } };
}

const openLink = route(
  {
    method: "post",
    path: "/v1/capture/sessions",
    id: "openLink",
    summary: "Open a link on a device",
    description:
      "Binds the verification to the first device that opens the link, and returns its session token. On that device, the call may be repeated. A phone that took over by a handoff calls it with its code. Each proof is valid once, for five minutes.",
    callers: ["link", "handoff"],
    json: {
      schema: proofSchema.extend({
        take_over: z
          .boolean()
          .default(false)
          .describe("Takes over from the device that opened the link, if nothing has been captured."),
      }),
      example: PROOF_EXAMPLE,
    },
    answer: {
      status: 201,
      description: "The device's token, shown this once.",
      schema: captureSessionAnswer,
    },
    errors: ["link_claimed", "link_expired", "verification_not_open"],
  },
  idempotent(open, {
    input: async (call) => {
      const { principal, body } = call;
      const proven = { ...proofOf(call), maxTtlSeconds: await longestToken(call) };
      return principal.kind === "handoff"
        ? { ...proven, code: principal }
        : { ...proven, link: principal, takesOver: body.take_over };
    },
    answer: sessionOfDevice,
  }),
);

function open(
  ctx: Parameters<typeof reopenHandoff>[0],
  input: Parameters<typeof reopenHandoff>[1] | Parameters<typeof opening>[1],
) {
  return "code" in input ? reopenHandoff(ctx, input) : opening(ctx, input);
}

/**
 * For the device that withdrew its consent and lost the response. Every other device gets the same 401
 * `link_invalid`: with the address but without the device's key a caller learns nothing, not even whether
 * there was a consent.
 */
const readWithdrawal = route(
  {
    method: "post",
    path: "/v1/capture/withdrawals",
    id: "readWithdrawal",
    summary: "Retrieve a withdrawal receipt",
    description:
      "For 24 hours after consent was withdrawn, for the device that withdrew it. It sends the ended link or code and a proof of its key. Other devices get 401 `link_invalid`.",
    callers: ["link", "handoff"],
    ended: true,
    json: proofBody,
    answer: { status: 200, description: "The receipt's number.", schema: withdrawnAnswer },
  },
  async (call) => {
    const { c, services } = call;
    const secretHash = c.var.endedHash!;
    const now = services.clock();
    const device = await provenDevice(proofOf(call), secretHash, now).catch(() => null);
    const receiptId = device && (await findWithdrawal(services.db, { secretHash, device }, now));
    if (!receiptId) throw new ApiError("link_invalid", "This device has taken no consent back by this link.");
    return { receipt_id: receiptId };
  },
);

export const captureRoutes = [readPage, openLink, readWithdrawal];
