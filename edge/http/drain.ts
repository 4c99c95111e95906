import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./context.ts";
import { UPLOAD_LIMITS } from "./multipart.ts";

const DRAIN_MS = 10_000;

/**
 * After a refusal, reads and drops what is left of the request's body, so that a client that is still sending gets to
 * read the answer (contract §9, 413). At most twice what a request may hold, and for at most 10 s.
 */
export const drainRefused: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { body } = c.req.raw;
  if (c.res.status < 400 || body === null || body.locked) return;
  c.executionCtx.waitUntil(drain(body, 2 * UPLOAD_LIMITS.requestBytes));
};

async function drain(body: ReadableStream<Uint8Array>, atMost: number): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(ignore), DRAIN_MS);
  try {
    for (let dropped = 0; dropped < atMost; ) {
      const { done, value } = await reader.read();
      if (done) return;
      dropped += value.length;
    }
    await reader.cancel();
  } catch {
    // The client has gone: nobody is left to read the answer.
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}
