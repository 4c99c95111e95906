import { afterAll, describe, expect, it } from "vitest";
import { openCheckEdge } from "#test/harness/edge/check-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

const ref = { customer_ref: "user-4711" };

/** What a wrong call gets: its status, code, parameter and message. */
async function errorOf(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const { status, body: answer } = await edge.call(method, path, edge.key, body, headers);
  const { code, param, message, errors } = answer.error;
  return { status, code, param, message, errors };
}

const [V, W] = ["/v1/verifications", "/v1/webhook-endpoints"];

describe("a wrong JSON body is answered with what was received, what is allowed and what was meant", () => {
  it.each([
    [
      { ...ref, policy: { liveness_mode: "Passive" } },
      "policy.liveness_mode",
      "`Passive`. Did you mean `passive`?",
    ],
    [
      { ...ref, policy: { document_types: ["cid", "id_card"] } },
      "policy.document_types",
      "policy.document_types must not name cid twice.",
    ],
    [{ ...ref, policy: { dedupe: "on" } }, "policy.dedupe", "must be one of off, review, decline, not `on`."],
    [{ ...ref, policy: { repeat: "on" } }, "policy.repeat", "not `on`."],
    [{ ...ref, policy: { contest: true } }, "policy.contest", "not true. Did you mean `on`?"],
    [{ ...ref, policy: { dedupe: false } }, "policy.dedupe", "not false. Did you mean `off`?"],
    [{ ...ref, policy: { dedupe: true } }, "policy.dedupe", "off, review, decline, not true."],
    [
      { ...ref, policy: { steps: ["document", "face_match"] } },
      "policy.steps[1]",
      "liveness. face_match is not listed: it runs if policy.require_face_match is true.",
    ],
    [
      { ...ref, policy: { steps: ["document"], dedupe: "review" } },
      "policy.dedupe",
      "policy.dedupe needs the liveness step. Add liveness to policy.steps, or remove policy.dedupe.",
    ],
    [
      { ...ref, policy: { steps: ["liveness"], min_age: 18 } },
      "policy.min_age",
      "policy.min_age needs the document step. Add document to policy.steps, or remove policy.min_age.",
    ],
    [
      { ...ref, policy: { steps: ["liveness"] }, expected: { last_name: "Eriksson" } },
      "expected",
      "expected needs the document step. Add document to policy.steps, or remove expected.",
    ],
    [
      { ...ref, policy: { steps: ["liveness"], require_face_match: true } },
      "policy.require_face_match",
      "Add the missing one to policy.steps, or remove policy.require_face_match.",
    ],
    [
      { ...ref, policy: { match_registered: "require", require_face_match: true } },
      "policy.match_registered",
      "cannot be combined with policy.require_face_match: true. Remove one of them.",
    ],
    [
      { ...ref, policy: { external_checks: [{ name: "Watch" }] } },
      "policy.external_checks[0].name",
      "1 to 40 lower-case letters",
    ],
    [{ ...ref, policy: "pol_strict" }, "policy", "not a string. Did you mean `policy_id`?"],
    [
      { ...ref, policy: { document_types: ["pass"] } },
      "policy.document_types[0]",
      "Did you mean `passport`?",
    ],
    [
      { ...ref, policy: { steps: ["liveness", "liveness"] } },
      "policy.steps",
      "must not name liveness twice.",
    ],
    [{ ...ref, liveness_mode: "burst" }, "liveness_mode", "Did you mean `policy.liveness_mode`?"],
    [
      { ...ref, capture: { return_url: "https://x.example" } },
      "capture.return_url",
      "Did you mean `return_url`?",
    ],
    [{ ...ref, redirect_url: "https://x.example" }, "redirect_url", "Did you mean `return_url`?"],
    [{ customerRef: "user-4711" }, "customerRef", "Did you mean `customer_ref`?"],
    [{ ...ref, callback_url: "https://a.example" }, "callback_url", "create a webhook endpoint: POST"],
    [{ ...ref, expected: { dob: "1990-01-01" } }, "expected.dob", "Did you mean `expected.date_of_birth`?"],
    [
      { ...ref, expected: { date_of_birth: "1990-02-30" } },
      "expected.date_of_birth",
      "expected.date_of_birth is not a day of the calendar: it must be a date,",
    ],
    [
      { ...ref, expected: { date_of_birth: "30.02.1990" } },
      "expected.date_of_birth",
      "expected.date_of_birth must be a date, such as 1974-08-12.",
    ],
    [
      { ...ref, expected: { date_of_birth: "2095-02-03" } },
      "expected.date_of_birth",
      "is in the future. Check the order of year, month and day.",
    ],
    [
      { ...ref, expected: { date_of_birth: "1895-02-03" } },
      "expected.date_of_birth",
      "is before 1900. Check the year.",
    ],
    [{ ...ref, expected: { nationality: "DE" } }, "expected.nationality", ", not two (alpha-2)."],
    [{ ...ref, expected: { nationality: "deu" } }, "expected.nationality", ", not small ones."],
    [{ ...ref, expected: { issuing_country: "GER" } }, "expected.issuing_country", "is of no state"],
    [{ ...ref, expected: {} }, "expected", "must name at least one of full_name,"],
    [{ customer_ref: ".." }, "customer_ref", "must not be . or .. alone"],
    [{ customer_ref: " " }, "customer_ref", "must not be blank"],
    [{ customer_ref: " user-1" }, "customer_ref", "must not begin or end with a space"],
    [{ customer_ref: "user-1 " }, "customer_ref", "must not begin or end with a space"],
    [{ customer_ref: "a\nb" }, "customer_ref", "it has a line break, or another control"],
    [
      { ...ref, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, ""])) },
      "metadata",
      "metadata must have at most 20 keys, not 21.",
    ],
    [{ ...ref, metadata: { ["k".repeat(41)]: "" } }, `metadata.${"k".repeat(41)}`, "1 to 40 characters"],
    [
      { ...ref, return_url: "https://evil.example/x" },
      "return_url",
      "(none yet), not to https://evil.example.",
    ],
    [
      { ...ref, return_url: "https://ada:secret@x.example/" },
      "return_url",
      "return_url must not have a user name or password.",
    ],
    [
      { ...ref, policy: { face_match_level: "fmr_1e-5" } },
      "policy.face_match_level",
      "fmr_1e-4, not `fmr_1e-5`.",
    ],
    [{ ...ref, return_url: "javascript:alert(1)" }, "return_url", "return_url must begin with https://"],
  ])("%j", async (body, param, text) => {
    const error = await errorOf("POST", V, body);
    expect(error).toMatchObject({ status: 400, param, message: expect.stringContaining(text) });
  });

  it.each(["*", "all", "verification.*"])(
    "events of %s are answered with how all of them are named",
    async (events) => {
      const { message } = await errorOf("POST", W, { url: "https://x.example/h", events: [events] });
      expect(message).toMatch(
        /^events\[0\] must be one of .* There is no word for all of them: list each\.$/,
      );
    },
  );

  it.each([
    ["id", "cid"],
    ["identity_card", "cid"],
    ["national_id_card", "cid"],
    ["dl", "driving_license"],
    ["driver_license", "driving_license"],
    ["drivers_licence", "driving_license"],
  ])("the document type %s is answered with this API's name, %s", async (type, meant) => {
    const { message } = await errorOf("POST", V, { ...ref, policy: { document_types: [type] } });
    expect(message).toContain(`Did you mean \`${meant}\`?`);
  });

  it("quotes no value that is only near one of our names", async () => {
    const { message } = await errorOf("POST", V, { ...ref, policy: { liveness_mode: "Pasive" } });
    expect(message).toBe(
      "policy.liveness_mode must be one of passive, burst, challenge. Did you mean `passive`?",
    );
  });

  it("names each unknown parameter before a missing one, and each parameter once", async () => {
    const { errors } = await errorOf("POST", V, { customerRef: "a", foo: 1, policy: { steps: ["x", "x"] } });
    expect(errors.map(({ code, param }: { code: string; param: string }) => [code, param])).toEqual([
      ["unknown_parameter", "customerRef"],
      ["unknown_parameter", "foo"],
      ["missing_parameter", "customer_ref"],
      ["invalid_parameter", "policy.steps[0]"],
      ["invalid_parameter", "policy.steps[1]"],
    ]);
    const { errors: one } = await errorOf("POST", V, { customer_ref: "" });
    expect(one).toBeUndefined();
  });
});

