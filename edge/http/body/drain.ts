import type { MiddlewareHandler } from "hono";
import { lengthStream } from "../../platform/ports.ts";
import type { AppEnv } from "../context.ts";
import { BLOCK, bodyReader } from "./body-reader.ts";
import { LARGEST_BODY } from "./read-body.ts";

/** A client that sends nothing for this long has read the answer. */
const TIMES = { wholeMs: 10_000, idleMs: 2_000 };
/** Maximum bodies that an isolate drains at once: workerd takes 0.1 MB for each. */
const MOST_DRAINS = 64;

/**
 * After a rejection, reads and drops the rest of the request's body, so that a client that is still sending
 * gets to read the answer (contract §9.4). Drains twice an upload's limit at most.
 */
export function drainRefused(): MiddlewareHandler<AppEnv> {
  let drains = 0;
  return async (c, next) => {
    await next();
    const { body } = c.req.raw;
    if (c.res.status < 400 || body === null || body.locked || drains >= MOST_DRAINS) return;
    drains++;
    const content = new Uint8Array(await c.res.arrayBuffer());
    const { readable, writable } = lengthStream(content.length);
    const drained = drain(body).finally(() => drains--);
    c.executionCtx.waitUntil(answerAndDrain(writable, content, drained));
    c.res = new Response(readable, c.res);
  };
}

/**
 * The answer goes out at once and ends with the request's body: workerd hangs up on a client that goes on
 * sending after the answer's end.
 */
async function answerAndDrain(
  writable: WritableStream<Uint8Array>,
  content: Uint8Array,
  drained: Promise<void>,
): Promise<void> {
  const writer = writable.getWriter();
  // Both fail if the client is gone. Then the answer has no reader, but still has to end.
  await Promise.allSettled([writer.write(content), drained]);
  await writer.close().catch(ignore);
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = bodyReader(body, TIMES);
  let dropped = 0;
  let bytes = BLOCK;
  while (bytes === BLOCK && dropped < 2 * LARGEST_BODY.upload) {
    bytes = (await reader.read(BLOCK)).length;
    dropped += bytes;
  }
  reader.releaseLock();
  await body.cancel();
}

function ignore(): void {}
