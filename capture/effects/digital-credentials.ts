import type { CredentialRequest } from "../../sdk/client/src/index.ts";

/** What the browser's Digital Credentials API is, as far as the page uses it (W3C). */
interface DigitalCredential {
  readonly protocol: string;
  readonly data: unknown;
}

interface DigitalCredentials {
  get(options: {
    readonly mediation: "required";
    readonly digital: { readonly requests: CredentialRequest["requests"] };
  }): Promise<DigitalCredential | null>;
}

/** The names of the API's own failures that mean: this browser or device cannot. */
const UNABLE: readonly string[] = ["NotSupportedError", "TypeError", "SecurityError", "InvalidStateError"];

interface BrowserAnswer {
  readonly protocol: "openid4vp-v1-signed" | "openid4vp-v1-unsigned" | "org-iso-mdoc";
  readonly response: Blob;
}

/**
 * A wallet's answer by the browser. `unknown`: this browser has no such API, or knows none of the protocols.
 * `declined`: the person closed the browser's window, or no wallet had what was asked for.
 */
export async function askBrowser(
  requests: CredentialRequest["requests"],
): Promise<BrowserAnswer | "unknown" | "declined"> {
  if (!("DigitalCredential" in globalThis)) return "unknown";
  const known = requests.filter(({ protocol }) => mayUse(protocol));
  if (known.length === 0) return "unknown";
  const credentials = navigator.credentials as unknown as DigitalCredentials;
  try {
    const answer = await credentials.get({ mediation: "required", digital: { requests: known } });
    const response = responseOf(answer?.data);
    if (answer === null || response === null) return "declined";
    const protocol = answer.protocol as BrowserAnswer["protocol"];
    return { protocol, response: new Blob([response]) };
  } catch (error) {
    return error instanceof Error && UNABLE.includes(error.name) ? "unknown" : "declined";
  }
}

/** Whether the browser says that it knows the protocol; true if it does not say. */
function mayUse(protocol: string): boolean {
  const api = Reflect.get(globalThis, "DigitalCredential") as {
    readonly userAgentAllowsProtocol?: (protocol: string) => boolean;
  };
  return api.userAgentAllowsProtocol?.(protocol) ?? true;
}

/** The encrypted answer. Some browsers hand the data over as text. */
function responseOf(data: unknown): string | null {
  const value: unknown = typeof data === "string" ? JSON.parse(data) : data;
  if (typeof value !== "object" || value === null) return null;
  const response: unknown = Reflect.get(value, "response");
  return typeof response === "string" ? response : null;
}
