import { describe, expect, it } from "vitest";
import { image } from "#test/harness/edge/check-edge.ts";
import { line, MRZ, reading } from "#test/harness/edge/inference-results.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { codesOf, expecting, resultsOf } from "./expecting.ts";
import { back, front } from "./two-sided.ts";

const edge = await useGenuineEdge();

const HERS = { first_name: "Anna Maria", last_name: "Eriksson", date_of_birth: "1974-08-12" };
const METADATA = { order: "4711", "crm id": "Zoë 🦊" };

const { begin, show, finish, eventsOf } = expecting(edge);

/** A licence without an MRZ, so that its values are of the print. */
const LICENCE = [
  "DRIVING LICENCE",
  "Surname: Eriksson",
  "Given names: Anna Maria",
  "Document number: L898902C3",
  "Date of birth: 12 AUG 1974",
  "Date of expiry: 15 APR 2032",
].map((text, i) => line(text, 40 + 40 * i));

describe("a verification with expected details", () => {
  it("is approved when the document shows them, and says for each that it matches", async () => {
    const begun = await begin({
      expected: {
        ...HERS,
        document_number: "L 898-902 C3",
        nationality: "UTO",
        issuing_country: "UTO",
        personal_number: "ze184226b",
      },
    });
    expect((await begun.read()).details).toEqual([]);
    const decided = await finish(begun);
    expect(decided.decision).toBe("approved");
    expect(decided.details).toEqual([
      { field: "first_name", result: "match", normalised: false },
      { field: "last_name", result: "match", normalised: false },
      { field: "date_of_birth", result: "match", normalised: false },
      { field: "document_number", result: "match", normalised: true },
      { field: "personal_number", result: "match", normalised: true },
      { field: "nationality", result: "match", normalised: false },
      { field: "issuing_country", result: "match", normalised: false },
    ]);
  });

  it("counts a name of the MRZ as certain, though the marks of its print are not", async () => {
    const policy = { on_expected_mismatch: "decline" };
    const begun = await begin({ expected: { last_name: "Mustermann" }, policy });
    const lines = reading().lines.map((each) =>
      each.text === "Eriksson" ? { ...each, text: "Éríksson", certainty: 0.5 } : each,
    );
    edge.answers.reading = reading({ lines });
    await edge.upload("/v1/ocr/scan", begun.token, { image: image(1) });
    const { fields } = (await edge.upload("/v1/ocr/scan", edge.key, { image: image(2) })).body;
    expect(fields.last_name).toMatchObject({
      value: "Éríksson",
      confidence: 0.5,
      transliteration: "ERIKSSON",
    });
    expect(fields.last_name).not.toHaveProperty("certainty");
    expect((await begun.read()).decision).toBe("declined");
  });

  it("keeps a certain mismatch whatever is shown later: only a reviewer can approve", async () => {
    const begun = await begin({ expected: HERS });
    const other = MRZ.fields.map((each) =>
      each.name === "date_of_birth" ? { ...each, value: "750812" } : each,
    );
    edge.answers.reading = reading({ mrz: { ...MRZ, fields: other } });
    await edge.upload("/v1/ocr/scan", begun.token, { image: image(1) });
    edge.answers.reading = reading();
    const decided = await finish(begun, { front: image(2) });
    expect([decided.decision, codesOf(decided)]).toEqual(["review", ["details_mismatch"]]);
    expect(resultsOf(decided).date_of_birth).toBe("match");
  });

  it.each([
    ["mismatch", { last_name: "Mustermann" }, "details_mismatch"],
    ["close", { last_name: "Erikson" }, "details_not_confirmed"],
    ["not_read", { personal_number: "ZE184226B" }, "details_not_confirmed"],
  ])("lets another capture replace a %s of the print, also with decline", async (result, expected, code) => {
    const policy = { on_expected_mismatch: "decline", document_types: ["driving_license", "passport"] };
    const begun = await begin({ expected, policy });
    edge.answers.reading = reading({ mrz: null, lines: LICENCE });
    const { body } = await show(begun, { front: image(1) }, edge.key);
    const [field] = Object.keys(expected);
    expect(body.verification).toMatchObject({
      status: "in_progress",
      details: [{ field, result }],
      steps: [{ status: "review" }, {}, {}],
    });
    expect(body.verification.steps[0].reason).toMatch(/authenticity_not_checked|details_/);
    edge.answers.reading = reading();
    const { body: again } = await show(begun, { front: image(2) }, edge.key);
    const isHers = result === "not_read";
    expect(again.verification.details).toMatchObject([{ field, result: isHers ? "match" : result }]);
    expect(code).toMatch(/^details_/);
  });

  it("decides nothing by nationality, and nothing by an address that the document does not show", async () => {
    const decided = await finish(
      await begin({ expected: { nationality: "DEU", address: "Zoo 1, 10115 Berlin" } }),
    );
    expect(decided.decision).toBe("approved");
    expect(resultsOf(decided)).toEqual({ nationality: "mismatch", address: "not_read" });
  });

  it("sends a name that matches in another order only to review with exact names", async () => {
    const expected = { full_name: "Eriksson Anna Maria" };
    expect((await finish(await begin({ expected }))).decision).toBe("approved");
    const decided = await finish(await begin({ expected, policy: { expected_name_match: "exact" } }));
    expect([decided.decision, codesOf(decided)]).toEqual(["review", ["details_not_confirmed"]]);
    expect(resultsOf(decided)).toEqual({ full_name: "close" });
  });

  it("is compared with both sides of a document", async () => {
    edge.answers.images = { front: front(), back: back() };
    const begun = await begin({ expected: { ...HERS, issuing_country: "UTO" } });
    const decided = await finish(begun, { front: image(1), back: image(2) } as never);
    expect(resultsOf(decided)).toEqual({
      ...{ first_name: "match", last_name: "match", date_of_birth: "match", issuing_country: "match" },
    });
    expect(decided.decision).toBe("approved");
  });

  it("ends with a test reference as the reference says, whatever is expected", async () => {
    const body = { customer_ref: "test_approve", expected: { full_name: "Erika Mustermann" } };
    const created = await edge.call("POST", "/v1/verifications", edge.key, body);
    const { id } = created.body.verification;
    const token = created.body.session_token.token;
    await edge.upload(`/v1/verifications/${id}/document`, token, { front: image(1) });
    await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(9) });
    const { body: read } = await edge.call("GET", `/v1/verifications/${id}`, edge.key);
    expect([read.decision, resultsOf(read)]).toEqual(["approved", { full_name: "mismatch" }]);
  });

  it("is in no event; metadata is in the events of the verification", async () => {
    const begun = await begin({ expected: { last_name: "Quetzalcoatl" }, metadata: METADATA });
    await finish(begun);
    const events = await eventsOf(begun);
    expect(JSON.stringify(events)).not.toMatch(/Quetzalcoatl|"details"/);
    const of = events.filter(({ type }) => String(type).startsWith("verification."));
    expect(of.map(({ type }) => type)).toEqual(["verification.completed", "verification.review_required"]);
    for (const { body } of of) expect(JSON.parse(String(body)).data.metadata).toEqual(METADATA);
  });
});

