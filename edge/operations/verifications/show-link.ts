import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { type LinkOf, renewLink } from "./parts/renew-link.ts";

/** Makes a new link for a member of the dashboard: see `renewLink`. */
export async function showLink(
  ctx: ScopeContext<"serviceKey">,
  { id }: { readonly id: string },
): Promise<LinkOf> {
  return renewLink(ctx, id, async (batch, link): Promise<LinkOf> => {
    await commit(ctx, batch);
    return link;
  });
}
