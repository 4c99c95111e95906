import { mount } from "./mount.ts";
import type { EmbedOptions } from "./options.ts";

/** Servers that render a page have no elements; the module can be loaded there all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The element's attributes, as JSX and templates write them; the token provider is a property. */
export interface SelfsameVerifyAttributes {
  readonly host?: EmbedOptions["host"];
  readonly tenant: EmbedOptions["tenant"];
  readonly locale?: EmbedOptions["locale"];
  readonly theme?: EmbedOptions["theme"];
}

/**
 * `<selfsame-verify host tenant locale theme>`. It starts when it is in a page and its `tokenProvider` is
 * set, and fires the events `selfsame-ready`, `-step`, `-finished`, `-canceled` and `-error`.
 */
export class SelfsameVerify extends Base {
  #provider: EmbedOptions["token"] | undefined;
  #mounted: { destroy(): void } | undefined;

  get tokenProvider(): EmbedOptions["token"] | undefined {
    return this.#provider;
  }

  set tokenProvider(provider: EmbedOptions["token"] | undefined) {
    this.#provider = provider;
    this.#start();
  }

  connectedCallback(): void {
    // A page may have set it before this module was there.
    if (Object.hasOwn(this, "tokenProvider")) {
      const { tokenProvider } = this;
      Reflect.deleteProperty(this, "tokenProvider");
      this.#provider = tokenProvider;
    }
    this.#start();
  }

  disconnectedCallback(): void {
    this.#mounted?.destroy();
    this.#mounted = undefined;
  }

  #start(): void {
    const token = this.#provider;
    if (token === undefined || !this.isConnected || this.#mounted !== undefined) return;
    const theme = this.getAttribute("theme");
    this.#mounted = mount(this, {
      host: this.getAttribute("host") ?? undefined,
      tenant: this.getAttribute("tenant") ?? "",
      locale: this.getAttribute("locale") ?? undefined,
      theme: theme === "light" || theme === "dark" ? theme : undefined,
      token,
      onEvent: ({ type, ...detail }) => {
        this.dispatchEvent(new CustomEvent(`selfsame-${type}`, { detail, bubbles: true, composed: true }));
      },
    });
  }
}

/** Once, although a page may load two copies of this module. */
export function defineElement(): void {
  const { customElements } = globalThis;
  if (customElements !== undefined && customElements.get("selfsame-verify") === undefined) {
    customElements.define("selfsame-verify", SelfsameVerify);
  }
}
