import { SELECTED_KINDS } from "#edge/store/erasure/erasures.ts";
import { forgetErased, forgetLapsed } from "#edge/store/erasure/lapsed.ts";
import * as old from "#edge/store/erasure/old-registrations.ts";
import * as retention from "#edge/store/erasure/retention.ts";
import { customerErasures, verificationErasures } from "#edge/store/erasure/selections.ts";
import * as challenges from "#edge/store/verifications/challenges.ts";
import * as decided from "#edge/store/verifications/decided-media.ts";
import * as handoffs from "#edge/store/verifications/handoffs.ts";
import * as history from "#edge/store/verifications/history.ts";
import * as links from "#edge/store/verifications/links.ts";
import * as media from "#edge/store/verifications/media-objects.ts";
import * as reviews from "#edge/store/verifications/reviews.ts";
import * as verifications from "#edge/store/verifications/verifications.ts";
import * as withdrawals from "#edge/store/verifications/withdrawals.ts";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const DAY_MS = 86_400_000;
const VF = rowId("vf_", 7);
const MD = rowId("md_", 7);
const OCR = rowId("ocr_", 7);
const made = newVerification(newRow("vf_"), "new", policySchema.parse({}), NOW);
const RETENTION = { scope: SCOPE, days: 30 };
/** Before all rows are older than the retention. */
const LATER = NOW + 100 * DAY_MS;
const HO = rowId("ho_", 7);
const CALL = { id: HO, phone: "phone", signedAt: NOW, now: NOW };
const page = { limit: 21, before: null, now: NOW };
const term = (text: string) => new TextEncoder().encode(text);
const FILTERS: readonly verifications.VerificationFilter[] = [
  {},
  { status: "completed" },
  { status: "expired" },
  { decision: "declined" },
  { customerRef: "customer-7" },
  { customerRef: "customer-7", status: "expired" },
  { customerRef: "customer-7", decision: "declined" },
  { since: NOW - 90 * DAY_MS, until: NOW },
  { status: "completed", since: NOW, until: NOW + 1 },
  { terms: [[term("37")], [term("37")]] },
  { terms: [[term("37")]], status: "completed", decision: "declined" },
];

const CLAIM = { by: "usr_1", session: "session-7", until: NOW + 1 };
const REVIEW_FILTERS: readonly reviews.ReviewFilter[] = [
  {},
  { reason: "low_score" },
  { completedBy: NOW },
  { documentType: "passport" },
  { locale: "de" },
  { openTo: "usr_1" },
];

