import * as requests from "#edge/store/verifications/credential-requests.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const NAMED = { id: rowId("cr_", 7), verificationId: rowId("vf_", 7) };

export const CREDENTIALS: Catalogue = {
  "verifications/credential-requests.ts insertRequest": (db) =>
    requests.insertRequest(db, SCOPE, {
      ...{ id: newRow("cr_"), verificationId: NAMED.verificationId, origin: "https://shop.example" },
      ...{ secrets: new Uint8Array(9), createdAt: NOW, expiresAt: NOW + 1 },
    }),
  "verifications/credential-requests.ts findRequest": (db) => requests.findRequest(db, SCOPE, NAMED),
  "verifications/credential-requests.ts findWalletRequest": (db) => requests.findWalletRequest(db, NAMED.id),
  "verifications/credential-requests.ts keepWalletAnswer": (db) =>
    requests.keepWalletAnswer(db, SCOPE, NAMED, { answer: "e", now: NOW }),
  "verifications/credential-requests.ts rejectWalletAnswer": (db) =>
    requests.rejectWalletAnswer(db, SCOPE, NAMED, { most: 10, now: NOW }),
  "verifications/credential-requests.ts useRequest": (db) => requests.useRequest(db, SCOPE, NAMED, NOW),
};
