import { hkdfSync, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { deriveKey, KEY_LABELS } from "../../../edge/crypto/derived-key.ts";

const dataKey = randomBytes(32);

// These labels are under every stored value: they are spelled here once more, so that none changes by
// accident.
it.each([
  ["templates and secrets of a tenant", KEY_LABELS.vault("tn_1"), "selfsame/vault/v1/tn_1"],
  ["the id of a data key", KEY_LABELS.keyId, "selfsame/data-key-id/v1"],
  ["backups", KEY_LABELS.backups, "selfsame/backups/v1"],
  ["media URLs", KEY_LABELS.mediaUrls, "selfsame media url"],
  ["sessions and second factors", KEY_LABELS.accounts, "selfsame/accounts/v1"],
  ["the dashboard's forms", KEY_LABELS.dashboardForms, "selfsame/dashboard-forms/v1"],
])("derives the key of %s by HKDF-SHA256 under its own label", async (_purpose, label, spelled) => {
  const expected = new Uint8Array(hkdfSync("sha256", dataKey, "", spelled, 32));
  expect(await deriveKey(dataKey, label)).toEqual(expected);
});
