import { afterAll, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { expireRegistrations } from "#edge/operations/registrations/expire.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { newHash, shown } from "#test/harness/edge/hashes.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { ANNA, ENROL, openReturnRig, RETURN } from "./return-rig.ts";

/** How registered faces begin and end (contract §4.8, contract §8.6, contract §13.4). */

const rig = await openReturnRig();
const { edge } = rig;
afterAll(() => edge.close());

const DAY = 86_400_000;
const REGISTRATION = { status: 200 };
const GONE = { status: 404 };

describe("withdrawn consent", () => {
  const withdraw = ({ id, token }: { id: string; token: string }) =>
    edge.call("DELETE", `/v1/verifications/${id}/consent`, token);

  it("to a return deletes the face that an approval registered, with an audit entry and a receipt", async () => {
    await rig.enrol("withdrawing");
    const { registration_id } = (await rig.registrationOf("withdrawing")).body;
    const visit = await rig.open("withdrawing", RETURN);
    await rig.consent(visit);
    const { body } = await withdraw(visit);
    expect(body).toMatchObject({ verification_id: visit.id, erased: { registrations: 1, verifications: 1 } });
    expect(await rig.registrationOf("withdrawing")).toMatchObject(GONE);
    expect(outcome(await rig.create("withdrawing", RETURN))).toBe("404 registration_not_found");
    const entries = (await edge.rows("audit_entries")).filter(({ target }) => target === registration_id);
    expect(entries.map(({ action }) => action)).toEqual(["registration.create", "registration.delete"]);
    const rows = (await edge.rows("face_templates")).filter((row) => row.registration_id === registration_id);
    for (const row of rows) expect(row).toMatchObject({ template: null, portrait_hash: null });
  });

  it("leaves an uploaded face to the tenant, and every face if the policy uses none", async () => {
    await rig.upload("uploaded", ANNA);
    const visit = await rig.open("uploaded", RETURN);
    await rig.consent(visit);
    await withdraw(visit);
    expect(await rig.registrationOf("uploaded")).toMatchObject(REGISTRATION);
    await rig.enrol("unrelated");
    const other = await rig.open("unrelated", {});
    await rig.consent(other);
    await withdraw(other);
    expect(await rig.registrationOf("unrelated")).toMatchObject(REGISTRATION);
  });

  it("before the decision registers no face", async () => {
    const visit = await rig.open("hesitating", ENROL);
    await rig.consent(visit, ["verify", "return"]);
    await rig.showDocument(visit, shown(newHash(), 10));
    await withdraw(visit);
    expect(await rig.registrationOf("hesitating")).toMatchObject(GONE);
  });
});

describe("the retention of registered faces", () => {
  const keepFor = (registrationDays: number | null) =>
    commit(edge.db, [updateTenantSettings(edge.db, edge.tenant.id, { registrationDays })]);
  const sweep = () => expireRegistrations(systemContext(edge.services, edge.services.clock()));

  it("deletes those that are older, and audits their number; without one nothing ends", async () => {
    await rig.upload("old", ANNA);
    edge.advance(10 * DAY);
    await rig.upload("young", ANNA);
    await sweep();
    expect(await rig.registrationOf("old")).toMatchObject(REGISTRATION);
    await keepFor(9);
    await sweep();
    expect(await rig.registrationOf("old")).toMatchObject(GONE);
    expect(await rig.registrationOf("young")).toMatchObject(REGISTRATION);
    const [entry] = (await edge.rows("audit_entries")).filter(({ action }) => action === "retention.erase");
    expect(JSON.parse(String(entry!.after))).toMatchObject({ registrations: expect.any(Number) });
    await keepFor(null);
  });
});

describe("a test reference", () => {
  it("returns without a registration, and registers no face", async () => {
    const { test } = edge.tenant.keys;
    const enrolled = await rig.enrol("test_approve", { key: test });
    expect((await enrolled.read()).decision).toBe("approved");
    expect(await rig.registrationOf("test_approve", test)).toMatchObject(GONE);
    const visit = await rig.open("test_approve", RETURN, test);
    await rig.showFace(visit, ANNA);
    expect((await visit.read()).decision).toBe("approved");
  });
});

describe("absent fields", () => {
  it("change nothing: neither the answers nor the gallery", async () => {
    const { body } = await rig.create("usual", {});
    expect(JSON.stringify(body)).not.toMatch(/match_registered|register_on_approval|purposes|recognition/);
    const before = await edge.rows("face_templates");
    const visit = await rig.open("usual", {});
    await rig.consent(visit);
    await rig.showDocument(visit, shown(newHash(), 10));
    await rig.showFace(visit, ANNA);
    expect(await visit.read()).toMatchObject({ decision: "approved" });
    expect(await edge.rows("face_templates")).toEqual(before);
  });
});

describe("the photos of a registered face", () => {
  it("stay known when a return without a document replaces the registration", async () => {
    const portrait = newHash();
    await rig.enrol("renewing", { portrait: shown(portrait, 10) });
    const renew = { ...RETURN, match_registered: "approval_only", register_on_approval: "replace" };
    const visit = await rig.open("renewing", renew);
    await rig.consent(visit, ["verify", "return"]);
    await rig.showFace(visit, ANNA);
    expect((await visit.read()).decision).toBe("approved");
    const copy = await rig.open("renewing", RETURN);
    await rig.showFace(copy, ANNA, portrait);
    expect((await copy.read()).decision).toBe("review");
  });

  it("are reported in test mode, and judged in live mode only", async () => {
    const { test } = edge.tenant.keys;
    const portrait = newHash();
    await rig.enrol("tried", { key: test, portrait: shown(portrait, 10) });
    const visit = await rig.open("tried", RETURN, test);
    await rig.showFace(visit, ANNA, portrait);
    expect((await visit.read()).decision).toBe("approved");
    expect(await rig.comparison(visit)).toMatchObject({ match: true, copied: true });
  });
});

describe("of two senders of one face who are approved at the same moment", () => {
  it("the slower one is found to be registered, and goes to a review", async () => {
    const policy = { ...ENROL, dedupe: "review" };
    const degrees = 200;
    const [first, second] = [await rig.open("first-sender", policy), await rig.open("second-sender", policy)];
    for (const visit of [first, second]) {
      await rig.consent(visit, ["verify", "return"]);
      await rig.showDocument(visit, shown(newHash(), degrees));
    }
    const { inference } = edge.services;
    const [search, bundle] = [inference.searchGallery, inference.bundle];
    // The second sender's whole selfie comes between the first one's search and its batch.
    inference.searchGallery = async (...asked) => {
      const found = await search(...asked);
      inference.searchGallery = search;
      inference.bundle = async () => {
        inference.bundle = bundle;
        expect((await rig.showFace(second, degrees)).status).toBe(200);
        return bundle();
      };
      return found;
    };
    expect((await rig.showFace(first, degrees)).status).toBe(200);
    const [one, other] = [await first.read(), await second.read()];
    expect([one.decision, other.decision]).toEqual(["review", "approved"]);
    expect(one.decision_reasons).toMatchObject([{ code: "duplicate_face" }]);
    expect((await rig.active()).map(({ customer_ref }) => customer_ref)).not.toContain("first-sender");
  });
});
