import { describe, expect, it } from "vitest";
import { offeredReasons } from "#edge/dashboard/sections/verifications/review-reasons.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import type { Verification } from "#edge/verification/types.ts";
import { image } from "../harness/edge/check-edge.ts";
import { frame, line, reading } from "../harness/edge/inference-results.ts";
import { PERFORMED } from "../harness/edge/performed.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { begunReview, dutch, findsTampered, tampered } from "./tampered.ts";
import { newMember, newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);
const { visitor: viewer } = await newMember(edge, owner, "viewer");

const NAME = "ANNA MARIA ERIKSSON";
findsTampered(edge);

const inReview = (customer_ref: string, store_media = "evidence") =>
  begunReview(edge, key, { customer_ref, policy: { store_media } });

const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const text = async (path: string, by = owner) => (await by.get(path)).text.replaceAll("&#39;", "'");
/** The rows of the table of printed and MRZ values, as texts. */
const NOT_READ = "not read Compare the image with the MRZ.";
const rowsOf = (shown: string) =>
  (shown.split('aria-label="Printed and MRZ values"')[1]?.split("</table>")[0] ?? "")
    .split("<tr>")
    .slice(2)
    .map((row) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) =>
        cell.replaceAll(/<[^>]*>/g, "").trim(),
      ),
    );
const APPROVE = { confirmed: "on", decision: "approved", reason: "document_genuine", note: "Called back." };

