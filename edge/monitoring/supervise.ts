import { sameText } from "../crypto/equality.ts";
import type { Instance } from "./instance.ts";

/**
 * Answers the process that runs workerd, which shows the token that it gave this Worker: `GET /metrics`;
 * `GET /memory`, whether something was erased since the isolate began, and whether nothing is under way now;
 * `POST /leave`, after which `/health` says that calls should go elsewhere. To anybody else nothing is here.
 *
 * @param lag Seconds by which webhooks are late, as the database says.
 */
export async function supervise(
  request: Request,
  token: unknown,
  instance: Instance,
  lag: () => Promise<number>,
): Promise<Response> {
  const shown = request.headers.get("authorization") ?? "";
  if (typeof token !== "string" || token === "" || !sameText(shown, `Bearer ${token}`)) return nothing();
  const asked = `${request.method} ${new URL(request.url).pathname}`;
  if (asked === "POST /leave") {
    instance.isLeaving = true;
    return new Response(null, { status: 204 });
  }
  if (asked === "GET /memory") {
    return Response.json({ has_erased: instance.hasErased, is_quiet: instance.isQuiet });
  }
  if (asked !== "GET /metrics") return nothing();
  const deliveryLag = await lag().catch(() => null);
  return new Response(instance.figures.text({ deliveryLag }), {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

const nothing = () => new Response(null, { status: 404 });
