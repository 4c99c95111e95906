import type { Grant, TokenReason } from "./protocol.ts";

/** Events of a framed verification. They do not contain the decision: your server gets that. */
export type EmbedEvent =
  | { readonly type: "ready" }
  | { readonly type: "step"; readonly step: string }
  /** The service has all it needs, or has decided. */
  | { readonly type: "finished"; readonly verificationId: string }
  | { readonly type: "canceled" }
  /** `embed_unreachable`: the host does not answer, or the tenant does not list this page's origin. */
  | { readonly type: "error"; readonly code: string };

export interface EmbedOptions {
  /** Origin of the service. Default: the origin of this module; required if the module is bundled. */
  readonly host?: string | undefined;
  /** The tenant's id. */
  readonly tenant: string;
  /** Fetches the verification and a fresh token from your own server. Called late, and again on expiry. */
  readonly token: (why: TokenReason) => Promise<Grant>;
  /** BCP 47. Default: the browser's. */
  readonly locale?: string | undefined;
  /** Default: the system's. */
  readonly theme?: "light" | "dark" | undefined;
  /** Accessible title of the frame. Default: "Identity verification". */
  readonly title?: string | undefined;
  readonly onEvent?: ((event: EmbedEvent) => void) | undefined;
}

/** Path of this module at the service, by its plain name or with its digest. */
const SERVED = /^\/sdk\/embed[^/]*\.js$/;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The address of the page in the frame. Throws a TypeError for options that cannot be right. */
export function pageUrl({ host, tenant, locale, theme, token }: EmbedOptions, own: string): URL {
  if (host === undefined && !SERVED.test(new URL(own).pathname)) {
    throw new TypeError("host must be given where this module is not loaded from the service");
  }
  const { protocol, hostname, origin } = new URL(host ?? own);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.test(hostname))) {
    throw new TypeError("host must be an https origin, such as https://id.example.com");
  }
  if (!/^[\w-]{1,64}$/.test(tenant)) throw new TypeError("tenant must be the tenant's id");
  if (typeof token !== "function") throw new TypeError("token must be a function: a token would be read");
  const url = new URL(`/verify/embed/${tenant}`, origin);
  if (locale !== undefined) url.searchParams.set("locale", locale);
  if (theme !== undefined) url.searchParams.set("theme", theme);
  return url;
}
