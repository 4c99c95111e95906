import { mount } from "./mount.ts";
import type { EmbedOptions } from "./options.ts";

export interface Closed {
  /** Undefined if the person closed it before a token was requested. */
  readonly verificationId: string | undefined;
  /** That it is finished is not that the person was verified: ask your server. */
  readonly result: "finished" | "canceled";
}

/** Opens the service's page over this one, until it is finished or the person closes it. */
export function open(options: EmbedOptions & { readonly closeLabel?: string }): Promise<Closed> {
  const dialog = document.createElement("dialog");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.ariaLabel = options.closeLabel ?? "Close";
  Object.assign(close.style, { minWidth: "44px", minHeight: "44px", alignSelf: "end", font: "inherit" });
  const whole = {
    width: "min(100vw, 40rem)",
    height: "min(100dvh, 56rem)",
    maxWidth: "none",
    maxHeight: "none",
  };
  Object.assign(dialog.style, { ...whole, padding: "0", border: "0", flexDirection: "column" });
  dialog.append(close);
  return new Promise((resolve, reject) => {
    let verificationId: string | undefined;
    const end = (result: Closed["result"]) => {
      mounted.destroy();
      dialog.remove();
      resolve({ verificationId, result });
    };
    const start = () =>
      mount(dialog, {
        ...options,
        token: async (why) => {
          const grant = await options.token(why);
          verificationId = grant.verificationId;
          return grant;
        },
        onEvent(event) {
          options.onEvent?.(event);
          if (event.type === "finished" || event.type === "canceled") end(event.type);
        },
      });
    let mounted: ReturnType<typeof start>;
    try {
      mounted = start();
    } catch (error) {
      return reject(error);
    }
    close.addEventListener("click", () => end("canceled"));
    // Escape.
    dialog.addEventListener("cancel", () => end("canceled"));
    document.body.append(dialog);
    dialog.showModal();
    dialog.style.setProperty("display", "flex");
  });
}
