import { beforeEach, describe, expect, it } from "vitest";
import { csv } from "#edge/dashboard/ui/csv.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { enforceRetention } from "#edge/operations/erasure/enforce-retention.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { image } from "../harness/edge/check-edge.ts";
import { forensics, line, MRZ, mrzField, reading } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { newMember, newOwner, tenantOf } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);
const { visitor: viewer } = await newMember(edge, owner, "viewer");
const tenantId = await tenantOf(owner);

const LIST = "/dashboard/test/verifications";
let people = 0;

/** A verification whose passport has this name and number, and its OCR result. */
async function documentOf(surname: string, given: string, number: string, policy: object = {}) {
  const customerRef = `searched-${++people}`;
  const names = { primary_identifier: surname, secondary_identifier: given, document_number: number };
  const fields = MRZ.fields.map((field) =>
    field.name in names ? mrzField(field.name, names[field.name as keyof typeof names]) : field,
  );
  const lines = reading().lines.map((each) => (each.text === "Eriksson" ? line(surname, 124) : each));
  const page = reading({ mrz: { ...MRZ, fields }, lines });
  edge.answers.reading = page;
  edge.answers.forensics = forensics({ reading: page });
  const created = await edge.call("POST", "/v1/verifications", key, { customer_ref: customerRef, policy });
  const { id } = created.body.verification;
  const { token } = created.body.session_token;
  const { body } = await edge.upload(`/v1/verifications/${id}/document`, token, { front: image() });
  return { id: id as string, customerRef, ocrId: body.ocr.ocr_id as string };
}

const post = async (path: string, fields: Record<string, string>, by = owner) => {
  await by.get(LIST);
  return by.submit(`${LIST}/${path}`, fields);
};
const found = async (text: string, by = owner) => {
  const answer = await post("search", { text }, by);
  return [...answer.text.matchAll(/href="\/dashboard\/test\/verifications\/(vf_\w+)"/g)].map(([, id]) => id);
};
const terms = async (resultId: string) =>
  (await edge.rows("search_terms")).filter(({ result_id }) => result_id === resultId);

beforeEach(() => {
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
});

