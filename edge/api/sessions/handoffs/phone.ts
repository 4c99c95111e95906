import { z } from "zod";
import { requireHandoff } from "../../../auth/scopes.ts";
import { callerDevice } from "../../../http/caller/device.ts";
import type { AppContext } from "../../../http/context.ts";
import type { JsonContext } from "../../../http/parameters/validation.ts";
import { claimHandoff, declineHandoff } from "../../../operations/handoffs/claim.ts";
import { confirmHandoff } from "../../../operations/handoffs/confirm.ts";
import { recorded } from "../../call/recorded.ts";
import { longestToken, proofOf, proofSchema, renderSession } from "../device-proof.ts";

export const confirmSchema = proofSchema.extend({
  number: z
    .string()
    .regex(/^\d{2}$/, "must be two digits")
    .describe("The number that the computer shows."),
});

/** POST /v1/handoffs/claim: the phone that scanned the code has the handoff, and is told of the computer. */
export const claim = recorded(claimHandoff, {
  input: (c: JsonContext<typeof proofSchema>) => ({
    ...scanned(c, c.req.valid("json")),
    phone: callerDevice(c),
  }),
  answer: ({ code: { handoff, verification }, state, sameCountry, sameNetwork }) => ({
    status: 200,
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
});

/** POST /v1/handoffs/confirm: the verification goes on here, once the number is the computer's. */
export const confirm = recorded(confirmHandoff, {
  input: async (c: JsonContext<typeof confirmSchema>) => {
    const { number, ...proof } = c.req.valid("json");
    return { ...scanned(c, proof), number, maxTtlSeconds: await longestToken(c) };
  },
  answer: renderSession,
});

/** POST /v1/handoffs/decline: the person on the phone has not asked for this. */
export const decline = recorded(declineHandoff, {
  ends: true,
  input: (c: JsonContext<typeof proofSchema>) => scanned(c, c.req.valid("json")),
  answer: ({ handoff, verification }) => ({
    status: 200,
    body: { id: handoff.id, state: "declined" },
    subject: verification,
  }),
});

const scanned = (c: AppContext, proof: z.output<typeof proofSchema>) => ({
  code: requireHandoff(c.var.principal),
  ...proofOf(c, proof),
});