export const VERIFICATIONS: Catalogue = {
  "verifications/challenges.ts insertChallenge": (db) =>
    challenges.insertChallenge(db, SCOPE, {
      ...{ id: newRow("chl_"), verificationId: VF, action: "blink", createdAt: NOW, expiresAt: NOW + 1 },
    }),
  "verifications/challenges.ts findChallenge": (db) => challenges.findChallenge(db, SCOPE, rowId("chl_", 7)),
  "verifications/challenges.ts useChallenge": (db) =>
    challenges.useChallenge(db, SCOPE, rowId("chl_", 7), NOW),
  "verifications/decided-media.ts endedMediaOf": (db) =>
    media.beginErasure(db, decided.endedMediaOf(db, SCOPE, VF, NOW).ended, NOW),
  "verifications/decided-media.ts holdMedia": (db) =>
    decided.holdMedia(db, decided.endedMediaOf(db, SCOPE, VF, NOW).held, VF),
  "verifications/decided-media.ts keepForContest": (db) => decided.keepForContest(db, SCOPE, VF, NOW),
  // At most 50 images of each tenant.
  "verifications/decided-media.ts listKeptPages": (db) =>
    decided.listKeptPages(db, { tenants: 10, limit: 50 }),
  "verifications/decided-media.ts sweptTo": (db) =>
    decided.sweptTo(db, { tenantId: "tn_1", decided: [], next: `live ${MD}` }),
  "verifications/handoffs.ts insertHandoff": (db) =>
    handoffs.insertHandoff(
      db,
      SCOPE,
      { id: newRow("ho_"), verificationId: VF, createdAt: NOW, expiresAt: NOW + 1 },
      5,
    ),
  "verifications/handoffs.ts findShownHandoff": (db) => handoffs.findShownHandoff(db, HO),
  "verifications/handoffs.ts findHandoff": (db) =>
    handoffs.findHandoff(db, SCOPE, { id: HO, verificationId: VF }),
  "verifications/handoffs.ts claimHandoff": (db) =>
    handoffs.claimHandoff(
      db,
      SCOPE,
      { ...CALL, id: rowId("ho_", 8) },
      { hash: new Uint8Array(32), phoneName: null },
    ),
  "verifications/handoffs.ts advanceHandoff": (db) =>
    handoffs.advanceHandoff(db, SCOPE, { ...CALL, id: rowId("ho_", 9) }, "claimed"),
  "verifications/handoffs.ts takeGuess": (db) =>
    handoffs.takeGuess(db, SCOPE, { ...CALL, id: rowId("ho_", 9), signedAt: NOW + 1 }),
  "verifications/handoffs.ts judgeGuess": (db) =>
    handoffs.judgeGuess(db, SCOPE, { ...CALL, id: rowId("ho_", 9) }, {}),
  "verifications/handoffs.ts cancelPending": (db) => handoffs.cancelPending(db, SCOPE, VF, "computer"),
  "verifications/handoffs.ts cancelHandoff": (db) => handoffs.cancelHandoff(db, SCOPE, HO, "pending"),
  "verifications/history.ts listRevisions": (db) => history.listRevisions(db, SCOPE, VF),
  "verifications/history.ts nearestInQueue": {
    calls: [
      (db) => history.nearestInQueue(db, SCOPE, "behind", null),
      (db) => history.nearestInQueue(db, SCOPE, "behind", VF),
      (db) => history.nearestInQueue(db, SCOPE, "before", VF),
    ],
  },
  // The menu counts a hundred; the queue's filter a thousand, each with its reasons.
  "verifications/history.ts countReviews": (db) => history.countReviews(db, SCOPE, 100),
  "verifications/history.ts countReviewReasons": {
    calls: [(db) => history.countReviewReasons(db, SCOPE, 1_000)],
    rows: 3_000,
  },
  "verifications/links.ts insertLink": (db) =>
    links.insertLink(db, SCOPE, { hash: new Uint8Array(32), verificationId: VF, expiresAt: NOW + 1 }),
  "verifications/links.ts onlyIfRoomForLink": (db) => links.onlyIfRoomForLink(db, SCOPE, VF, 1_000),
  "verifications/links.ts deleteLinks": (db) => links.deleteLinks(db, SCOPE, VF),
  "verifications/links.ts keepAccess": (db) => links.keepAccess(db, SCOPE, VF, NOW),
  "verifications/links.ts findLink": (db) => links.findLink(db, new Uint8Array([0x37])),
  "verifications/links.ts takeProof": (db) =>
    links.takeProof(db, SCOPE, new Uint8Array([0x38]), { signedAt: NOW, now: NOW }),
  "verifications/media-objects.ts insertPending": (db) =>
    media.insertPending(db, SCOPE, [
      {
        ...{ id: newRow("md_"), objectKey: "key-new", resultId: OCR, kind: "portrait" },
        ...{ mediaType: "image/jpeg", createdAt: NOW },
      },
    ]),
  "verifications/media-objects.ts markKept": (db) => media.markKept(db, SCOPE, ["key-new"], null),
  "verifications/media-objects.ts forgetPending": (db) => media.forgetPending(db, ["key-new", "key-7"]),
  "verifications/media-objects.ts findShown": (db) => media.findShown(db, SCOPE, OCR, "portrait"),
  "verifications/media-objects.ts listMedia": (db) => media.listMedia(db, SCOPE, [OCR]),
  "verifications/media-objects.ts findObject": {
    calls: [SCOPE, { tenantId: "tn_1" }].map((scope) => (db) => media.findObject(db, scope, "key-7")),
  },
  "verifications/media-objects.ts beginErasure": (db) =>
    media.beginErasure(db, media.erasableOf(SCOPE, OCR), NOW),
  "verifications/media-objects.ts eraseUnreviewed": (db) => media.eraseUnreviewed(db, NOW, 500),
  "verifications/media-objects.ts listObjectKeys": (db) =>
    media.listObjectKeys(db, media.erasableOf(SCOPE, OCR)),
  "verifications/media-objects.ts selectObjectKeys": async (db) =>
    media.selectObjectKeys(db, media.erasableOf(SCOPE, OCR)),
  "verifications/media-objects.ts listErasing": (db) => media.listErasing(db, SCOPE, VF),
  "verifications/media-objects.ts stillShown": (db) => media.stillShown(db, ["key-7", "key-8"]),
  "verifications/media-objects.ts endErasure": (db) => media.endErasure(db, ["key-7"]),
  "verifications/media-objects.ts notePending": (db) =>
    media.notePending(db, { before: NOW, limit: 100 }, NOW),
  "verifications/media-objects.ts listUnsettled": {
    calls: (["pending", "erasing"] as const).map(
      (state) => (db) => media.listUnsettled(db, state, { before: NOW, noted: NOW, limit: 100 }),
    ),
  },
  "verifications/history.ts insertNote": (db) =>
    history.insertNote(db, SCOPE, {
      verificationId: "vf_new",
      revision: 2,
      author: "usr_1",
      at: NOW,
      note: new Uint8Array(9),
    }),
  "verifications/history.ts listNotes": (db) => history.listNotes(db, SCOPE, VF),
  "verifications/reviews.ts listReviews": {
    calls: REVIEW_FILTERS.flatMap((filter) =>
      [null, VF].map(
        (after) => (db) => reviews.listReviews(db, SCOPE, { limit: 21, after, now: NOW }, filter),
      ),
    ),
  },
  "verifications/reviews.ts findClaim": (db) => reviews.findClaim(db, SCOPE, VF, NOW),
  // Without a review that awaits a claim, the batch rolls back.
  "verifications/reviews.ts claimReview": (db) => reviews.claimReview(db, SCOPE, VF, CLAIM, NOW).slice(1),
  "verifications/reviews.ts extendClaim": (db) => reviews.extendClaim(db, SCOPE, VF, CLAIM, NOW),
  "verifications/reviews.ts releaseClaim": (db) => reviews.releaseClaim(db, SCOPE, VF, CLAIM.by),
  "verifications/reviews.ts onlyIfOpenTo": (db) => reviews.onlyIfOpenTo(db, SCOPE, VF, CLAIM.by, NOW),
  "verifications/verifications.ts loadVerification": (db) =>
    verifications.loadVerification(db, SCOPE, newRow("vf_")),
  "verifications/verifications.ts insertVerification": (db) =>
    verifications.insertVerification(db, SCOPE, made, NOW),
  "verifications/verifications.ts updateVerification": (db) =>
    verifications.updateVerification(
      db,
      SCOPE,
      { ...made, revision: 2, status: "completed", decision: "approved", completedAt: NOW },
      { at: NOW, kind: "step_result", resultId: null },
    ),
  "verifications/verifications.ts markRead": (db) =>
    verifications.markRead(db, SCOPE, { id: VF, revision: 1_000_000 }),
  "verifications/verifications.ts listOverdue": (db) => verifications.listOverdue(db, NOW, 200),
  "verifications/verifications.ts listOverdueChecks": (db) => verifications.listOverdueChecks(db, NOW, 200),
  "verifications/verifications.ts selectVerifications": {
    calls: FILTERS.map((filter) => async (db) => verifications.selectVerifications(db, SCOPE, page, filter)),
  },
  "verifications/verifications.ts countVerifications": {
    calls: FILTERS.map(
      (filter) => (db) => verifications.countVerifications(db, SCOPE, { most: 500, now: NOW }, filter),
    ),
    rows: 600,
  },
  "verifications/verifications.ts listVerifications": (db) =>
    verifications.listVerifications(db, SCOPE, page, { customerRef: "unknown" }),
  "verifications/withdrawals.ts rememberWithdrawal": (db) =>
    withdrawals.rememberWithdrawal(
      db,
      SCOPE,
      { verificationId: VF, device: "phone" },
      { receiptId: newRow("rcpt_"), expiresAt: NOW + 1 },
    ),
  "verifications/withdrawals.ts findWithdrawal": (db) =>
    withdrawals.findWithdrawal(db, { secretHash: new Uint8Array([0x39]), device: "phone" }, NOW),
};

