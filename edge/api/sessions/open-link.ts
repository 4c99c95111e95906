import { z } from "zod";
import { requireLink } from "../../auth/scopes.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { reopenHandoff } from "../../operations/handoffs/reopen.ts";
import { openLink as opening } from "../../operations/verifications/open-link.ts";
import { recorded } from "../call/recorded.ts";
import { longestToken, proofOf, proofSchema, renderSession } from "./device-proof.ts";

export const openLinkSchema = proofSchema.extend({
  take_over: z
    .boolean()
    .default(false)
    .describe("Goes on here although another device opened the link, while nothing was captured."),
});

type OpenLinkContext = JsonContext<typeof openLinkSchema>;

/**
 * POST /v1/capture/sessions: opens a link on a device, or again there, and the code of a handoff again on its
 * phone; answers a token of the device.
 */
export const openLink = recorded(open, {
  input: async (c: OpenLinkContext) => {
    const { principal } = c.var;
    const { take_over: takesOver, ...proof } = c.req.valid("json");
    const proven = { ...proofOf(c, proof), maxTtlSeconds: await longestToken(c) };
    return principal.kind === "handoff"
      ? { ...proven, code: principal }
      : { ...proven, link: requireLink(principal), takesOver };
  },
  answer: renderSession,
});

function open(
  ctx: Parameters<typeof reopenHandoff>[0],
  input: Parameters<typeof reopenHandoff>[1] | Parameters<typeof opening>[1],
) {
  return "code" in input ? reopenHandoff(ctx, input) : opening(ctx, input);
}
