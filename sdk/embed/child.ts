import { type FromFrame, fromParent, type Grant, isConnect, type TokenReason, written } from "./protocol.ts";

const CONNECT_MS = 10_000;

/** The way from the service's page to the page around it. */
export interface Line {
  /** Rejects if the embedding page gives none. Only one request is open at a time. */
  grant(why: TokenReason): Promise<Grant>;
  send(message: Exclude<FromFrame, { type: "token_wanted" }>): void;
}

/**
 * Sends a greeting to each origin that may frame this page, and to no other. Takes the first port that the
 * parent window sends from one of them. Resolves with null if no answer comes.
 */
export async function lineToParent(origins: readonly string[]): Promise<Line | null> {
  const { parent } = globalThis;
  if (parent === globalThis.window || origins.length === 0) return null;
  const port = await connect(parent, origins);
  return port === null ? null : lineBy(port);
}

function connect(parent: Window, origins: readonly string[]): Promise<MessagePort | null> {
  return new Promise((resolve) => {
    const end = (port: MessagePort | null) => {
      globalThis.removeEventListener("message", hear);
      clearTimeout(timer);
      resolve(port);
    };
    const hear = ({ source, origin, data, ports }: MessageEvent) => {
      const [port] = ports;
      if (source !== parent || !origins.includes(origin) || !isConnect(data) || port === undefined) return;
      end(port);
    };
    const timer = setTimeout(() => end(null), CONNECT_MS);
    globalThis.addEventListener("message", hear);
    for (const origin of origins) parent.postMessage(written({ type: "hello" }), origin);
  });
}

function lineBy(port: MessagePort): Line {
  let settle: ((grant: Grant | undefined) => void) | undefined;
  port.onmessage = ({ data }) => {
    const message = fromParent(data);
    if (message === undefined) return;
    const { type } = message;
    settle?.(
      type === "token" ? { token: message.token, verificationId: message.verification_id } : undefined,
    );
    settle = undefined;
  };
  return {
    grant: (why) =>
      new Promise((resolve, reject) => {
        settle = (grant) => {
          if (grant === undefined) reject(new Error("the page around this one gave no token"));
          else resolve(grant);
        };
        port.postMessage(written({ type: "token_wanted", why }));
      }),
    send: (message) => port.postMessage(written(message)),
  };
}
