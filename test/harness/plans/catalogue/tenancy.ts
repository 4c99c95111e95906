import { sql } from "drizzle-orm";
import * as batch from "#edge/store/batch.ts";
import * as capture from "#edge/store/tenancy/capture-settings.ts";
import * as idempotency from "#edge/store/tenancy/idempotency.ts";
import * as keys from "#edge/store/tenancy/keys.ts";
import type { ListItem } from "#edge/store/tenancy/list-items.ts";
import * as lists from "#edge/store/tenancy/list-items.ts";
import * as tenants from "#edge/store/tenancy/tenants.ts";
import * as tokens from "#edge/store/tenancy/tokens.ts";
import * as unbilled from "#edge/store/tenancy/usage.ts";
import * as usage from "#edge/store/tenancy/usage.ts";
import * as wrapped from "#edge/store/tenancy/wrapped-keys.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const UNIT = { id: "req_new", now: NOW, until: NOW + 1 };
const LEASE = { id: "lease-new", until: NOW + 1, latest: NOW + 60_000, keyExpiresAt: NOW + 1_000 };
const CALL = { path: "/v1/ocr/scan", key: "key-new", verificationId: null, fingerprint: new Uint8Array(32) };
const JTI = rowId("jti_", 7);

const WRAPPED = { owner: "tn_7", masterKeyId: "dk_1", wrapped: new Uint8Array(60) };

const ITEM: ListItem = {
  ...{ ...SCOPE, id: newRow("li_"), list: "block", kind: "document", term: new Uint8Array(16) },
  ...{ issuingCountry: "UTO", registrationId: null, reason: null, createdAt: NOW, expiresAt: null },
};

