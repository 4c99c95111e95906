import type { DeviceTraits } from "../../auth/device-key.ts";
import type { AppContext } from "../context.ts";
import { clientAddress, networksOf } from "./client-address.ts";

/**
 * Browsers and systems by a part of their `User-Agent`; the first match counts, since most name others as
 * well.
 */
const BROWSERS = [
  ["Edge", /\bEdgA?(iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b((Headless)?Chrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//],
] as const;
const SYSTEMS = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac(intosh| OS X)\b/],
  ["Linux", /\bLinux\b/],
] as const;

/**
 * What the request reveals of its device. The name comes from a fixed vocabulary, never from the header's
 * text: a person reads it, and a program may send any header.
 */
export function callerDevice(c: AppContext): DeviceTraits {
  const address = clientAddress(c);
  return {
    name: nameOf(c.req.header("user-agent") ?? ""),
    country: countryOf(c.req.raw),
    network: address === null ? null : networksOf(address).subscriber,
  };
}

function nameOf(userAgent: string): string | null {
  const words = [BROWSERS, SYSTEMS].flatMap(
    (table) => table.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [],
  );
  return words.length === 0 ? null : words.join(", ");
}

/** Only Cloudflare's network sets this object on a request. `T1` is Tor, and `XX` unknown. */
function countryOf(request: Request): string | null {
  const { country } = (Reflect.get(request, "cf") ?? {}) as { readonly country?: unknown };
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
