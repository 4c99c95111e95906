import { z } from "zod";
import { linkUrl } from "../auth/capture-link.ts";
import { type ShownHandoff, showHandoff } from "../auth/handoff-code.ts";
import { callerDevice } from "../http/caller/device.ts";
import type { RouteGroup } from "../http/route.ts";
import { existingHandoff } from "../operations/verification-write.ts";
import { beginHandoff, endHandoff } from "../operations/verifications/handoff-computer.ts";
import { claimHandoff, confirmHandoff, declineHandoff } from "../operations/verifications/handoff-phone.ts";
import { declinedHandoff, exampleBegun, handoffAnswer, handoffContext } from "../schemas/handoffs.ts";
import { captureSessionAnswer } from "../schemas/sessions.ts";
import type { Services } from "../services.ts";
import { contextOf } from "./call/call.ts";
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

const parameters = { id: "The handoff's id, `ho_…`." };

const begin = route(
  {
    method: "post",
    path: "/v1/handoffs",
    id: "beginHandoff",
    summary: "Start a handoff",
    description:
      "From the computer that holds the verification, at most five times. Ends an earlier pending handoff. Valid for ten minutes.",
    callers: ["session_token"],
    answer: {
      status: 201,
      description: "The handoff.",
      schema: handoffAnswer,
      forToken: handoffAnswer,
      example: exampleBegun,
    },
    errors: ["verification_not_open", "link_claimed", "limit_reached"],
  },
  idempotent(beginHandoff, {
    input: ({ c, principal: { verification, device } }) => ({
      ...{ verification, device, computer: callerDevice(c) },
    }),
    answer: (shown, { services, principal }) => ({
      body: render(services, shown),
      subject: principal.verification,
    }),
  }),
);

const read = route(
  {
    method: "get",
    path: "/v1/handoffs/:id",
    id: "readHandoff",
    summary: "Retrieve a handoff",
    description:
      "For the computer, which polls every two seconds. Returns the current code, or the number to show.",
    parameters,
    callers: ["session_token"],
    watches: true,
    rate: "polling",
    answer: { status: 200, description: "The handoff.", schema: handoffAnswer, forToken: handoffAnswer },
    errors: ["not_found"],
  },
  async ({ services, principal: { scope, verificationId }, param }) => {
    const handoff = await existingHandoff(services.db, scope, { id: param("id"), verificationId });
    return render(services, await showHandoff(services.serviceKey, scope.mode, handoff, services.clock()));
  },
);

const end = route(
  {
    method: "delete",
    path: "/v1/handoffs/:id",
    id: "endHandoff",
    summary: "End a handoff",
    description:
      "From the computer. Repeating the call is allowed. The verification returns to the computer if the phone has captured nothing yet.",
    parameters,
    callers: ["session_token"],
    watches: true,
    answer: { status: 204, description: "The handoff has ended." },
    errors: ["not_found", "link_claimed", "verification_not_open"],
  },
  async (call) => {
    await endHandoff(contextOf(call), { verification: call.principal.verification, id: call.param("id") });
  },
);

const claim = route(
  {
    method: "post",
    path: "/v1/handoffs/claim",
    id: "claimHandoff",
    summary: "Claim a handoff on a phone",
    description:
      "The first phone that calls gets the handoff, and may repeat the call. The verification stays on the computer until the phone confirms the number.",
    callers: ["handoff"],
    json: proofBody,
    answer: { status: 200, description: "What the phone shows.", schema: handoffContext },
    errors: ["verification_not_open"],
  },
  idempotent(claimHandoff, {
    input: (call) => ({ code: call.principal, ...proofOf(call), phone: callerDevice(call.c) }),
    answer: ({ code: { handoff, verification }, state, sameCountry, sameNetwork }) => ({
      body: {
        id: handoff.id,
        state,
        computer: handoff.computerName,
        country: handoff.country,
        same_country: sameCountry,
        same_network: sameNetwork,
        started_at: new Date(handoff.createdAt).toISOString(),
        expires_at: new Date(handoff.expiresAt).toISOString(),
      },
      subject: verification,
    }),
  }),
);

const confirm = route(
  {
    method: "post",
    path: "/v1/handoffs/confirm",
    id: "confirmHandoff",
    summary: "Confirm a handoff",
    description:
      "Moves the verification to the phone. Send the number that the computer shows. A wrong number ends the handoff.",
    callers: ["handoff"],
    json: {
      schema: proofSchema.extend({
        number: z
          .string()
          .regex(/^\d{2}$/, "must be two digits")
          .describe("The number that the computer shows."),
      }),
      example: { ...PROOF_EXAMPLE, number: "42" },
    },
    answer: {
      status: 201,
      description: "The phone's session token, returned only once.",
      schema: captureSessionAnswer,
    },
    errors: ["handoff_mismatch", "verification_not_open"],
  },
  idempotent(confirmHandoff, {
    input: async (call) => ({
      ...{ code: call.principal, ...proofOf(call), number: call.body.number },
      maxTtlSeconds: await longestToken(call),
    }),
    answer: sessionOfDevice,
  }),
);

const decline = route(
  {
    method: "post",
    path: "/v1/handoffs/decline",
    id: "declineHandoff",
    summary: "Decline a handoff",
    description: "For a person who did not start it. The computer is informed.",
    callers: ["handoff"],
    json: proofBody,
    answer: { status: 200, description: "The handoff has ended.", schema: declinedHandoff },
  },
  idempotent(declineHandoff, {
    ends: true,
    input: (call) => ({ code: call.principal, ...proofOf(call) }),
    answer: ({ handoff, verification }) => ({
      body: { id: handoff.id, state: "declined" },
      subject: verification,
    }),
  }),
);

export const handoffs: RouteGroup = {
  tag: "Handoffs",
  description:
    "How the hosted page moves a verification from a computer to a phone (BCP 247). Your own code does not need these calls. The computer shows a QR code that changes every 25 seconds. The phone shows where the request comes from, and the person types the number on the computer's screen.",
  routes: [begin, read, end, claim, confirm, decline],
};

function render({ env }: Services, { id, state, code, number, phone, expiresAt }: ShownHandoff) {
  return {
    id,
    state,
    url: code === null ? null : linkUrl(env.PUBLIC_URL, code.code),
    url_until: code === null ? null : new Date(code.until).toISOString(),
    number,
    phone,
    expires_at: new Date(expiresAt).toISOString(),
  };
}
