import { Hono } from "hono";
import { expect, it } from "vitest";
import type { DeviceTraits } from "#edge/auth/device-key.ts";
import { callerDevice } from "#edge/http/caller/device.ts";
import type { AppContext } from "#edge/http/context.ts";

/** The device that is derived from a request, behind a proxy that writes `x-real-ip`. */
async function traitsOf(headers: Record<string, string>, cf?: object): Promise<DeviceTraits> {
  const app = new Hono().get("/", (c) => {
    c.set("services" as never, { env: { CLIENT_ADDRESS_HEADER: "x-real-ip" } } as never);
    return c.json(callerDevice(c as unknown as AppContext));
  });
  const request = new Request("http://localhost/", { headers });
  if (cf !== undefined) Object.defineProperty(request, "cf", { value: cf });
  return (await (await app.request(request)).json()) as DeviceTraits;
}

const nameOf = async (userAgent: string) => (await traitsOf({ "user-agent": userAgent })).name;

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) SamsungBrowser/29.0 Chrome/136.0 Safari/537.36",
    "Samsung Internet, Android",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0", "Edge, Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari, iOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) CriOS/150.0 Safari/604.1", "Chrome, iOS"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15", "Safari, macOS"],
  ["Mozilla/5.0 (X11; CrOS x86_64) Chrome/150.0.0.0 Safari/537.36", "Chrome, ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/150.0.0.0 Safari/537.36", "Chrome, Linux"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0 Safari/537.36", "Chrome, Linux"],
  ["Mozilla/5.0 (X11; Linux x86_64) Version/19.0 Safari/605.1.15", "Safari, Linux"],
  ["curl/8.14", null],
  ["Your bank says: type 42 now", null],
  ["", null],
])("a device is named in words of ours, whatever it sends: %j is %j", async (userAgent, name) => {
  expect(await nameOf(userAgent)).toBe(name);
});

it("the network is the subscriber's, and the country is the platform's word alone", async () => {
  const sent = { "x-real-ip": "2001:db8:1:2:3:4:5:6", "cf-ipcountry": "BR" };
  expect(await traitsOf(sent)).toEqual({ name: null, country: null, network: "2001:db8:1:2" });
  expect((await traitsOf(sent, { country: "DE" })).country).toBe("DE");
  for (const country of ["XX", "T1", "Germany", 7]) {
    expect((await traitsOf(sent, { country })).country, String(country)).toBeNull();
  }
});
