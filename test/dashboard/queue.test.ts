import { describe, expect, it } from "vitest";
import { documentData } from "#edge/dashboard/ui/person.tsx";
import { findResults } from "#edge/store/results/results.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { begunReview, findsTampered } from "./tampered.ts";
import { newMember, newOwner, tenantOf } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);
const { visitor: viewer } = await newMember(edge, owner, "viewer");
findsTampered(edge);

const NAME = "ANNA MARIA ERIKSSON";
const REVIEWS = "/dashboard/test/reviews";
const APPROVE = { confirmed: "on", decision: "approved", reason: "document_genuine", note: "Called back." };
const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const text = async (path: string, by = owner) => (await by.get(path)).text;
const inReview = (customer_ref: string) => begunReview(edge, key, { customer_ref });

describe("the way through the queue", () => {
  it("lists people by name, with reference, document and reason, and leads from one to the next", async () => {
    const [first, second] = [await inReview("queued-1"), await inReview("queued-2")];
    const list = await text(REVIEWS);
    expect(list).toMatch(new RegExp(`href="${pageOf(first)}">${NAME}</a>.*queued-1.*Passport`));
    const shown = await text(pageOf(first));
    expect(shown).toContain(`href="${REVIEWS}" accesskey="q">← Review queue</a>`);
    expect(shown).toMatch(new RegExp(`href="${pageOf(second)}" accesskey="n" rel="next">Next in queue</a>`));
    expect(await text(pageOf(second))).toContain("Next in queue</a>");
    expect(await text(pageOf(second))).toContain(
      `href="${pageOf(first)}" accesskey="p" rel="prev">Previous in queue</a>`,
    );
    expect(await text(pageOf(second), viewer)).not.toContain("Next in queue");
    await owner.submit(`${pageOf(first)}/review`, APPROVE);
    expect(await text(pageOf(first))).not.toMatch(/in queue<|Take next|← Review queue/);
    expect(await text(pageOf(first))).toMatch(
      /href="\/dashboard\/test\/verifications"[^>]*>← Verifications</,
    );
  });

  it("names the access keys that the page has", async () => {
    for (const id of [await inReview("keys-1"), await inReview("keys-2")]) {
      const page = await text(pageOf(id));
      const has = (key: string) => page.includes(`accesskey="${key}"`);
      const named = (key: string) => page.includes(`<kbd>${key}</kbd>`);
      const keys = ["p", "n", "a", "x", "q", "d"];
      expect(keys.map(named)).toEqual(keys.map(has));
      expect(keys.filter(named)).toEqual(expect.arrayContaining(["a", "x", "q"]));
    }
  });

  it("names people in the list of verifications, by the reference until a name is known", async () => {
    const request = { customer_ref: "nameless" };
    const { id } = (await edge.call("POST", "/v1/verifications", key, request)).body.verification;
    const list = await text("/dashboard/test/verifications");
    expect(list).toContain(`href="${pageOf(id)}">nameless</a>`);
    expect(list).toContain(`">${NAME}</a>`);
  });

  it("shows none of another person's data, even if both documents were read at the same moment", async () => {
    const scope = { tenantId: await tenantOf(owner), mode: "test" } as const;
    const [nameless, named] = [await inReview("unread"), await inReview("read")];
    const verification = (await loadVerification(edge.db, scope, nameless))!;
    const other = (await loadVerification(edge.db, scope, named))!;
    const ids = [verification, other].flatMap(({ steps }) => steps.flatMap(({ resultIds }) => resultIds));
    const results = [...(await findResults(edge.db, scope, ids))].map(([id, row]) => {
      const body = row.verificationId === nameless ? { ...row.body, fields: {} } : row.body;
      return [id, { ...row, body, createdAt: 0 }] as const;
    });
    expect(documentData(verification, new Map(results))?.fields).toEqual({});
    expect(documentData(other, new Map(results))?.fields.full_name?.value).toBe(NAME);
  });
});
