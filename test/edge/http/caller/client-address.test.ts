import { Hono } from "hono";
import { expect, it } from "vitest";
import { clientAddress, networksOf } from "#edge/http/caller/client-address.ts";

/** The address that the service believes, under a setting, of a request that names several. */
async function believed(settings: object, { isCloudflare = false } = {}): Promise<string> {
  const app = new Hono();
  app.use(async (c, next) => {
    c.set("services" as never, { env: settings } as never);
    await next();
  });
  app.get("/", (c) => c.text(String(clientAddress(c as never))));
  const request = new Request("http://localhost/", {
    headers: { "cf-connecting-ip": "192.0.2.1", "x-forwarded-for": "192.0.2.2, 192.0.2.3" },
  });
  if (isCloudflare) Object.defineProperty(request, "cf", { value: { colo: "HAM" } });
  return (await app.request(request)).text();
}

it.each([
  ["no address without a setting", {}, false, "null"],
  ["no address without a setting on Cloudflare either", {}, true, "null"],
  ["no address if the operator says so", { CLIENT_ADDRESS_HEADER: "none" }, false, "null"],
  ["Cloudflare on Cloudflare", { CLIENT_ADDRESS_HEADER: "cloudflare" }, true, "192.0.2.1"],
  ["not who only sends Cloudflare's header", { CLIENT_ADDRESS_HEADER: "cloudflare" }, false, "null"],
  ["the nearest proxy's header", { CLIENT_ADDRESS_HEADER: "x-forwarded-for" }, false, "192.0.2.3"],
  ["no header on a local stack", { LOCAL_STACK: true }, true, "127.0.0.1"],
])("a client's address is believed of %s", async (_, settings, isCloudflare, address) => {
  expect(await believed(settings, { isCloudflare })).toBe(address);
});

it.each([
  ["203.0.113.9", "203.0.113.9", "203.0.113"],
  ["::ffff:203.0.113.9", "203.0.113.9", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
  ["fe80::zz", "fe80::zz", "fe80::zz"],
])("%s stands for the subscriber %s, in the network %s", (address, subscriber, network) => {
  expect(networksOf(address)).toEqual({ subscriber, network });
});
