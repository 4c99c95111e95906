import { expect, it } from "vitest";
import { createLinkClient } from "#sdk/client/src/link.ts";
import { refusal } from "../scripted-service.ts";

const LINK = "svc_link_test_secret";
const PROOF = {
  public_key: { kty: "EC", crv: "P-256", x: "x", y: "y" },
  signed_at: 1,
  signature: "s",
} as const;

/** A link's client before a service that gives these answers. */
function linkClient(...answers: readonly (() => Response)[]) {
  const requests: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetch = async (url: string, init?: unknown): Promise<Response> => {
    requests.push({ url, init: init as RequestInit });
    const answer = answers[requests.length - 1];
    if (answer === undefined) throw new Error("more calls than answers");
    return answer();
  };
  return { client: createLinkClient({ baseUrl: "https://id.example.com", link: LINK, fetch }), requests };
}

it("shows the link as a credential in a header, and never in an address or a body", async () => {
  const { client, requests } = linkClient(
    () => Response.json({ mode: "test" }),
    () => Response.json({ session_token: "t" }, { status: 201 }),
  );
  await client.page({ locale: "de" });
  await client.open(PROOF);
  expect(requests.map(({ url }) => url)).toEqual([
    "https://id.example.com/v1/capture/page?locale=de",
    "https://id.example.com/v1/capture/sessions",
  ]);
  for (const { init, url } of requests) {
    expect(new Headers(init.headers).get("authorization")).toBe(`Bearer ${LINK}`);
    expect(url + String(init.body)).not.toContain(LINK);
  }
});

it("makes the call that opens the link once, since its proof is good once", async () => {
  const { client, requests } = linkClient(() => refusal(503, "service_unavailable", { "retry-after": "0" }));
  await expect(client.open(PROOF, { maxRetries: 5 })).rejects.toMatchObject({ code: "service_unavailable" });
  expect(requests).toHaveLength(1);
});

it("reads what the link shows again if the service was busy", async () => {
  const busy = () => refusal(503, "service_unavailable", { "retry-after": "0" });
  const { client, requests } = linkClient(busy, () => Response.json({ mode: "test" }));
  expect(await client.page()).toEqual({ mode: "test" });
  expect(requests).toHaveLength(2);
});
