import { describe, expect, it } from "vitest";
import { isStrongEnough, policySchema } from "#edge/verification/policy.ts";

describe("a policy", () => {
  it("is resolved with the contract's defaults", () => {
    expect(policySchema.parse({})).toEqual({
      steps: ["document", "liveness"],
      liveness_mode: "passive",
      document_types: ["cid", "passport", "driving_license", "residence_permit"],
      require_face_match: true,
      liveness_level: "standard",
      face_match_level: "fmr_1e-3",
      max_attempts: 3,
      on_fraud_suspicious: "review",
      dedupe: "off",
      min_age: null,
      expires_in_seconds: 86_400,
      store_media: "none",
    });
  });

  it.each([
    { max_attempts: 0 },
    { max_attempts: 11 },
    { max_attempts: 1.5 },
    { expires_in_seconds: 299 },
    { expires_in_seconds: 604_801 },
    { min_age: -1 },
    { min_age: 121 },
    { steps: [] },
    { steps: ["document", "document"] },
    { steps: ["face_match"] },
    { liveness_mode: "strong" },
    { document_types: ["library_card"] },
    { dedupe: "on" },
    { dedupe: "review", steps: ["document"] },
    { require_face_match: "yes" },
    { store_media: "everything" },
    { store_media: 1 },
    { colour: "blue" },
    { match_registered: "require", steps: ["document"] },
    { match_registered: "require", require_face_match: true },
    { match_registered: true },
    { register_on_approval: "create", steps: ["document"] },
    { register_on_approval: "create", require_face_match: false },
    { register_on_approval: "replace", steps: ["liveness"] },
    { register_on_approval: "replace", steps: ["liveness"], match_registered: "require" },
  ])("rejects %j", (policy) => {
    expect(policySchema.safeParse(policy).success).toBe(false);
  });

  it.each([
    { max_attempts: 1 },
    { max_attempts: 10 },
    { expires_in_seconds: 300 },
    { expires_in_seconds: 604_800 },
    { min_age: 0 },
    { min_age: 120 },
    { min_age: null },
    { dedupe: "review" },
    { dedupe: "decline", steps: ["liveness"] },
    { match_registered: "require", steps: ["liveness"] },
    { match_registered: "off", register_on_approval: "off" },
    { register_on_approval: "create" },
    { register_on_approval: "replace", steps: ["liveness"], match_registered: "approval_only" },
  ])("takes %j at its range's end", (policy) => {
    expect(policySchema.parse(policy)).toMatchObject(policy);
  });

  it.each([
    { match_registered: "require", liveness_mode: "passive" },
    { match_registered: "approval_only", steps: ["liveness"] },
    { register_on_approval: "create", liveness_mode: "burst" },
  ])("asks for a challenge by %j, whatever the mode", (policy) => {
    expect(policySchema.parse(policy).liveness_mode).toBe("challenge");
  });

  it("compares the portrait or the registered face, and never both", () => {
    const faces = (policy: object) => policySchema.parse(policy).require_face_match;
    expect(faces({ match_registered: "off" })).toBe(true);
    expect(faces({ match_registered: "require" })).toBe(false);
  });

  it.each([
    [false, "none"],
    [true, "portrait"],
    ["none", "none"],
    ["portrait", "portrait"],
    ["evidence", "evidence"],
  ])("takes %j for store_media and echoes %s", (store_media, echoed) => {
    expect(policySchema.parse({ store_media })).toMatchObject({ store_media: echoed });
  });

  it("asks for a face match only if there is something to compare", () => {
    expect(policySchema.parse({ steps: ["liveness"] }).require_face_match).toBe(false);
    expect(policySchema.safeParse({ steps: ["liveness"], require_face_match: true }).success).toBe(false);
    expect(policySchema.parse({ require_face_match: false }).require_face_match).toBe(false);
  });

  it("lets an external check ask for fields only if a document is read, and names the check", () => {
    const checks = [{ name: "a" }, { name: "b", fields: ["full_name"] }];
    const { error } = policySchema.safeParse({ steps: ["liveness"], external_checks: checks });
    expect(error!.issues).toMatchObject([
      {
        path: ["external_checks", 1, "fields"],
        message:
          "needs the document step. Add document to policy.steps, or remove policy.external_checks[1].fields",
      },
    ]);
    expect(policySchema.safeParse({ external_checks: checks }).success).toBe(true);
    expect(policySchema.safeParse({ steps: ["liveness"], external_checks: [{ name: "a" }] }).success).toBe(
      true,
    );
  });

  it("takes its liveness mode as the least that is accepted", () => {
    expect(isStrongEnough("passive", "challenge")).toBe(false);
    expect(isStrongEnough("burst", "burst")).toBe(true);
    expect(isStrongEnough("challenge", "burst")).toBe(true);
  });
});
