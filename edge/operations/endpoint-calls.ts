import { type CallContext, commitResult, refuseOnConflict } from "./commit/commit.ts";
import type { Answer } from "./commit/pending-call.ts";
import { type NewEndpoint, planEndpoint, planRotation, planTestEvent } from "./endpoints.ts";

type Planned = Awaited<ReturnType<typeof planEndpoint>>["result"];

/** `createEndpoint` by an API call, whose answer is kept: a repeated call makes no second endpoint. */
export async function createEndpointByCall(
  ctx: CallContext<Planned, "webhooks" | "quotas">,
  input: NewEndpoint,
): Promise<Answer> {
  const { write, result, tooMany } = await planEndpoint(ctx, input);
  return commitResult(ctx, write, result).catch(refuseOnConflict(tooMany));
}

/** `rotateSecret` by an API call: a repeated call returns the same secret. */
export async function rotateSecretByCall(
  ctx: CallContext<{ readonly id: string; readonly secret: string }>,
  input: { readonly id: string; readonly overlapHours: number },
): Promise<Answer> {
  const { write, secret } = await planRotation(ctx, input);
  return commitResult(ctx, write, { id: input.id, secret });
}

/** `sendTestEvent` by an API call: a repeated call sends no second event. */
export async function sendTestEventByCall(
  ctx: CallContext<{ readonly event_id: string }>,
  input: { readonly id: string },
): Promise<Answer> {
  const { write, eventId } = await planTestEvent(ctx, input);
  return commitResult(ctx, write, { event_id: eventId });
}