describe("the search for a name or number", () => {
  it("finds whole words of a name in any order, with or without accents, by every member", async () => {
    const { id } = await documentOf("MUELLER", "JOERG PETER", "C01X00T47");
    for (const text of ["Müller", "mueller peter", "Peter MUELLER", "Jörg"])
      expect(await found(text)).toEqual([id]);
    expect(await found("Müller", viewer)).toEqual([id]);
    for (const text of ["Mül", "Peter Jones", "Jones", "?"]) expect(await found(text)).toEqual([]);
  });

  it("finds a document number and a personal number, whatever stands between their characters", async () => {
    const { id } = await documentOf("HANSEN", "IDA", "N12345678");
    for (const text of ["N12345678", "n-123 456.78"]) expect(await found(text)).toEqual([id]);
    expect(await found("ZE184226B")).toContain(id);
    expect(await found("N1234567")).toEqual([]);
  });

  it("finds a verification by its id and by its customer reference", async () => {
    const { id, customerRef } = await documentOf("FUNDORT", "EVA", "X98765432");
    expect(await found(id)).toEqual([id]);
    expect(await found(customerRef)).toContain(id);
    const live = await owner.submit("/dashboard/live/verifications/search", { text: id });
    expect(live.text).toContain("<h1>Search results</h1>");
    expect(live.text).toContain(
      `No verification matches “${id}”. Enter whole words of a name: “Lindqvist”, not “Lindq”.`,
    );
    await owner.get(LIST);
  });

  it("is one form with the filter: a search keeps the filter, and the list says how many it has", async () => {
    const [first, second] = [
      await documentOf("FILTERED", "EVA", "F00000001"),
      await documentOf("FILTERED", "OLA", "F00000002"),
    ];
    const fields = { text: "Filtered", status: "", decision: "", customer_ref: first.customerRef };
    const { text } = await post("search", { ...fields, since: "", until: "" });
    expect(text).toContain('<p class="soft">1 verification</p>');
    expect([text.includes(first.id), text.includes(second.id)]).toEqual([true, false]);
    expect(text).toMatch(new RegExp(`name="customer_ref"[^>]* value="${first.customerRef}"`));
    expect(text).toMatch(/<a class="button plain" href="\/dashboard\/test\/verifications">\s*Clear/);
    for (const sought of [second.id, second.customerRef])
      expect((await post("search", { ...fields, text: sought })).text).toContain("No verifications");
    const filtered = await post("search", { ...fields, text: "" });
    expect(filtered.text).toContain("1 verification</p>");
    const both = await post("search", { ...fields, customer_ref: "" });
    expect(both.text).toContain("2 verifications</p>");
    const { text: unfiltered } = await owner.get(LIST);
    expect(unfiltered).not.toContain("Clear");
    // The search finds a reference, too.
    expect(unfiltered).not.toContain('name="customer_ref"');
    const wrong = await post("search", { ...fields, since: "soon" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("The filter is not valid")]);
    expect(wrong.text).toMatch(/name="text"[^>]* value="Filtered"/);
  });

  it("shows names and numbers, the newest first, and puts no name into an address", async () => {
    const first = await documentOf("LINDQVIST", "EVA", "L00000001");
    const second = await documentOf("LINDQVIST", "OLA", "L00000002");
    expect(await found("Lindqvist")).toEqual([second.id, first.id]);
    const { text } = await post("search", { text: "Lindqvist" });
    expect(text).toContain("L00000002");
    expect(text).toMatch(/<form method="post" action="\/dashboard\/test\/verifications\/search"/);
    expect((await owner.get(LIST)).text).toContain("L00000002");
  });

  it("finds nothing of another mode or tenant, whose words have other HMACs", async () => {
    const { ocrId } = await documentOf("GRIMALDI", "ADA", "G00000001");
    await owner.get("/dashboard/live/verifications");
    const live = await owner.submit("/dashboard/live/verifications/search", { text: "Grimaldi" });
    expect(live.text).toContain("No verifications");
    const { visitor: other } = await newOwner(edge);
    expect(await found("Grimaldi", other)).toEqual([]);
    const rows = await terms(ocrId);
    expect(rows).not.toEqual([]);
    expect(JSON.stringify(rows.map(({ term }) => Buffer.from(term as ArrayBuffer).toString()))).not.toContain(
      "GRIMALDI",
    );
    await edge.client.execute("update search_terms set mode = 'live'");
    await owner.get("/dashboard/live/verifications");
    const moved = await owner.submit("/dashboard/live/verifications/search", { text: "Grimaldi" });
    expect(moved.text).toContain("No verifications");
    await edge.client.execute("update search_terms set mode = 'test'");
  });

  it("forgets a person who is erased, and a deleted result", async () => {
    const person = await documentOf("ERASED", "PERSON", "E00000001");
    const result = await documentOf("DELETED", "RESULT", "E00000002");
    const { body } = await edge.call("DELETE", `/v1/customers/${person.customerRef}`, key);
    expect(body.erased).not.toHaveProperty("search_terms");
    await edge.call("DELETE", `/v1/ocr/${result.ocrId}`, key);
    for (const { ocrId } of [person, result]) expect(await terms(ocrId)).toEqual([]);
    for (const name of ["Erased", "Deleted"]) expect(await found(name)).toEqual([]);
    const { text } = await owner.get("/dashboard/test/overview");
    expect(text).toContain("<span>verifications in 30 days, 1 erased</span>");
  });

  it("keeps no terms of a check outside a verification", async () => {
    await owner.get(LIST);
    const { body } = await edge.upload("/v1/ocr/scan", key, { image: image(), customer_ref: "outside" });
    expect(await terms(body.ocr_id)).toEqual([]);
  });
});