export const TENANCY: Catalogue = {
  "batch.ts onlyIf": (db) => batch.onlyIf(db, sql`1`),
  "tenancy/capture-settings.ts findCaptureSettings": (db) => capture.findCaptureSettings(db, "tn_1"),
  "tenancy/capture-settings.ts findPublicFace": (db) => capture.findPublicFace(db, "tn_1"),
  "tenancy/capture-settings.ts saveCaptureSettings": (db) =>
    capture.saveCaptureSettings(db, "tn_7", { accent: "#000000" }),
  "tenancy/capture-settings.ts listConsentTexts": (db) => capture.listConsentTexts(db, "tn_1"),
  "tenancy/capture-settings.ts addConsentText": (db) =>
    capture.addConsentText(db, "tn_1", { locale: "en", text: "text", sha256: "digest", createdAt: NOW }),
  "tenancy/idempotency.ts reserveKey": (db) => idempotency.reserveKey(db, SCOPE, CALL, LEASE, NOW),
  "tenancy/idempotency.ts releaseKey": (db) => idempotency.releaseKey(db, SCOPE, CALL, LEASE),
  "tenancy/idempotency.ts keepAnswer": (db) =>
    idempotency.keepAnswer(db, SCOPE, CALL, LEASE, {
      ...{ status: 200, answer: new Uint8Array(9), subjectId: "ocr_new", customerRef: "new" },
    }),
  "tenancy/idempotency.ts eraseAnswers": (db) => idempotency.eraseAnswers(db, SCOPE, rowId("ocr_", 7)),
  "tenancy/idempotency.ts eraseAnswersAt": (db) =>
    idempotency.eraseAnswersAt(db, SCOPE, "/v1/verifications/x"),
  "tenancy/idempotency.ts eraseCustomerAnswers": (db) =>
    idempotency.eraseCustomerAnswers(db, SCOPE, "customer-7"),
  "tenancy/keys.ts insertKey": (db) =>
    keys.insertKey(db, SCOPE, { id: newRow("key_"), hash: new Uint8Array(32), hint: "hint", createdAt: NOW }),
  "tenancy/keys.ts onlyIfRoomForKey": (db) => keys.onlyIfRoomForKey(db, SCOPE, { most: 1_000_000, now: NOW }),
  "tenancy/keys.ts findKeyByHash": (db) => keys.findKeyByHash(db, new Uint8Array(32)),
  "tenancy/keys.ts listKeys": (db) => keys.listKeys(db, "tn_1"),
  "tenancy/keys.ts findKey": (db) => keys.findKey(db, "tn_1", rowId("key_", 1)),
  "tenancy/keys.ts revokeKey": (db) => keys.revokeKey(db, "tn_1", rowId("key_", 1), NOW),
  "tenancy/keys.ts touchKey": (db) => keys.touchKey(db, SCOPE, rowId("key_", 1), NOW),
  "tenancy/list-items.ts insertItem": (db) => lists.insertItem(db, ITEM),
  "tenancy/list-items.ts updateItem": (db) => lists.updateItem(db, SCOPE, { ...ITEM, id: rowId("li_", 7) }),
  "tenancy/list-items.ts findItemByTerm": (db) => lists.findItemByTerm(db, SCOPE, "block", ITEM.term),
  "tenancy/list-items.ts findItem": (db) => lists.findItem(db, SCOPE, "block", rowId("li_", 7)),
  "tenancy/list-items.ts listItemsOf": {
    calls: (["block", "allow"] as const).map(
      (list) => (db) => lists.listItemsOf(db, SCOPE, list, { limit: 21, before: null }),
    ),
  },
  "tenancy/list-items.ts deleteItem": (db) => lists.deleteItem(db, SCOPE, "block", rowId("li_", 9)),
  "tenancy/list-items.ts deleteItemsOfFaces": (db) => lists.deleteItemsOfFaces(db, SCOPE, "face-7"),
  "tenancy/tenants.ts insertTenant": (db) =>
    tenants.insertTenant(db, { id: "tn_x", name: "n", createdAt: NOW }),
  // The operator's command lists every tenant.
  "tenancy/tenants.ts listTenants": {
    calls: [(db) => tenants.listTenants(db)],
    rows: Number.POSITIVE_INFINITY,
  },
  "tenancy/tenants.ts listTenantIds": (db) => tenants.listTenantIds(db, "tn_~"),
  "tenancy/tenants.ts findTenant": (db) => tenants.findTenant(db, "tn_1"),
  "tenancy/tenants.ts updateTenantSettings": (db) =>
    tenants.updateTenantSettings(db, "tn_7", { eraseMediaAtDecision: true }),
  "tenancy/tokens.ts insertToken": (db) =>
    tokens.insertToken(db, SCOPE, {
      ...{ jti: newRow("jti_"), verificationId: rowId("vf_", 7), createdAt: NOW, expiresAt: NOW + 1 },
    }),
  "tenancy/tokens.ts findToken": (db) => tokens.findToken(db, SCOPE, newRow("jti_")),
  "tenancy/tokens.ts onlyIfTokenStands": (db) => tokens.onlyIfTokenStands(db, SCOPE, rowId("jti_", 8)),
  "tenancy/tokens.ts isTokenRevoked": (db) => tokens.isTokenRevoked(db, SCOPE, JTI),
  "tenancy/tokens.ts revokeToken": (db) => tokens.revokeToken(db, SCOPE, JTI, NOW),
  "tenancy/tokens.ts countFirstRead": (db) =>
    tokens.countFirstRead(db, SCOPE, { jti: JTI, verificationId: rowId("vf_", 7), revision: 2 }, NOW),
  "tenancy/usage.ts countServerCall": (db) => unbilled.countServerCall(db, SCOPE, 1_000, NOW),
  "tenancy/usage.ts countDeviceCall": (db) => unbilled.countDeviceCall(db, SCOPE, rowId("vf_", 7), 100),
  "tenancy/usage.ts addUsage": (db) => usage.addUsage(db, SCOPE, NOW),
  "tenancy/usage.ts addUsageIf": (db) => usage.addUsageIf(db, SCOPE, NOW, sql`1`),
  "tenancy/usage.ts addUsageWithinCap": (db) => usage.addUsageWithinCap(db, SCOPE, NOW),
  "tenancy/usage.ts reserveUsage": (db) => usage.reserveUsage(db, SCOPE, UNIT),
  "tenancy/usage.ts useReservation": (db) => usage.useReservation(db, SCOPE, UNIT),
  "tenancy/usage.ts releaseUsage": (db) => usage.releaseUsage(db, SCOPE, UNIT),
  "tenancy/usage.ts readUsage": (db) => usage.readUsage(db, SCOPE, NOW),
  "tenancy/usage.ts listUsage": (db) => usage.listUsage(db, SCOPE, 12),
  "tenancy/usage.ts removeUsageCap": (db) => usage.removeUsageCap(db, SCOPE),
  "tenancy/usage.ts setUsageCap": (db) => usage.setUsageCap(db, SCOPE, 5),
  "tenancy/wrapped-keys.ts insertWrappedKey": (db) => wrapped.insertWrappedKey(db, WRAPPED),
  "tenancy/wrapped-keys.ts findWrappedKey": (db) => wrapped.findWrappedKey(db, "tn_7"),
  "tenancy/wrapped-keys.ts countWrapped": (db) => wrapped.countWrapped(db),
  "tenancy/wrapped-keys.ts listWrappedByOthers": (db) => wrapped.listWrappedByOthers(db, "dk_2", 100),
  "tenancy/wrapped-keys.ts replaceWrapped": (db) => wrapped.replaceWrapped(db, WRAPPED),
};
