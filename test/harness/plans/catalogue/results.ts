import { eq, sql } from "drizzle-orm";
import { faceTemplates, ocrResults } from "#drizzle/schema/results.ts";
import type { Database } from "#edge/store/batch.ts";
import * as faces from "#edge/store/results/face-templates.ts";
import * as gallery from "#edge/store/results/face-templates.ts";
import * as fraud from "#edge/store/results/fraud-results.ts";
import * as known from "#edge/store/results/known-documents.ts";
import * as frames from "#edge/store/results/liveness-results.ts";
import * as liveness from "#edge/store/results/liveness-results.ts";
import * as ocr from "#edge/store/results/ocr-results.ts";
import * as matches from "#edge/store/results/results.ts";
import * as results from "#edge/store/results/results.ts";
import * as terms from "#edge/store/results/search-terms.ts";
import * as tallies from "#edge/store/results/tallies.ts";
import * as funnel from "#edge/store/tenancy/funnel.ts";
import * as overview from "#edge/store/tenancy/overview.ts";
import { legacyResult } from "#edge/verdicts/fraud/legacy.ts";
import { RESULT_KINDS } from "#vocabulary/enumerations.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const DAY_MS = 86_400_000;
const PERIOD = { since: NOW - 90 * DAY_MS, until: NOW };
const row = (prefix: string) =>
  ({ id: newRow(prefix), verificationId: null, customerRef: "new", createdAt: NOW, body: {} }) as const;
const fields = { customerRef: "new", documentType: "cid", decision: "suspicious", createdAt: NOW } as const;
const legacy = (id: string) => legacyResult(id, "live", fields);
const question = (exceptRef: string | null) => ({
  after: { seq: 9, registrationId: rowId("fr_", 9) },
  limit: 100,
  registrationIds: [rowId("fr_", 10)],
  version: "v1",
  exceptRef,
});
const term = (text: string) => new TextEncoder().encode(text);
// In 40 verifications.
const SHOWN = { terms: [term("37")], customerRef: "new", limit: 20 };
const OCR = rowId("ocr_", 7);
const ONE_OF_EACH = (
  [
    ["ocr", "ocr_"],
    ["fraud", "fc_"],
    ["liveness", "lc_"],
    ["face", "fm_"],
  ] as const
).map(([kind, prefix]) => [kind, rowId(prefix, 7)] as const);