describe("a wrong address or query is answered in the usual body", () => {
  it.each([
    [
      "GET",
      `${V}?created_after=2026-02-01&created_before=2026-01-01`,
      400,
      "created_before must not be before created_after.",
    ],
    [
      "GET",
      `${V}?created_after=2026-02-30`,
      400,
      "created_after is not a day of the calendar: it must be an ISO 8601 time",
    ],
    ["GET", `${V}?customer_ref=%E0%A4%A`, 400, "The query string is not percent-encoded UTF-8."],
    ["GET", `${V}?limit=-1`, 400, "limit must be a whole number from 1 to 100, not -1."],
    ["GET", `${V}?limit=`, 400, "from 1 to 100. It is empty."],
    ["GET", `${V}?status=approved`, 400, "not `approved`. Did you mean `decision=approved`?"],
    ["GET", `${V}?status=created,completed`, 400, "expired, canceled. Send one of them alone."],
    ["GET", `${V}?status=in_review`, 400, "Did you mean `decision=review`?"],
    ["GET", `${V}?decision=completed`, 400, "Did you mean `status=completed`?"],
    ["GET", `${V}?sort=created_at`, 400, "Lists are always newest first."],
    ["GET", `${V}?since=2026-01-01`, 400, "Did you mean `created_after`?"],
    [
      "GET",
      `${V}?created_after=1700000000`,
      400,
      "created_after is a Unix time: it must be an ISO 8601 time",
    ],
    ["POST", `${V}?customer_ref=a`, 400, "customer_ref is a field of the body. Send it there"],
    ["GET", "/v1/reviews?reason=a%20b", 400, "reason must be a code of decision_reasons"],
    ["GET", "/v1/reviews?document_type=pass", 400, "Did you mean `passport`?"],
    ["GET", `${V}/%E0%A4%A`, 404, "The path is not percent-encoded UTF-8."],
    ["GET", "/v1/ocr/%00", 404, "id in the path must not be empty, and must not have control characters."],
    ["GET", "/%E0%A4%A", 404, "There is no such path."],
    ["POST", "/v1/sessions/(/", 404, "There is no such path."],
    ["GET", `${W}/we_1`, 404, "This is not a valid webhook endpoint id: it has to be we_"],
    ["POST", "/v1/fraud/check", 405, "Allowed: GET, DELETE. With POST there is /v1/fraud/detect."],
    ["GET", "/v1/fraud/detect", 405, "/v1/fraud/detect has no GET. Allowed: POST."],
    ["GET", `${V}/search`, 405, `${V}/search has no GET. Allowed: POST.`],
    ["DELETE", "/v1/ocr/scan", 405, "/v1/ocr/scan has no DELETE. Allowed: POST."],
    ["PUT", "/v1/liveness/check", 405, "/v1/liveness/check has no PUT. Allowed: POST."],
    [
      "DELETE",
      `${V}/vf_1`,
      405,
      `To end it, POST ${V}/vf_1/cancel. To erase a person, POST /v1/customers/erase.`,
    ],
    ["PUT", "/v1/policies/pol_1", 405, "To change it, POST /v1/policies/pol_1/versions."],
    ["PUT", `${W}/we_1`, 405, "To change it, send PATCH."],
    ["GET", `${V}/vf_1/cancel`, 405, `To read what it changes, GET ${V}/vf_1.`],
    ["POST", `${V}/vf_1/liveness`, 404, "There is no such path. Did you mean one of /v1/verifications/:id/"],
    ["GET", "/v1/lists", 404, "Did you mean /v1/lists/:list/items?"],
    ["POST", "/v1/lists/blok/items", 404, "The lists are block and allow."],
    ["GET", "/v1/lists/blok/items?limit=1000", 404, "The lists are block and allow."],
    ["POST", `${W}/we_1/rotate`, 404, "Did you mean /v1/webhook-endpoints/:id/rotate-secret?"],
  ])("%s %s", async (method, path, status, text) => {
    const error = await errorOf(method, path);
    expect(error).toMatchObject({ status, message: expect.stringContaining(text) });
  });
});

