import { createCaller } from "../../core/call.ts";
import type { CallOptions, Settings } from "../../core/settings.ts";
import type { OpenLinkBody, ReadCapturePageQuery } from "../../gen/operations.ts";

export interface LinkOptions extends Settings {
  /** The link's secret: the fragment of its address. */
  readonly link: string;
}

/** The calls that a link is good for (contract §13.2): what it shows, and opening it on this device. */
export function createLinkClient({ link, ...settings }: LinkOptions) {
  const call = createCaller<"answer">(settings, async () => link);
  return {
    /** The tenant's name, colours and the consent text in a language. It claims nothing. */
    page: (query: ReadCapturePageQuery = {}, options?: CallOptions) =>
      call("readCapturePage", { query }, options),
    /** Opens the link on this device, or again there. A proof is good once, so the call is made once. */
    open: (body: OpenLinkBody, options?: CallOptions) =>
      call("openLink", { body }, { ...options, maxRetries: 0 }),
  };
}
