import { outageIn } from "../core/outage.ts";
import { sameText } from "../crypto/hashing.ts";
import type { Instance } from "./figures.ts";

/**
 * Answers the process that runs workerd, which sends the token that it gave this Worker: `GET /metrics`;
 * `POST /leave`, after which `/health` reports that calls should go elsewhere; `POST /tick`, which does the
 * scheduled work. All other requests get 404.
 *
 * @param work.lag Returns the seconds by which webhooks are late, as the database records it.
 * @param work.tick Does the scheduled work; what it throws ends the request, but for an outage.
 */
export async function supervise(
  request: Request,
  token: unknown,
  instance: Instance,
  { lag, tick }: { readonly lag: () => Promise<number>; readonly tick: () => Promise<void> },
): Promise<Response> {
  const shown = request.headers.get("authorization") ?? "";
  if (typeof token !== "string" || token === "" || !sameText(shown, `Bearer ${token}`)) return notFound();
  const requested = `${request.method} ${new URL(request.url).pathname}`;
  if (requested === "POST /leave") {
    instance.isLeaving = true;
    return new Response(null, { status: 204 });
  }
  if (requested === "POST /tick") {
    // An outage is in the log, and the next tick tries again.
    await tick().catch((error: unknown) => {
      if (outageIn(error) === undefined) throw error;
    });
    return new Response(null, { status: 204 });
  }
  if (requested !== "GET /metrics") return notFound();
  const deliveryLag = await lag().catch(() => null);
  return new Response(instance.figures.text({ deliveryLag }), {
    headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

const notFound = () => new Response(null, { status: 404 });