describe("the export", () => {
  const exported = async (fields: Record<string, string>, by = owner) => {
    const { headers, text, status } = await post("export", fields, by);
    return { headers, status, rows: text.replace("\uFEFF", "").trimEnd().split("\r\n") };
  };
  const entries = async () =>
    (await edge.rows("audit_entries")).filter(
      ({ action, tenant_id }) => action === "verification.export" && tenant_id === tenantId,
    );

  it("has the rows of the list's filter with name and number, and one audit entry", async () => {
    const { id, customerRef } = await documentOf("EXPORTED", "ANNA", "X00000001");
    const before = (await entries()).length;
    const { headers, rows } = await exported({ customer_ref: customerRef });
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="verifications-test-${new Date(edge.services.clock()).toISOString().slice(0, 10)}.csv"`,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^"id","customer_ref","name","date_of_birth","document_type","document_number",/);
    expect(rows[1]).toContain(`"${id}","${customerRef}","ANNA EXPORTED","1974-08-12","passport","X00000001"`);
    const [entry, ...more] = (await entries()).slice(before);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ mode: "test", after: '{"rows":1}' });
  });

  it("has the reasons that the list shows, and their codes", async () => {
    const { id } = await documentOf("REASONED", "IDA", "R00000001");
    const reasons = [
      { code: "fraud_fraudulent", step: "document", message: "Wrong check digit. The photo was replaced." },
      { code: "low_score", step: "liveness", message: "Wrong check digit." },
    ];
    await edge.client.execute({
      sql: "update verifications set decision_reasons = ? where id = ?",
      args: [JSON.stringify(reasons), id],
    });
    const [head, row] = (await exported({ text: id })).rows;
    expect(head).toContain('"reasons","reason_codes"');
    expect(row).toContain('"Wrong check digit; The photo was replaced","fraud_fraudulent low_score"');
    const { text } = await post("search", { text: id });
    expect(text).toMatch(/<li>Wrong check digit<\/li><\/ul><span class="under soft">and 1 more<\/span>/);
  });

  it("has the rows that a search found", async () => {
    const { id } = await documentOf("SOUGHT", "BO", "S00000001");
    expect((await exported({ text: "Sought" })).rows.slice(1)).toEqual([expect.stringContaining(id)]);
    const { text } = await post("search", { text: "Sought" });
    expect(text).toMatch(/action="\/dashboard\/test\/verifications\/export".*name="text" value="Sought"/);
  });

  it("is for admins and owners, and of this tenant alone", async () => {
    const { id } = await documentOf("PRIVATE", "IDA", "P00000001");
    expect((await exported({}, viewer)).status).toBe(403);
    expect((await viewer.get(LIST)).text).not.toContain("Export CSV");
    const { visitor: other } = await newOwner(edge);
    expect((await exported({}, other)).rows.join()).not.toContain(id);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n1", " =1", "＝1", "＋1", "－1", "＠1"])(
    "makes a text of a cell that a spreadsheet would take for a formula: %j",
    (text) => {
      expect(csv([[text]])).toBe(`\uFEFF"'${text}"\r\n`);
    },
  );

  it("leaves other cells as they are: in quotation marks, and those doubled", () => {
    expect(csv([["a", 'b "c", d', undefined, "2026-11-27", "x=1"]])).toBe(
      '\uFEFF"a","b ""c"", d","","2026-11-27","x=1"\r\n',
    );
  });
});

it("a search term ends with the retention of its result", async () => {
  const old = await documentOf("OUTDATED", "RESULT", "E00000003");
  expect(await terms(old.ocrId)).not.toEqual([]);
  await edge.call("POST", `/v1/verifications/${old.id}/cancel`, key, {});
  await commit(edge.db, [updateTenantSettings(edge.db, tenantId, { retentionDays: 1 })]);
  edge.advance(2 * 86_400_000);
  await enforceRetention(systemContext(edge.services, edge.services.clock()));
  expect(await terms(old.ocrId)).toEqual([]);
});
