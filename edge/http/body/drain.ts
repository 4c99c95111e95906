import type { MiddlewareHandler } from "hono";
import { lengthStream } from "../../length-stream.ts";
import type { AppEnv } from "../context.ts";
import { UPLOAD_LIMITS } from "./multipart.ts";
import { patientReader } from "./patient-reader.ts";

/** Time for the rest of a refused body, and time without a byte: who sends nothing has read the answer. */
const PATIENCE = { wholeMs: 10_000, idleMs: 2_000 };
const BLOCK = 16 * 1024;
/** Bodies that an isolate drains at once: workerd takes 0.1 MB for each of them. */
const MOST_DRAINS = 64;

/**
 * After a refusal, reads and drops the rest of the request's body, so that a client that is still sending
 * gets to read the answer (contract §9.4). Drains twice a request's limit at most.
 */
export function drainRefused(): MiddlewareHandler<AppEnv> {
  const drains = new Drains();
  return async (c, next) => {
    await next();
    const { body } = c.req.raw;
    if (c.res.status < 400 || body === null || body.locked) return;
    const content = new Uint8Array(await c.res.arrayBuffer());
    const { readable, writable } = lengthStream(content.length);
    c.executionCtx.waitUntil(answerAndDrain(writable, content, drains.drain(body)));
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
  // Either fails when the client has gone. Then nobody reads the answer, which still has to end.
  await Promise.allSettled([writer.write(content), drained]);
  await writer.close().catch(ignore);
}

/**
 * The bodies that are being drained, the oldest first: it is told to end where there are too many. Until it
 * has looked it counts among twice as many, and one more is not drained.
 */
class Drains {
  readonly #staying = new Set<object>();
  #running = 0;

  async drain(body: ReadableStream<Uint8Array>): Promise<void> {
    if (this.#running >= 2 * MOST_DRAINS) return body.cancel();
    const own = {};
    const endedBy = () => (this.#staying.has(own) ? null : new Error("Others are drained in its place."));
    const reader = patientReader(body, Date.now, endedBy, PATIENCE);
    const [oldest] = this.#staying;
    if (oldest !== undefined && this.#staying.size >= MOST_DRAINS) this.#staying.delete(oldest);
    this.#staying.add(own);
    this.#running++;
    try {
      let dropped = 0;
      let bytes = BLOCK;
      while (bytes === BLOCK && dropped < 2 * UPLOAD_LIMITS.requestBytes) {
        bytes = (await reader.fill(BLOCK)).length;
        dropped += bytes;
      }
      reader.releaseLock();
      await body.cancel();
    } finally {
      this.#staying.delete(own);
      this.#running--;
    }
  }
}

function ignore(): void {}
