import { describe, expect, it } from "vitest";
import type { Forensics } from "#edge/inference/port.ts";
import { image } from "../harness/edge/check-edge.ts";
import { analysis } from "../harness/edge/inference-results.ts";
import { useCheckEdge } from "../harness/edge/use.ts";
import { begunReview, dutch, findsTampered, tampered } from "./tampered.ts";
import { newMember, newOwner } from "./visitor.ts";

const edge = await useCheckEdge();
const { visitor: owner, key } = await newOwner(edge);

findsTampered(edge);

const inReview = (customer_ref: string) => begunReview(edge, key, { customer_ref });

const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const text = async (path: string) => (await owner.get(path)).text;
/** What the page says that an approval overrides. */
const overridesOn = (shown: string) => listed(/An approval overrides:<ul>(.*?)<\/ul>/.exec(shown)?.[1]);
const listed = (items = "") => [...items.matchAll(/<li>(.*?)<\/li>/g)].map(([, each]) => each);
const decisionOf = async (id: string) =>
  (await edge.call("GET", `/v1/verifications/${id}`, key)).body.decision;

describe("a reviewer's note", () => {
  const approveWith = async (id: string, note: string) => {
    await owner.get(pageOf(id));
    const fields = { confirmed: "on", decision: "approved", reason: "identity_confirmed", note };
    return (await owner.submit(`${pageOf(id)}/review`, fields)).text;
  };

  it("is shown to reviewers only, with its author and time", async () => {
    const { visitor: viewer } = await newMember(edge, owner, "viewer");
    const id = await inReview("a note");
    const shown = await approveWith(id, "Called back.\r\n<b>Moved</b> to Ulm.");
    expect(shown).toContain("Called back.\n&lt;b&gt;Moved&lt;/b&gt; to Ulm.");
    expect(shown).toMatch(/Ada, <time/);
    expect((await viewer.get(pageOf(id))).text).not.toContain("Ulm");
  });

  it("has 2,000 characters at most", async () => {
    const id = await inReview("a long note");
    const line = `${"ü".repeat(99)}\r\n`;
    const over = await approveWith(id, `${line.repeat(20)}end`);
    expect(over).not.toContain("The verification is approved.");
    const most = await approveWith(id, `${line.repeat(19)}${"ü".repeat(100)}`);
    expect(most).toContain("The verification is approved.");
  });
});

describe("an approval that overrides a specimen or a contradiction", () => {
  const issuedBeforeBirth = (): Forensics => {
    const page = dutch();
    const lines = page.lines.map((each) =>
      each.text.startsWith("Date of issue") ? { ...each, text: "Date of issue: 16 APR 1970" } : each,
    );
    return { ...tampered(), reading: { ...page, lines } };
  };
  const approve = async (id: string, note: string) => {
    await owner.get(pageOf(id));
    const fields = { confirmed: "on", decision: "approved", reason: "document_genuine", note };
    const answer = await owner.submit(`${pageOf(id)}/review`, fields);
    return { answer, decision: await decisionOf(id) };
  };

  it.each([
    ["a specimen", tampered, "Document that is marked as a specimen"],
    ["contradicting data", issuedBeforeBirth, "Dates that contradict each other"],
  ])("needs a reason in the reviewer's words: %s", async (what, found, named) => {
    edge.answers.forensics = found();
    const id = await inReview(`overridden by ${what}`);
    const shown = await text(pageOf(id));
    expect(overridesOn(shown)).toEqual(
      expect.arrayContaining(["Possible pasted piece on the document", named]),
    );
    expect(shown).toContain("At least 10 characters. Visible to reviewers only.");
    expect(shown).toMatch(/<textarea id="note-approved"[^>]* required/);
    expect(shown).not.toMatch(/<textarea id="note-declined"[^>]* required/);
    for (const note of ["", "  fine    \n "]) {
      const { answer, decision } = await approve(id, note);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('data-fault="note"')]);
      expect(decision).toBe("review");
    }
    expect((await approve(id, "Seen on a call.")).decision).toBe("approved");
    const [, kept = ""] = (await text(pageOf(id))).split("<h2>Overridden by the reviewer</h2>");
    expect(listed(/^<ul class="findings">(.*?)<\/ul>/.exec(kept)?.[1])).toEqual(overridesOn(shown));
  });

  it("is returned in its own form alone, to be confirmed again", async () => {
    const id = await inReview("returned approval");
    const { text: shown } = (await approve(id, "Too short")).answer;
    const [, approval = "", refusal = ""] = shown.split('<details class="ruling"');
    expect(approval).toContain("Too short");
    expect(refusal).not.toContain("Too short");
    expect(shown).not.toMatch(/name="confirmed"[^>]* checked/);
  });

  it("is declined without one", async () => {
    const id = await inReview("declined specimen");
    await owner.get(pageOf(id));
    await owner.post(`${pageOf(id)}/review`, {
      confirmed: "on",
      decision: "declined",
      reason: "document_forged",
    });
    expect(await decisionOf(id)).toBe("declined");
  });

  it("is not asked for where an approval contradicts nothing", async () => {
    edge.answers.forensics = { ...tampered(), reading: dutch() };
    const id = await inReview("nothing overridden");
    const shown = await text(pageOf(id));
    expect(overridesOn(shown)).toEqual(["Possible pasted piece on the document"]);
    expect(shown).not.toMatch(/<textarea[^>]* required/);
    expect((await approve(id, "")).decision).toBe("approved");
  });

  it("lists the other details that the tenant expected, too", async () => {
    const request = { customer_ref: "another name", expected: { last_name: "Kowalska" } };
    const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, request)).body;
    const { token } = session_token;
    await edge.upload(`/v1/verifications/${verification.id}/document`, token, { front: image() });
    await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image(2) });
    expect(overridesOn(await text(pageOf(verification.id)))).toContain(
      "The document shows other details than expected: surname",
    );
  });

  it("also needs one if the result of a standing finding was deleted", async () => {
    edge.answers.forensics = { ...tampered(), reading: dutch() };
    const id = await inReview("deleted result");
    const { rows } = await edge.client.execute({
      sql: "select id from fraud_results where verification_id = ?",
      args: [id],
    });
    for (const row of rows) await edge.call("DELETE", `/v1/fraud/${row.id}`, key);
    expect((await approve(id, "")).decision).toBe("review");
  });
});

