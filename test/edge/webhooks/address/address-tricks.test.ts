import { expect, test } from "vitest";
import { checkAddress } from "#edge/webhooks/address-policy.ts";
import { HOSTS, URLS } from "#lab/material/address-tricks.ts";

test("there are at least 200 tricks, all of them different", () => {
  const urls = new Set([...HOSTS.map(([, host]) => host), ...URLS]);
  expect(urls.size).toBe(HOSTS.length + URLS.length);
  expect(urls.size).toBeGreaterThan(300);
});

test.each(HOSTS)("a host that is not on the public internet is refused at registration: %s", (_, host) => {
  expect(checkAddress(`https://${host}/`, false).ok).toBe(false);
  expect(checkAddress(`https://${host}:8443/hook?a=1`, false).ok).toBe(false);
});

test.each(URLS)("what is no plain https URL of a public host is refused at registration: %j", (url) => {
  expect(checkAddress(url, false).ok).toBe(false);
});