describe("a change or a ruling that lacks its content says what it may hold", () => {
  it("a webhook endpoint's change", async () => {
    const made = await edge.call("POST", W, edge.key, {
      url: "https://x.example/h",
      events: ["verification.completed"],
    });
    const path = `${W}/${made.body.id}`;
    const message = "The body must have at least one of url, events, enabled.";
    expect(await errorOf("PATCH", path, {})).toMatchObject({ code: "missing_parameter", message });
    const { message: renamed, errors } = await errorOf("PATCH", path, { active: false });
    expect(renamed).toContain("Did you mean `enabled`?");
    expect(errors).toBeUndefined();
  });

  it("a ruling, whose field is not called decision", async () => {
    const { id } = await edge.verification();
    const path = `${V}/${id}/review`;
    const named = { reason: "identity_confirmed", acting_as: "agent-7" };
    const wrong = await errorOf("POST", path, { ...named, decision: "approved" });
    expect([wrong.param, wrong.message]).toEqual([
      "decision",
      "Unknown parameter `decision`. Did you mean `ruling`? (And 1 more, in `errors`.)",
    ]);
    const early = await errorOf("POST", path, { ...named, ruling: "approved" });
    expect(early.message).toBe(
      "Only a verification in review can be decided. The status of this one is created. Wait for the event verification.review_required.",
    );
    const blank = await errorOf("POST", path, { ...named, ruling: "approved", acting_as: " " });
    expect(blank.message).toBe("acting_as must not be blank: it has spaces alone.");
  });
});

it.each([
  ["/v1/verifications//document", "The path has an empty part where an id belongs."],
  ["/v1/verifications/", "Check the variable that you put there. Did you mean /v1/verifications?"],
  ["/v1/customers/", "The path has an empty part where an id belongs."],
  ["/v1/verifications/vf_01jpa6z8w4k8n2p4r6s8t0v2w4", "Ids are case-sensitive"],
  ["/v1/verifications/undefined", "it has to be vf_ followed by 26 digits and capital letters."],
])("an unknown path says what is wrong with its id: %s", async (path, message) => {
  const { status, body } = await edge.call("GET", path, edge.key);
  expect(status).toBe(404);
  expect(body.error.message).toContain(message);
});
