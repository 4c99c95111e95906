import { hkdfSync, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { deriveKey, KEY_LABELS } from "#edge/crypto/derived-key.ts";

const root = randomBytes(32);

// Every stored value depends on these labels: they are repeated here, so that none changes by
// accident.
it.each([
  ["wrapped keys", KEY_LABELS.wrapping, "selfsame/wrapping/v1"],
  ["the id of a master key", KEY_LABELS.keyId, "selfsame/data-key-id/v1"],
  ["backups", KEY_LABELS.backups, "selfsame/backups/v1"],
  ["media URLs", KEY_LABELS.mediaUrls, "selfsame/media-urls/v1"],
  ["sessions and second factors", KEY_LABELS.accounts, "selfsame/accounts/v1"],
  ["the dashboard's forms", KEY_LABELS.dashboardForms, "selfsame/dashboard-forms/v1"],
])("derives the key of %s by HKDF-SHA256 under its own label", async (_purpose, label, spelled) => {
  const expected = new Uint8Array(hkdfSync("sha256", root, "", spelled, 32));
  expect(await deriveKey(root, label)).toEqual(expected);
});
