import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { type LinkOf, renewLink } from "./parts/renew-link.ts";

/** Makes a new link for a call of the API: see `renewLink`. */
export async function createLink(
  ctx: CallContext<LinkOf, "serviceKey">,
  { id }: { readonly id: string },
): Promise<Answer> {
  return renewLink(ctx, id, (batch, link) => commitResult(ctx, batch, link));
}
