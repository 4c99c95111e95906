import { Hono } from "hono";
import { ApiError } from "../../core/errors.ts";
import type { DashboardContext, DashboardEnv } from "./context.ts";
import { faultOf, InputFault, summaryOf } from "./input-fault.ts";

/** Headers of a form that a request for its page does not have. */
const OF_BODY = ["content-type", "content-length", "transfer-encoding", "origin"];

/**
 * The page that a rejected form came from, with what its sender has entered and the faults beside the fields.
 * Null if the page cannot be shown again, or does not mark every fault.
 */
export async function showAgain(
  c: DashboardContext,
  error: unknown,
  status: number,
  dashboard: Hono<DashboardEnv>,
): Promise<Response | null> {
  const { submitted, services, requestId } = c.var;
  if (submitted === undefined || !(error instanceof ApiError)) return null;
  const faults = error instanceof InputFault ? error.faults : [faultOf(error, submitted.names)];
  const message = error instanceof InputFault ? error.message : summaryOf(faults);
  const returned = { action: c.req.path, values: submitted.values, faults, message };
  const again = new Hono<DashboardEnv>()
    .use(async (inner, next) => {
      inner.set("services", services);
      inner.set("requestId", requestId);
      inner.set("returned", returned);
      await next();
    })
    .route("/dashboard", dashboard);
  const headers = new Headers(c.req.raw.headers);
  for (const name of OF_BODY) headers.delete(name);
  const answer = await again.fetch(new Request(new URL(submitted.page, c.req.url), { headers }), c.env);
  if (answer.status !== 200) return null;
  const page = await answer.text();
  const isMarked = faults.every(({ name }) => name === null || page.includes(`data-fault="${name}"`));
  return isMarked ? new Response(page, { status, headers: answer.headers }) : null;
}