describe("the page of a verification in review", () => {
  it("is headed by the person's name and the state, and its tab names nobody", async () => {
    const shown = await text(pageOf(await inReview("headed")));
    expect(shown).toMatch(new RegExp(`<h1>${NAME} <span class="badge warn">review</span></h1>`));
    expect(shown).toContain("<title>Verification · Selfsame</title>");
  });

  it("shows the extracted data beside the images, with the MRZ check and the similarity", async () => {
    const shown = await text(pageOf(await inReview("data")));
    expect(shown).toContain("<dt>Document</dt><dd>Passport");
    expect(shown).toContain('<dt>MRZ check digits</dt><dd><span class="badge good">pass</span> TD3');
    expect(rowsOf(shown)).toEqual(
      expect.arrayContaining([
        ["Surname", "Eriksson", "Eriksson"],
        ["Date of birth", NOT_READ, "1974-08-12"],
        ["Number", NOT_READ, "L898902C3"],
        ["Date of expiry", NOT_READ, "2032-04-15"],
        ["Issuing state", "not read", "UTO"],
      ]),
    );
    expect(shown).toMatch(/<dt>Face similarity<\/dt><dd>\d\.\d{3} <span class="badge good">match/);
  });

  it("marks where print and MRZ differ", async () => {
    const lines = [...reading().lines, line("Date of expiry: 15 APR 2035", 440)];
    edge.answers.reading = reading({ lines });
    edge.answers.forensics = { ...tampered(), reading: reading({ lines }) };
    const id = await inReview("differing");
    const shown = await text(pageOf(id));
    const values = "Date of expiry: print 2035-04-15, MRZ 2032-04-15";
    expect(shown).toContain("The MRZ and the printed text differ in date of expiry.");
    expect(shown).toContain(`<span class="under">${values}</span>`);
    expect(shown).toContain(`<li>Differences between the MRZ and the printed text (${values})</li>`);
    expect(rowsOf(shown)).toContainEqual(["Date of expiry", "2035-04-15 differs", "2032-04-15"]);
    expect(shown).toContain("203<mark>5</mark>-04-15");
    expect(shown.match(/<mark>/g)).toHaveLength(1);
  });

  it("says in words what was found, and leads to the mark that has its number", async () => {
    const shown = await text(pageOf(await inReview("found")));
    const [, why = ""] = shown.split("Why this needs a review");
    expect(why).toMatch(/^.*?Possible tampering with the document.*?<code>fraud_suspicious<\/code>/);
    expect(why).toMatch(
      /<strong>Possible pasted piece on the document<\/strong> <a href="#evidence">See mark 1<\/a>/,
    );
    expect(shown).toContain('id="evidence"');
    expect(why).toContain(
      '<strong>Document that is marked as a specimen</strong> (not counted in test mode) <a href="#evidence">See mark 2</a>',
    );
  });

  it("shows the images by default, whatever the policy keeps", async () => {
    const shown = await text(pageOf(await inReview("default", "none")));
    expect(shown.match(/<img /g)).toHaveLength(4);
    expect(shown).not.toContain("There is no image to check.");
  });

  it("says that a reviewer may decline if the installation stores no images", async () => {
    const { media } = edge.services;
    Object.assign(edge.services, { media: null });
    const shown = await text(pageOf(await inReview("no images", "none")));
    Object.assign(edge.services, { media });
    expect(shown).toContain("No image: this installation stores none.");
    expect(shown).toContain("There is no image to check.");
  });

  it("shows what differs from the expected details beside the reason, and folds what agrees", async () => {
    const expected = { first_name: "Anna Maria", last_name: "Kowalska" };
    const created = (await edge.call("POST", "/v1/verifications", key, { customer_ref: "differs", expected }))
      .body;
    const { verification, session_token } = created;
    const { token } = session_token;
    await edge.upload(`/v1/verifications/${verification.id}/document`, token, { front: image() });
    await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });
    const shown = await text(pageOf(verification.id));
    const [, why = ""] = shown.split("Why this needs a review");
    expect(why).toMatch(
      /shows other details than expected: surname<strong class="under">Last name: expected Kowalska, document Eriksson<\/strong>/,
    );
    const [, agreeing = ""] = shown.split("<summary>Details that agree (1)</summary>");
    expect(agreeing.split("</details>")[0]).toMatch(/First name.*match/s);
  });

  it("says of an image that is not taken whether it can still come", async () => {
    const { verification } = (await edge.call("POST", "/v1/verifications", key, { customer_ref: "later" }))
      .body;
    const slot = async () =>
      /Best selfie frame<\/h3><p class="soft none">([^<]*)/.exec(await text(pageOf(verification.id)))?.[1];
    expect(await slot()).toBe("Not taken yet.");
    await edge.call("POST", `/v1/verifications/${verification.id}/cancel`, key);
    expect(await slot()).toBe("Not taken: the verification ended before.");
  });

  it("says of a decline for the age which one is required, and which one the document has", async () => {
    const request = { customer_ref: "too young", policy: { min_age: 90 } };
    const created = (await edge.call("POST", "/v1/verifications", key, request)).body;
    await edge.upload("/v1/ocr/scan", created.session_token.token, { image: image() });
    const shown = await text(pageOf(created.verification.id));
    expect(shown).toMatch(/At least 90 required, document \d\d \(born 1974-08-12\)/);
  });

  it("shows the threshold beside each score", async () => {
    const shown = await text(pageOf(await inReview("scores")));
    expect(shown).toMatch(/score 0\.\d{3}, suspicious from 0\.\d{3}/);
    expect(shown).toMatch(/score 0\.900, threshold 0\.\d{3}/);
    expect(shown).toMatch(/similarity \d\.\d{3}, threshold \d\.\d{3}/);
  });

  it("shows the MRZ as it was read beside the data", async () => {
    const shown = await text(pageOf(await inReview("mrz")));
    expect(shown).toContain('<div class="mrz"><pre>P&lt;UTO');
  });

  it("marks each finding with a number at its place, a failed check at the field that it is about, and lists them beside the image", async () => {
    const box = [300, 300, 200, 30] as const;
    edge.answers.forensics = { ...tampered(), reading: dutch() };
    edge.answers.reading = dutch();
    const request = { customer_ref: "marks", policy: { steps: ["document"] } };
    const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, request)).body;
    const { token } = session_token;
    await edge.upload(`/v1/verifications/${verification.id}/document`, token, { front: image() });
    const row = (await edge.rows("fraud_results")).find(
      ({ verification_id }) => verification_id === verification.id,
    )!;
    const body = JSON.parse(String(row.body));
    const checks = body.deterministic_checks.map((check: { name: string }) =>
      check.name === "date_order" ? { ...check, status: "fail", detail: "Born after the issue." } : check,
    );
    await edge.client.batch([
      {
        sql: "update fraud_results set body = ? where id = ?",
        args: [JSON.stringify({ ...body, deterministic_checks: checks }), row.id!],
      },
      {
        sql: "update ocr_results set body = json_set(body, '$.fields.date_of_birth.bbox', json(?)) where verification_id = ?",
        args: [JSON.stringify(box), verification.id],
      },
    ]);
    const front = (await text(pageOf(verification.id)))
      .split("<figure")
      .find((figure) => figure.includes("<h3>Document, front</h3>"));
    expect(front).toMatch(/x="100" y="120" width="300" height="40".*?<text [^>]*>1<\/text>/);
    expect(front).toMatch(/x="300" y="300" width="200" height="30".*?<text [^>]*>2<\/text>/);
    expect(front).toMatch(
      /<ol class="marked"><li class="warn"><strong>Possible pasted piece on the document<.*?<strong>Dates that contradict each other<\/strong>.*?Born after the issue\./,
    );
    expect(front).toMatch(/<input type="checkbox" class="hides"\/> Hide marks/);
  });

  it("shows a challenge's frames in their order, with what was asked for", async () => {
    const request = { customer_ref: "challenged", policy: { liveness_mode: "challenge" } };
    const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, request)).body;
    const { token } = session_token;
    await edge.upload(`/v1/verifications/${verification.id}/document`, token, { front: image() });
    const asked = (await edge.call("POST", "/v1/liveness/challenges", token, {})).body;
    const action = asked.action as keyof typeof PERFORMED;
    edge.answers.frames = [frame(), frame(PERFORMED[action])];
    const frames = { image_1: image(1), image_2: image(2) };
    const parts = { mode: "challenge", challenge_token: asked.challenge_token, ...frames };
    const { body } = await edge.upload("/v1/liveness/check", token, parts);
    expect(body.reason).toBe("live");
    const third =
      "insert into media_objects (id, tenant_id, mode, object_key, result_id, verification_id, kind, frame, media_type, state, created_at)";
    await edge.client.batch([
      { sql: "update liveness_results set action = 'turn_left' where id = ?", args: [body.lc_id] },
      {
        sql: `${third} select 'md_0', tenant_id, mode, object_key || '0', result_id, verification_id, kind, 3, media_type, state, created_at from media_objects where kind = 'challenge_frame' and result_id = ?`,
        args: [body.lc_id],
      },
    ]);
    const shown = await text(pageOf(verification.id));
    const titles = [...shown.matchAll(/<h3>(Best selfie frame|Challenge[^<]*)<\/h3>/g)].map(
      ([, title]) => title,
    );
    expect(titles).toEqual([
      "Best selfie frame",
      "Challenge, frame 2: turn left",
      "Challenge, frame 3: turn left",
    ]);
  });

  it("lists the person's earlier verifications, with their decisions", async () => {
    const [first, second] = [await inReview("returning"), await inReview("returning")];
    const shown = await text(pageOf(second));
    expect(shown).toMatch(
      new RegExp(`Earlier verifications of this person.*${first}</a> <span class="badge warn">review`),
    );
    expect(await text(pageOf(first))).not.toContain("Earlier verifications");
  });

  it("says of each reason when to choose it, and offers none that answers what was not found", async () => {
    const shown = await text(pageOf(await inReview("reasons")));
    expect(shown).toContain("A signal or check was a false alarm.");
    expect(shown).not.toContain("The possible duplicate is another person.");
    expect(shown.match(/type="radio"/g)).toHaveLength(9);
    const offered = (code: string, dedupe = "off") => {
      const verification = { decisionReasons: [{ code }], steps: [], policy: { dedupe } };
      return offeredReasons(verification as unknown as Verification, []);
    };
    expect(offered("duplicate_face")).toContain("not_a_duplicate");
    expect(offered("list_blocked")).toContain("own_check_cleared");
    expect(offered("list_blocked")).not.toContain("not_a_duplicate");
    expect(offered("fraud_suspicious", "review")).toContain("not_a_duplicate");
  });

  it("leads to each ruling by an access key of its own, and to the decision by a skip link", async () => {
    const shown = await text(pageOf(await inReview("keys")));
    expect(shown).toContain('<a class="skip" href="#decision">Skip to your decision</a>');
    expect(shown).toContain('<summary class="button " accesskey="a">Approve…</summary>');
    expect(shown).toContain('<summary class="button danger" accesskey="x">Decline…</summary>');
  });

  it("offers a viewer no decision", async () => {
    const id = await inReview("viewed");
    expect(await text(pageOf(id), viewer)).not.toContain('type="radio"');
    await viewer.get(pageOf(id));
    expect((await viewer.post(`${pageOf(id)}/review`, APPROVE)).status).toBe(403);
  });
});

it("the page of a review says when its images end, and then that the case can still be decided without them", async () => {
  const id = await inReview("late", "none");
  const { body } = await edge.call("GET", "/v1/reviews?limit=100", key);
  const { images_until: until } = body.data.find(
    ({ verification }: { verification: { id: string } }) => verification.id === id,
  );
  expect(await text(pageOf(id))).toContain(`<time datetime="${until}"`);
  await sweepMedia(systemContext(edge.services, Date.parse(until) + 1));
  const shown = await text(pageOf(id));
  expect(shown).not.toContain("<img ");
  expect(shown).toContain("The images were erased, as the review was not decided in time.");
  expect(shown).toContain(NAME);
  expect((await owner.submit(`${pageOf(id)}/review`, APPROVE)).text).toContain(
    "The verification is approved.",
  );
});
