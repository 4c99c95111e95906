import type { DeviceTraits } from "../../auth/device-key.ts";
import type { AppContext } from "../context.ts";
import { clientAddress, networksOf } from "./client-address.ts";

/**
 * Browsers and systems by what their `User-Agent` holds; the first that fits, since most name others, too.
 */
const BROWSERS = [
  ["Edge", /\bEdgA?(iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|Chromium|CriOS)\//],
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
 * What the request tells of its device. The name is put together of our own words: a person reads it, and a
 * program sends any header.
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

/** Only Cloudflare's network gives a request this object. `T1` is Tor, and `XX` not known. */
function countryOf(request: Request): string | null {
  const { country } = (Reflect.get(request, "cf") ?? {}) as { readonly country?: unknown };
  return typeof country === "string" && /^[A-Z]{2}$/.test(country) && country !== "XX" ? country : null;
}
