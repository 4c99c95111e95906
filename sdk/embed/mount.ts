import { type EmbedEvent, type EmbedOptions, pageUrl } from "./options.ts";
import { type FromFrame, type FromParent, fromFrame, fromParent, isHello, written } from "./protocol.ts";

const GREETING_MS = 20_000;

type Handlers = {
  readonly [Type in FromFrame["type"]]: (message: Extract<FromFrame, { type: Type }>) => void;
};

/**
 * Puts the service's page into an element. Of all messages in the window one is heard: the greeting of this
 * very frame from the host's exact origin, which is answered with a port. The frame greets again when it is
 * loaded again; the port before is then closed. Throws a TypeError for options that cannot be right.
 */
export function mount(place: Element, options: EmbedOptions): { destroy(): void } {
  const url = pageUrl(options, import.meta.url);
  const frame = newFrame(url, options.title ?? "Identity verification");
  let port: MessagePort | undefined;
  const emit = (event: EmbedEvent) => options.onEvent?.(event);
  const timer = setTimeout(() => emit({ type: "error", code: "embed_unreachable" }), GREETING_MS);

  const handlers: Handlers = {
    ready: emit,
    step: emit,
    canceled: emit,
    error: emit,
    finished: (message) => emit({ type: "finished", verificationId: message.verification_id }),
    resize: ({ height }) => frame.style.setProperty("height", `${Math.ceil(height)}px`),
    token_wanted: async ({ why }) => {
      const requester = port;
      const answer = await grant(options, why);
      if (answer.type === "token_refused" && port === requester) {
        emit({ type: "error", code: "token_provider_failed" });
      }
      requester?.postMessage(written(answer));
    },
  };
  const hear = ({ source, origin, data }: MessageEvent) => {
    const { contentWindow } = frame;
    if (contentWindow === null || source !== contentWindow) return;
    if (origin !== url.origin || !isHello(data)) return;
    clearTimeout(timer);
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (event) => {
      const message = fromFrame(event.data);
      if (message !== undefined) (handlers[message.type] as (message: FromFrame) => void)(message);
    };
    contentWindow.postMessage(written({ type: "connect" }), url.origin, [channel.port2]);
  };
  globalThis.addEventListener("message", hear);
  place.append(frame);
  return {
    destroy() {
      globalThis.removeEventListener("message", hear);
      clearTimeout(timer);
      port?.close();
      frame.remove();
    },
  };
}

/** The provider's grant; anything but a session token and a verification's id stays in this page. */
async function grant({ token }: EmbedOptions, why: "first" | "token_expired"): Promise<FromParent> {
  try {
    const given = await token(why);
    const message = { type: "token", token: given.token, verification_id: given.verificationId } as const;
    return (fromParent(written(message)) as FromParent | undefined) ?? { type: "token_refused" };
  } catch {
    return { type: "token_refused" };
  }
}

function newFrame({ href, origin }: URL, title: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.allow = `camera ${origin}; digital-credentials-get ${origin}`;
  frame.referrerPolicy = "no-referrer";
  // It shows no browser dialogs, downloads nothing and does not navigate the embedding page.
  frame.sandbox.add(
    "allow-scripts",
    "allow-same-origin",
    "allow-forms",
    "allow-popups",
    "allow-popups-to-escape-sandbox",
  );
  Object.assign(frame.style, { border: "0", width: "100%", height: "100%", minHeight: "40rem" });
  frame.src = href;
  return frame;
}