const DECLINE = { confirmed: "on", decision: "declined", reason: "document_forged" };
const APPROVE = { confirmed: "on", decision: "approved", reason: "document_genuine", note: "Called back." };
const REVIEWS = "/dashboard/test/reviews";

describe("a decision", () => {
  it("changes nothing until the reviewer confirms it, and the form is returned as it was sent", async () => {
    const id = await inReview("confirmed");
    await owner.get(pageOf(id));
    const { confirmed: _, ...unconfirmed } = APPROVE;
    const returned = await owner.post(`${pageOf(id)}/review`, unconfirmed);
    expect(returned.status).toBe(400);
    expect(returned.text).toContain("This box must be ticked: the decision is final.");
    expect(returned.text).toMatch(/<details class="ruling" name="ruling" open/);
    expect(returned.text).toMatch(/value="document_genuine" checked/);
    expect(returned.text).toContain("Called back.</textarea>");
    expect(await decisionOf(id)).toBe("review");
    const shown = await owner.submit(`${pageOf(id)}/review`, APPROVE);
    expect(shown.text).toContain("The verification is approved.");
    expect(await decisionOf(id)).toBe("approved");
  });

  it("is not made with a reason of the other decision", async () => {
    const id = await inReview("refused");
    await owner.get(pageOf(id));
    await owner.post(`${pageOf(id)}/review`, { ...APPROVE, reason: "document_forged" });
    expect(await decisionOf(id)).toBe("review");
  });

  it("is not an approval if the face has been registered for another customer meanwhile: the page says so at the reason", async () => {
    const id = await begunReview(edge, key, { customer_ref: "searched again", policy: { dedupe: "review" } });
    edge.answers.faces.image = analysis();
    const other = { customer_ref: "registered meanwhile", image: image() };
    expect((await edge.upload("/v1/face/registrations", key, other)).status).toBe(201);
    await owner.get(pageOf(id));
    const returned = await owner.submit(`${pageOf(id)}/review`, APPROVE);
    expect(returned.status).toBe(400);
    const [, at = ""] = returned.text.split('data-fault="reason"');
    expect(at).toMatch(/^[^>]*>The face has been registered under another customer_ref .*?not_a_duplicate/);
    expect(returned.text).toContain("Called back.</textarea>");
    expect(await decisionOf(id)).toBe("review");
    await owner.submit(`${pageOf(id)}/review`, { ...APPROVE, reason: "not_a_duplicate" });
    expect(await decisionOf(id)).toBe("approved");
    await edge.call("DELETE", "/v1/face/registrations/registered%20meanwhile", key);
  });

  it("after another one changes nothing, and the page says who decided and when", async () => {
    const id = await inReview("decided");
    await owner.get(pageOf(id));
    await owner.post(`${pageOf(id)}/review`, APPROVE);
    const { location } = await owner.post(`${pageOf(id)}/review`, { ...DECLINE, note: "Too late." });
    expect(location).toBe(pageOf(id));
    const shown = await text(pageOf(id));
    expect(shown).toContain("This verification is already decided. Your decision was not saved.");
    expect(shown).toMatch(/Ada decided <strong>approved<\/strong> on <time datetime="\d{4}-/);
    expect(shown).not.toContain("Too late.");
    expect(await decisionOf(id)).toBe("approved");
  });

  it("once erased its images, of which a challenge's frame keeps its number and action, and nothing is marked", async () => {
    const id = await inReview("erased");
    await edge.client.execute({
      sql: "update media_objects set kind = 'challenge_frame', frame = 2 where kind = 'live_frame' and verification_id = ?",
      args: [id],
    });
    await edge.client.execute({
      sql: "update liveness_results set action = 'turn_left' where verification_id = ?",
      args: [id],
    });
    await owner.get(pageOf(id));
    const shown = (await owner.submit(`${pageOf(id)}/review`, APPROVE)).text;
    expect(shown).toMatch(/<h3>Challenge, frame 2: turn left<\/h3><p class="soft none">Erased on \d{4}/);
    expect(shown).toMatch(/<h3>Document, front<\/h3><p class="soft none">Erased on \d{4}/);
    expect(shown).not.toContain('class="marks"');
    expect(shown).not.toContain("See mark");
  });
});

describe("the queue", () => {
  it("lists every reason of a review", async () => {
    edge.answers.forensics = { ...tampered(), editingSoftware: ["Paint"] };
    await inReview("of many reasons");
    const row = (await text(REVIEWS)).split("<tr>").find((each) => each.includes("of many reasons"));
    expect([...row!.matchAll(/<li>(.*?)<\/li>/g)].map(([, each]) => each)).toEqual(
      expect.arrayContaining([
        "Possible pasted piece on the document",
        "File that was saved by image editing software",
      ]),
    );
    // It counts in live mode only.
    expect(row).not.toContain("specimen");
  });
});