export const RESULTS: Catalogue = {
  "results/face-templates.ts insertRegistration": (db) =>
    faces.insertRegistration(db, SCOPE, {
      ...{ registrationId: newRow("fr_"), customerRef: "new", template: null, templateVersion: "v1" },
      ...{ quality: null, createdAt: NOW },
    }),
  "results/face-templates.ts deleteRegistration": (db) => faces.deleteRegistration(db, SCOPE, "new", NOW),
  "results/face-templates.ts deleteRegistrations": (db) =>
    faces.deleteRegistrations(db, eq(faceTemplates.seq, 9), NOW),
  "results/face-templates.ts ifActive": (db) => faces.ifActive(db, SCOPE, "face-10", rowId("fr_", 10)),
  "results/face-templates.ts onlyIfNoneSince": (db) => faces.onlyIfNoneSince(db, SCOPE, 1_000_000, "face-10"),
  "results/face-templates.ts findRegistration": (db) => faces.findRegistration(db, SCOPE, "face-7"),
  "results/face-templates.ts listCustomersFaces": (db) => faces.listCustomersFaces(db, SCOPE, "face-7"),
  "results/face-templates.ts listRegistrations": {
    calls: [
      { limit: 21, before: null, customerRef: undefined },
      { limit: 21, before: rowId("fr_", 900), customerRef: undefined },
      { limit: 21, before: null, customerRef: "face-7" },
    ].map((page) => (db) => faces.listRegistrations(db, SCOPE, page)),
  },
  "results/face-templates.ts viewGallery": {
    calls: [null, "face-10"].map((ref) => (db) => gallery.viewGallery(db, SCOPE, question(ref))),
  },
  "results/results.ts insertFaceMatch": (db) =>
    matches.insertFaceMatch(db, SCOPE, { ...row("fm_"), kind: "verify" }),
  "results/fraud-results.ts insertFraudResult": (db) =>
    fraud.insertFraudResult(db, SCOPE, { ...legacy("fc_9a"), fingerprint: new Uint8Array(128) }),
  "results/fraud-results.ts insertFraudResults": (db) =>
    fraud.insertFraudResults(db, SCOPE, ["fc_9b", "fc_9c"].map(legacy)),
  // Each part of the comparison reads 20,000 hashes, once to find its end and once to compare them.
  "results/fraud-results.ts nearestOfAnothers": {
    calls: [
      (db) => {
        const fingerprint = new Uint8Array(128).fill(7);
        return fraud.nearestOfAnothers(db, SCOPE, { customerRef: "customer-1", fingerprint });
      },
    ],
    rows: 40_000,
  },
  "results/fraud-results.ts firstSending": (db) =>
    fraud.firstSending(
      db,
      SCOPE,
      { customerRef: "customer-1", fingerprint: new Uint8Array(128).fill(7) },
      48,
    ),
  "results/face-templates.ts isActiveRegistration": (db) =>
    faces.isActiveRegistration(db, SCOPE, rowId("fr_", 10)),
  "results/known-documents.ts selectSeenElsewhere": (db) => known.findSeenElsewhere(db, SCOPE, SHOWN),
  "results/known-documents.ts findSeenElsewhere": (db) => known.findSeenElsewhere(db, SCOPE, SHOWN),
  "results/known-documents.ts onlyIfUnseen": (db) =>
    known.onlyIfUnseen(db, SCOPE, { ...SHOWN, terms: [term("unseen")] }),
  "results/known-documents.ts findListed": (db) => known.findListed(db, SCOPE, [term("37")], NOW),
  // The results of some minutes: here of none.
  "results/fraud-results.ts onlyIfFirst": (db) => {
    const image = { customerRef: "customer-1", fingerprint: new Uint8Array(128).fill(7) };
    return fraud.onlyIfFirst(db, SCOPE, image, 48, "fc_9");
  },
  "results/liveness-results.ts onlyIfNew": (db) => {
    const hash = new Uint8Array(128).fill(7);
    const limits = { verification: 0, customer: 0, others: 0, mirrored: 0 };
    const question = { frames: [{ hash, mirrored: hash }], customerRef: null, verificationId: null, limits };
    return frames.onlyIfNew(db, SCOPE, question, { id: "lc_9", since: "lc_9" });
  },
  "results/search-terms.ts insertTerms": (db) =>
    terms.insertTerms(db, SCOPE, [
      { term: new Uint8Array(16), verificationId: "vf_new", resultId: "ocr_new" },
    ]),
  "results/search-terms.ts deleteTerms": (db) =>
    terms.deleteTerms(db, SCOPE, sql`${ocrResults.id} = ${rowId("ocr_", 7)}`),
  "results/search-terms.ts deleteTermsOf": (db) => terms.deleteTermsOf(db, SCOPE, rowId("ocr_", 7)),
  "results/fraud-results.ts findDuplicates": (db) => fraud.findDuplicates(db, SCOPE, [rowId("fc_", 7)]),
  "results/liveness-results.ts findActions": (db) => liveness.findActions(db, SCOPE, [rowId("lc_", 7)]),
  "results/liveness-results.ts insertLivenessResult": (db) =>
    liveness.insertLivenessResult(db, SCOPE, { ...row("lc_"), isLive: true, frameHashes: [] }),
  // Own checks by the customer, and a thousand checks of others a part: once for its end, once to compare.
  "results/liveness-results.ts findKnownFrames": {
    calls: ["customer-1", null].map((customerRef) => (db: Database) => {
      const hash = new Uint8Array(128).fill(7);
      const limits = { verification: 0, customer: 0, others: 0, mirrored: 0 };
      const question = { frames: [{ hash, mirrored: hash }], customerRef, verificationId: "vf_7", limits };
      return frames.findKnownFrames(db, SCOPE, question);
    }),
    rows: 2_500,
  },
  "results/liveness-results.ts findFrameTemplate": (db) =>
    liveness.findFrameTemplate(db, SCOPE, rowId("lc_", 7)),
  "results/ocr-results.ts insertOcrResult": (db) => ocr.insertOcrResult(db, SCOPE, row("ocr_")),
  "results/ocr-results.ts findPortraitTemplate": (db) => ocr.findPortraitTemplate(db, SCOPE, OCR),
  // Seven rows a day, and reviews, erased and followed verifications up to a thousand each.
  "tenancy/overview.ts readOverview": {
    calls: [(db) => overview.readOverview(db, SCOPE, PERIOD)],
    rows: 1_000,
  },
  // A thousand verifications, each with its few steps.
  "tenancy/funnel.ts countStages": {
    calls: [(db) => funnel.countStages(db, SCOPE, { since: 0, until: NOW })],
    rows: 5_000,
  },
  "results/tallies.ts readTallies": { calls: [(db) => tallies.readTallies(db, SCOPE, PERIOD)], rows: 630 },
  "results/results.ts listResults": {
    calls: RESULT_KINDS.flatMap((kind) =>
      [
        { limit: 51, before: null },
        { limit: 51, before: "~" },
        // Of a verification that has no result of this kind, as before each first one.
        { limit: 51, before: null, verificationId: "vf_none" },
      ].map((page) => (db) => results.listResults(db, SCOPE, kind, page)),
    ),
  },
  "results/results.ts findKeptResult": {
    calls: ONE_OF_EACH.map(
      ([kind, id]) =>
        (db) =>
          results.findKeptResult(db, SCOPE, kind, id),
    ),
  },
  "results/results.ts ifResultKept": {
    calls: ONE_OF_EACH.map(
      ([kind, id]) =>
        (db) =>
          results.ifResultKept(db, SCOPE, kind, id),
    ),
  },
  "results/results.ts eraseResult": {
    calls: ONE_OF_EACH.map(
      ([kind, id]) =>
        (db) =>
          results.eraseResult(db, SCOPE, kind, id, NOW),
    ),
  },
  "results/results.ts findResults": (db) => results.findResults(db, SCOPE, [OCR, rowId("fc_", 7), "lc_none"]),
  "results/tallies.ts countCall": (db) =>
    tallies.countCall(db, SCOPE, { resultId: "ocr_x", startedAt: NOW, endedAt: NOW + 1_234 }),
  "results/tallies.ts countDecision": (db) =>
    tallies.countDecision(db, SCOPE, { createdAt: NOW - 5_000, completedAt: NOW }),
};