describe("a verification without expected details", () => {
  it("is decided as before by a policy that names what to do with a mismatch", async () => {
    const decided = await finish(await begin({ policy: { on_expected_mismatch: "decline" } }));
    expect([decided.decision, decided.policy.on_expected_mismatch]).toEqual(["approved", "decline"]);
    expect(decided).not.toHaveProperty("details");
  });
});

it.each([
  [{ expected: {} }, "expected"],
  [{ expected: { full_name: "A B", last_name: "B" } }, "expected.full_name"],
  [{ expected: { full_name: "Anna\u200f" } }, "expected.full_name"],
  [{ expected: { full_name: "Mu\u0308ller" } }, "expected.full_name"],
  [{ expected: { date_of_birth: "12.08.1974" } }, "expected.date_of_birth"],
  [{ expected: { date_of_birth: "1974-02-30" } }, "expected.date_of_birth"],
  [{ expected: { nationality: "de" } }, "expected.nationality"],
  [{ metadata: { a: "b".repeat(501) } }, "metadata.a"],
  [{ metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`key ${i}`, "x"])) }, "metadata"],
  [{ metadata: { a: 1 } }, "metadata.a"],
  [{ policy: { on_expected_mismatch: "ignore" } }, "policy.on_expected_mismatch"],
])("rejects %j with invalid_parameter", async (given, param) => {
  const { status, body } = await edge.call("POST", "/v1/verifications", edge.key, {
    customer_ref: "c",
    ...given,
  });
  expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_parameter", param]);
});

it("rejects an expected detail that it does not know", async () => {
  const body = { customer_ref: "c", expected: { shoe_size: "38" } };
  const answer = await edge.call("POST", "/v1/verifications", edge.key, body);
  expect([answer.status, answer.body.error.code]).toEqual([400, "unknown_parameter"]);
});
