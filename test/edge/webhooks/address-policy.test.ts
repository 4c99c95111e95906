import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { checkAddress, isAddressAllowed } from "#edge/webhooks/address-policy.ts";
import { HOSTS, URLS } from "#lab/material/address-tricks.ts";

const passes = (url: string, allowLocal = false) => checkAddress(url, allowLocal).ok;

test.each([
  "https://example.com/hooks?a=1",
  "https://example.com:8443/",
  "https://8.8.8.8/",
  "https://[2606:4700:4700::1111]/",
  "https://müller.example/",
])("a public https address is accepted: %s", (url) => {
  expect(passes(url)).toBe(true);
});

test.each([
  ["https://example.com:99999/h", "must have a valid host, and a port from 1 to 65535."],
  ["https://exa mple.com/h", "must not have a space in its host."],
  ["https://exa%mple.com/h", "must have a valid host, such as shop.example."],
  ["example.com/h", "must be absolute, such as https://shop.example/webhooks."],
])("the rejection of what is no URL says what is wrong with it: %s", (url, reason) => {
  expect(checkAddress(url, false)).toEqual({ ok: false, reason });
});

test("what is kept is the parsed URL", () => {
  expect(checkAddress("https://EXAMPLE.com/a/../b", false)).toEqual({
    ok: true,
    url: "https://example.com/b",
  });
});

test.each([
  ["plain http", "http://example.com/"],
  ["another scheme", "ftp://example.com/"],
  ["no URL", "example.com/hooks"],
  ["credentials", "https://user:pass@example.com/"],
  ["a user name alone", "https://user@example.com/"],
  ["a fragment", "https://example.com/hooks#part"],
  ["a name without a dot", "https://intranet/"],
  ["a metadata name", "https://metadata.google.internal/"],
  ["mDNS", "https://printer.local/"],
  ["a home network", "https://nas.home.arpa/"],
  ["too long", `https://example.com/${"a".repeat(2_048)}`],
])("%s is rejected, on a local stack too", (_, url) => {
  expect(passes(url)).toBe(false);
  expect(passes(url, true)).toBe(false);
});

test.each([
  ...["https://localhost/", "https://LOCALHOST./", "https://a.localhost/", "https://127.0.0.1/"],
  ...["https://127.0.0.1./", "https://127.1/", "https://2130706433/", "https://0x7f.0.0.1/"],
  ...["https://0177.0.0.1/", "https://%31%32%37.0.0.1/", "https://①②⑦.0.0.1/", "https://10.1.2.3/"],
  ...["https://172.16.0.1/", "https://172.31.255.255/", "https://192.168.1.1/", "https://[::1]/"],
  "https://[fd12:3456::1]/",
])("a loopback or private address is for local stacks only, in whatever form it is written: %s", (url) => {
  expect(passes(url)).toBe(false);
  expect(passes(url, true)).toBe(true);
});

test.each(["http://127.0.0.1:3000/", "http://localhost:3000/hooks", "http://[::1]/"])(
  "http is for loopback on a local stack only: %s",
  (url) => {
    expect(passes(url)).toBe(false);
    expect(passes(url, true)).toBe(true);
  },
);

test.each(["http://10.1.2.3/", "http://192.168.1.1/", "http://[fd12:3456::1]/"])(
  "http is never sent over a network: %s",
  (url) => expect(passes(url, true)).toBe(false),
);

test.each([
  ...["169.254.169.254", "2852039166", "0.0.0.0", "0", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
  ...["192.88.99.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[::]", "[::127.0.0.1]"],
  ...["[::ffff:127.0.0.1]", "[::ffff:8.8.8.8]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]"],
  ...["[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[2001:db8::1]", "[fe80::1]"],
  ...["[fec0::1]", "[fd00:ec2::254]", "[fd20:ce::254]", "[ff02::1]", "[4000::1]"],
])("a link-local, metadata, translated or reserved address is never reached: %s", (host) => {
  expect(passes(`https://${host}/`)).toBe(false);
  expect(passes(`https://${host}/`, true)).toBe(false);
});

test("no address is allowed that ipaddr.js does not call unicast, and a local stack reaches these, too", () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6());
  fc.assert(
    fc.property(address, (text) => {
      const ip = ipaddr.parse(text);
      if (isAddressAllowed(ip.toString(), false)) {
        expect(ip.range()).toBe("unicast");
        expect(isAddressAllowed(text, true)).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("there are over 300 tricks, all of them different", () => {
  const urls = new Set([...HOSTS.map(([, host]) => host), ...URLS]);
  expect(urls.size).toBe(HOSTS.length + URLS.length);
  expect(urls.size).toBeGreaterThan(300);
});

test.each(HOSTS)("a host that is not on the public internet is rejected at registration: %s", (_, host) => {
  expect(passes(`https://${host}/`)).toBe(false);
  expect(passes(`https://${host}:8443/hook?a=1`)).toBe(false);
});

test.each(URLS)("what is no plain https URL of a public host is rejected at registration: %j", (url) => {
  expect(passes(url)).toBe(false);
});
