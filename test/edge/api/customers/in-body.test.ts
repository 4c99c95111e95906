import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { newKey } from "../../keys/new-key.ts";

/** A reference that must not be in a URL. */
const PERSON = { customer_ref: "jane.doe@example.com" };

const edge = await openCheckEdge();
afterAll(() => edge.close());

const ask = (path: string, body: object = PERSON, key = edge.key) => edge.call("POST", path, key, body);

it("a person's verifications are listed by a body, with the filters and the pages of the query (M4)", async () => {
  for (let n = 0; n < 3; n++) await edge.call("POST", "/v1/verifications", edge.key, PERSON);
  await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "another" });
  const by = async (more: object) => (await ask("/v1/verifications/search", { ...PERSON, ...more })).body;
  const query = `?customer_ref=${encodeURIComponent(PERSON.customer_ref)}&limit=2`;
  const listed = (await edge.call("GET", `/v1/verifications${query}`, edge.key)).body;
  const first = await by({ limit: 2 });
  expect(first).toEqual(listed);
  expect(first.data).toHaveLength(2);
  const second = await by({ limit: 2, cursor: first.next_cursor });
  expect([second.data.length, second.has_more]).toEqual([1, false]);
  expect((await by({ status: "completed" })).data).toEqual([]);
});

it("what the query rejects, the body rejects as well, and one without a person", async () => {
  const refused = async (body: object) => outcome(await ask("/v1/verifications/search", body));
  expect(await refused({})).toBe("400 missing_parameter");
  expect(await refused({ ...PERSON, limit: 101 })).toBe("400 limit_out_of_range");
  expect(await refused({ ...PERSON, limit: "2" })).toBe("400 limit_out_of_range");
  expect(await refused({ ...PERSON, cursor: "x" })).toBe("400 invalid_cursor");
  expect(await refused({ ...PERSON, surname: "Jane" })).toBe("400 unknown_parameter");
});

describe("a search by the document", () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await edge.verification({}, "searched"));
    await edge.upload(`/v1/verifications/${id}/document`, edge.key, { front: image() });
  });
  const found = async (body: object) =>
    (await ask("/v1/verifications/search", body)).body.data.map((each: { id: string }) => each.id);

  it("finds whole words of a name, and a document number, with the filters of the list", async () => {
    for (const name of ["Anna Eriksson", "ERIKSSON", "maria anna"])
      expect(await found({ name })).toEqual([id]);
    for (const name of ["Anna Jones", "Erik", "-"]) expect(await found({ name })).toEqual([]);
    expect(await found({ document_number: "l898902c3" })).toEqual([id]);
    expect(await found({ document_number: "L898902C3", status: "completed" })).toEqual([]);
    expect(await found({ document_number: "L898902C3", status: "in_progress" })).toEqual([id]);
  });

  it("takes exactly one of customer_ref, name and document_number", async () => {
    const answer = await ask("/v1/verifications/search", { name: "Anna", document_number: "1" });
    expect([outcome(answer), answer.body.error.message]).toEqual([
      "400 invalid_parameter",
      "document_number cannot be given with name: send one of customer_ref, name, document_number.",
    ]);
    const { error } = (await ask("/v1/verifications/search", { limit: 1 })).body;
    expect(error.message).toBe("customer_ref is required, or name or document_number.");
  });

  it("needs personal:read beside verifications:read, and finds nothing of another tenant or mode", async () => {
    const { key } = await newKey(edge, edge.tenant, { scopes: ["verifications:read"] });
    const search = (body: object, by: string) => ask("/v1/verifications/search", body, by);
    expect(outcome(await search({ name: "Anna" }, key))).toBe("403 key_scope_insufficient");
    expect(outcome(await search({ customer_ref: "searched" }, key))).toBe("200");
    const { keys: others } = await edge.newTenant();
    for (const by of [edge.tenant.keys.live, others.test])
      expect((await search({ name: "Anna" }, by)).body.data).toEqual([]);
  });
});

it("a registration is read and deleted by a body, as by its path (M4)", async () => {
  await edge.upload("/v1/face/registrations", edge.key, { ...PERSON, image: image() });
  const path = `/v1/face/registrations/${encodeURIComponent(PERSON.customer_ref)}`;
  const read = await ask("/v1/face/registrations/read");
  expect(read.body).toEqual((await edge.call("GET", path, edge.key)).body);
  const remove = () => ask("/v1/face/registrations/delete");
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  expect(outcome(await ask("/v1/face/registrations/read"))).toBe("404 registration_not_found");
});

it("a person is erased by a body, with a receipt that names the logs that no erasure reaches (M4)", async () => {
  const { body } = await ask("/v1/customers/erase");
  expect(body.erased.verifications).toBe(3);
  expect(body.not_reached.map(({ place }: { place: string }) => place)).toContain("proxy_logs");
  expect(Object.values((await ask("/v1/customers/erase")).body.erased).every((count) => count === 0)).toBe(
    true,
  );
  expect((await ask("/v1/verifications/search")).body.data).toEqual([]);
});
