import * as anchors from "#edge/store/trust-anchors.ts";
import * as uses from "#edge/store/trust-uses.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const HASH = rowId("", 7);
const page = { after: HASH, limit: 100 };
const ROW = { kind: "seal", certificate: new Uint8Array(9), validFrom: 1, validTo: NOW } as const;
const ADDED = { sourceSha256: "s", addedBy: "operator", addedAt: NOW } as const;

export const TRUST: Catalogue = {
  "trust-anchors.ts findSigners": (db) =>
    anchors.findSigners(db, { mode: "live", kind: "seal", signer: "DETS/7" }),
  "trust-anchors.ts findSigners by reference": (db) =>
    anchors.findSigners(db, { mode: "live", kind: "seal", reference: "0102030405" }),
  "trust-anchors.ts findIssuers": (db) =>
    anchors.findIssuers(db, { mode: "live", kind: "iaca", keyId: "00ff", country: "DE", itself: HASH }),
  "trust-anchors.ts onlyIfTrusted": (db) => anchors.onlyIfTrusted(db, "live", [HASH, rowId("", 9)]),
  "trust-anchors.ts areTrusted": (db) => anchors.areTrusted(db, "live", [HASH]),
  "trust-anchors.ts findAnchors": (db) => anchors.findAnchors(db, "live", [HASH]),
  "trust-anchors.ts listAnchors": (db) => anchors.listAnchors(db, "live", page),
  "trust-anchors.ts insertAnchor": (db) =>
    anchors.insertAnchor(db, { ...ROW, ...ADDED, mode: "live", sha256: newRow("") }),
  "trust-anchors.ts removeAnchor": (db) => anchors.removeAnchor(db, "live", HASH, NOW),
  "trust-anchors.ts recallAnchor": (db) => anchors.recallAnchor(db, "live", HASH, NOW),
  "trust-uses.ts insertUses": (db) =>
    uses.insertUses(db, SCOPE, {
      ...{ anchors: [HASH], resultId: newRow("fc_"), verificationId: rowId("vf_", 7), at: NOW },
    }),
  "trust-uses.ts listUses": (db) => uses.listUses(db, "live", HASH, { after: "", limit: 100 }),
};