export const ERASURE: Catalogue = {
  // All rows of one person, whose number is the person's.
  "erasure/selections.ts customerErasures": {
    calls: [(db) => Object.values(customerErasures(db, SCOPE, "customer-9", NOW))],
  },
  "erasure/selections.ts verificationErasures": {
    calls: [(db) => Object.values(verificationErasures(db, SCOPE, { id: VF, resultIds: [OCR] }, NOW))],
  },
  "erasure/old-registrations.ts eachRegistrationRetention": (db) => old.eachRegistrationRetention(db).next(),
  "erasure/old-registrations.ts findOldRegistrations": {
    calls: [(db) => old.findOldRegistrations(db, RETENTION, LATER, 50)],
    rows: 50,
  },
  "erasure/old-registrations.ts deleteOldRegistrations": {
    calls: [
      (db) => {
        const registrationId = rowId("fr_", 50);
        const rows = [{ registrationId, templateVersion: "v1" }];
        // Without its guard, which holds for the registrations found.
        return old.deleteOldRegistrations(db, { retention: RETENTION, cutoff: LATER, rows }, NOW).slice(1);
      },
    ],
    rows: 50 * 4,
  },
  "erasure/retention.ts eachRetention": (db) => retention.eachRetention(db).next(),
  "erasure/retention.ts findOutdated": {
    calls: [(db) => retention.findOutdated(db, RETENTION, LATER, 50)],
    rows: 7 * 50 * 6,
  },
  "erasure/retention.ts outdatedErasures": {
    calls: [
      (db) =>
        retention
          .outdatedErasures(
            db,
            {
              ...{ retention: RETENTION, cutoff: LATER, objectKeys: [] },
              found: Object.fromEntries(
                SELECTED_KINDS.map((kind) => [kind, { count: 50, lastId: rowId(PREFIXES[kind], 50) }]),
              ),
            },
            LATER,
          )
          .slice(1),
    ],
    rows: 7 * 50 * 6,
  },
  "erasure/lapsed.ts forgetLapsed": { calls: [(db) => forgetLapsed(db, LATER, 100)], rows: 400 },
  "erasure/lapsed.ts forgetErased": { calls: [(db) => forgetErased(db, LATER, 100)], rows: 400 },
};

const PREFIXES = {
  ...{
    ocr_results: "ocr_",
    signed_results: "se_",
    credential_results: "cred_",
    liveness_results: "lc_",
    fraud_results: "fc_",
  },
  face_matches: "fm_",
  ...{ media_objects: "md_", events: "wh_evt_", verifications: "vf_" },
} as const;
