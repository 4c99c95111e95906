import { describe, expect, it } from "vitest";
import { isListed, isOrigin, mayReturnTo, toOrigin, toReturnOrigin } from "#edge/capture-settings/origins.ts";

describe("an origin that a tenant lists", () => {
  it.each([
    ["https://shop.example", "https://shop.example"],
    ["https://Shop.Example/", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["https://shop.example:8443", "https://shop.example:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://192.0.2.7", "https://192.0.2.7"],
    ["https://[2001:db8::1]", "https://[2001:db8::1]"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is kept as %s", (text, origin) => {
    expect(toOrigin(text)).toBe(origin);
  });

  it.each([
    ...["", "null", "*", "shop.example", "https://", "https://*.shop.example", "https://*"],
    ...["https://shop.example/path", "https://shop.example?x", "https://shop.example#x"],
    ...["https://user@shop.example", "https://shop.example.", "https://shop.example,https://b.example"],
    ...["http://shop.example", "http://10.0.0.1", "http://localhost.example", "http://127.0.0.1.example"],
    ...["ftp://shop.example", "javascript:alert(1)", "blob:https://shop.example/x", "file:///etc"],
    ...["com.example.app:", `https://${"a".repeat(300)}.example`],
  ])("is never %s", (text) => {
    expect(toOrigin(text)).toBeNull();
  });

  it("is an Origin header only in the form that browsers send", () => {
    expect(isOrigin("https://shop.example")).toBe(true);
    for (const header of [
      "https://Shop.example",
      "https://shop.example/",
      "https://shop.example:443",
      "null",
    ])
      expect(isOrigin(header)).toBe(false);
  });
});

describe("a list of origins", () => {
  const list = ["https://shop.example", "http://localhost:3000"];

  it("allows by exact equality alone", () => {
    expect(isListed(list, "https://shop.example", "live")).toBe(true);
    for (const other of [
      ...["https://shop.example:8443", "https://a.shop.example", "https://shop.example.evil.example"],
      ...["https://evilshop.example", "http://shop.example", "https://SHOP.example", "https://shop.exampl"],
      ...["null", ""],
    ])
      expect(isListed(list, other, "live")).toBe(false);
  });

  it("allows http on this machine in test mode only", () => {
    expect(isListed(list, "http://localhost:3000", "test")).toBe(true);
    expect(isListed(list, "http://localhost:3000", "live")).toBe(false);
    expect(isListed(list, "http://localhost:3001", "test")).toBe(false);
  });
});

describe("a person is sent back", () => {
  const list = ["https://shop.example", "com.example.app:", "http://localhost:3000"];

  it.each(["https://shop.example/done?order=7#x", "com.example.app://done", "com.example.app:/done"])(
    "to %s, whose origin or scheme is listed",
    (url) => expect(mayReturnTo(list, url, "live")).toBe(true),
  );

  it.each([
    ...["https://evil.example/", "https://shop.example.evil.example/", "https://shop.example@evil.example/"],
    ...["https://user:pass@shop.example/", "https:shop.example.evil.example", "//shop.example/", "/done", ""],
    ...["javascript:alert(1)//https://shop.example", "data:text/html,x", "blob:https://shop.example/x"],
    ...["com.example.app.evil://done", "com.example.other:/done", "http://localhost:3000/done"],
  ])("never to %s in live mode", (url) => {
    expect(mayReturnTo(list, url, "live")).toBe(false);
  });

  it("to a page on this machine in test mode", () => {
    expect(mayReturnTo(list, "http://localhost:3000/done", "test")).toBe(true);
  });

  it("to an app only by a scheme that is a domain read backwards", () => {
    expect(toReturnOrigin("com.example.app:")).toBe("com.example.app:");
    for (const scheme of ["javascript:", "myapp:", "data:", "com.example.app", "com.example.app://x", ".a:"])
      expect(toReturnOrigin(scheme)).toBeNull();
  });
});
