import { expect, it } from "vitest";
import { pageUrl } from "#sdk/embed/options.ts";

const OWN = "https://id.example.com/sdk/embed.js";
const token = async () => ({ token: "", verificationId: "" });

it("the frame is of the host that the module was loaded from, unless another is named", () => {
  expect(pageUrl({ tenant: "tnt_1", token }, OWN).href).toBe("https://id.example.com/verify/embed/tnt_1");
  const other = pageUrl(
    { tenant: "tnt_1", host: "https://ID.example.org:443/x", locale: "de", theme: "dark", token },
    OWN,
  );
  expect(other.href).toBe("https://id.example.org/verify/embed/tnt_1?locale=de&theme=dark");
  expect(pageUrl({ tenant: "tnt_1", host: "http://localhost:8787", token }, OWN).port).toBe("8787");
});

it("a host without TLS, what is no tenant's id and a token in place of a provider are rejected", () => {
  for (const host of [
    "http://id.example.com",
    "javascript:alert(1)",
    "file:///x",
    "http://localhost.evil.com",
  ]) {
    expect(() => pageUrl({ tenant: "tnt_1", host, token }, OWN)).toThrow(TypeError);
  }
  for (const tenant of ["", "..", "a/b", "a?b", "a#b"]) {
    expect(() => pageUrl({ tenant, token }, OWN)).toThrow(TypeError);
  }
  const text = "svc_tok_test_a" as unknown as typeof token;
  expect(() => pageUrl({ tenant: "tnt_1", token: text }, OWN)).toThrow(TypeError);
});

it("a module that was bundled with a page does not take the page's own host for the service", () => {
  for (const own of ["https://shop.example/assets/app.js", "https://shop.example/embed.js", "file:///x.js"]) {
    expect(() => pageUrl({ tenant: "tnt_1", token }, own)).toThrow(/host must be given/);
  }
  expect(pageUrl({ tenant: "tnt_1", token }, "https://id.example.com/sdk/embed-1a2b.js").hostname).toBe(
    "id.example.com",
  );
});

it("nothing of a person stands in the frame's address", () => {
  const { search, hash } = pageUrl({ tenant: "tnt_1", token }, OWN);
  expect(search + hash).toBe("");
});
