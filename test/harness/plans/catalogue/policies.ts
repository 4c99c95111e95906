import { sql } from "drizzle-orm";
import { endFaces } from "#edge/store/results/ended-faces.ts";
import * as measurements from "#edge/store/verifications/measurements.ts";
import * as policies from "#edge/store/verifications/policies.ts";
import { listDecided } from "#edge/store/verifications/verifications.ts";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const VF = rowId("vf_", 7);
const POLICY = rowId("pol_", 1);
const policy = policySchema.parse({});
const ageOnly = policySchema.parse({ purpose: "age", min_age: 18 });
const ended = newVerification(VF, "new", policy, NOW);
const DAY_MS = 86_400_000;
const page = { limit: 51, before: null };
const period = { since: NOW - 200 * DAY_MS, until: NOW };
const newPolicy = {
  ...{ id: newRow("pol_"), name: "New", version: 1, createdAt: NOW, updatedAt: NOW, archivedAt: null },
};

export const POLICIES: Catalogue = {
  "verifications/policies.ts insertPolicy": (db) => policies.insertPolicy(db, SCOPE, newPolicy),
  "verifications/policies.ts insertVersion": (db) =>
    policies.insertVersion(db, SCOPE, { policyId: newRow("pol_"), version: 1, policy, createdAt: NOW }),
  "verifications/policies.ts useVersion": (db) =>
    policies.useVersion(db, SCOPE, { id: POLICY, version: 2, at: NOW }),
  "verifications/policies.ts archive": (db) => policies.archive(db, SCOPE, POLICY, NOW),
  "verifications/policies.ts onlyIfRoomForPolicy": (db) => policies.onlyIfRoomForPolicy(db, SCOPE, 100),
  "verifications/policies.ts findPolicy": (db) => policies.findPolicy(db, SCOPE, POLICY),
  "verifications/policies.ts listPolicies": {
    calls: [null, POLICY].map((before) => (db) => policies.listPolicies(db, SCOPE, { limit: 21, before })),
  },
  "verifications/policies.ts listVersions": (db) => policies.listVersions(db, SCOPE, POLICY),
  "verifications/policies.ts findVersion": (db) => policies.findVersion(db, SCOPE, POLICY, 1),
  "results/ended-faces.ts endFaces": (db) =>
    endFaces(db, SCOPE, { ...ended, status: "completed", policy: ageOnly }),
  "verifications/measurements.ts endMeasurements": {
    calls: (["completed", "canceled"] as const).map(
      (status) => (db) => measurements.endMeasurements(db, SCOPE, { ...ended, status }),
    ),
  },
  "verifications/measurements.ts deleteMeasurementsOfReadings": (db) =>
    measurements.deleteMeasurementsOfReadings(db, SCOPE, sql`id = ${rowId("ocr_", 7)}`),
  "verifications/measurements.ts deleteMeasurementsOf": (db) =>
    measurements.deleteMeasurementsOf(db, SCOPE, VF),
  "verifications/measurements.ts measurementsOf": (db) => measurements.measurementsOf(db, SCOPE, [VF]),
  "verifications/verifications.ts listDecided": {
    calls: [null, "pol_7"].map((policyId) => (db) => listDecided(db, SCOPE, { policyId, ...period }, page)),
  },
};
