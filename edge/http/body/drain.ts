import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../context.ts";
import { UPLOAD_LIMITS } from "./multipart.ts";

const DRAIN_MS = 10_000;

/** workerd's stream of a known length. Node lacks and needs no such stream. */
const { FixedLengthStream: LengthStream } = globalThis as unknown as {
  FixedLengthStream?: new (length: number) => TransformStream<Uint8Array, Uint8Array>;
};

/**
 * After a refusal, reads and drops the rest of the request's body, so that a client that is still sending
 * gets to read the answer (contract §9.4). Drains twice a request's limit at most, for 10 s at most.
 */
export const drainRefused: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const { body } = c.req.raw;
  if (c.res.status < 400 || body === null || body.locked) return;
  const content = new Uint8Array(await c.res.arrayBuffer());
  const { readable, writable } =
    LengthStream === undefined
      ? new TransformStream<Uint8Array, Uint8Array>()
      : new LengthStream(content.length);
  c.executionCtx.waitUntil(answerAndDrain(writable, content, body));
  c.res = new Response(readable, c.res);
};

/**
 * The answer goes out at once and ends with the request's body: workerd hangs up on a client that goes on
 * sending after the answer's end.
 */
async function answerAndDrain(
  writable: WritableStream<Uint8Array>,
  content: Uint8Array,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const writer = writable.getWriter();
  // Either fails when the client has gone. Then nobody reads the answer, which still has to end.
  await Promise.allSettled([writer.write(content), drain(body, 2 * UPLOAD_LIMITS.requestBytes)]);
  await writer.close().catch(ignore);
}

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
  } finally {
    clearTimeout(timer);
  }
}

function ignore(): void {}
