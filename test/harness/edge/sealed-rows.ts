import type { Client } from "@libsql/client";
import { symmetricEncrypt } from "better-auth/crypto";
import { deriveKey, KEY_LABELS } from "../../../edge/crypto/derived-key.ts";
import { toHex } from "../../../edge/crypto/encoding.ts";
import type { KeyRing } from "../../../edge/crypto/key-ring.ts";
import { createVault } from "../../../edge/crypto/vault.ts";
import type { Media } from "../../../edge/media/media.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const scope = { tenantId: "tn_1" };

/** Column, table and seal's context of each sealed value that `fillSealed` writes. */
const VALUES = {
  faceTemplate: ["template", "face_templates", "face_template:fr_1:v1"],
  portraitTemplate: ["portrait_template", "ocr_results", "face_template:ocr_1:v1"],
  frameTemplate: ["frame_template", "liveness_results", "face_template:lc_1:v1"],
  keptAnswer: ["answer", "idempotency_keys", 'idempotent_answer:["test","POST /v1/x","k"]'],
  reviewNote: ["note", "review_notes", "review_note:vf_1"],
  webhookSecret: ["secret", "webhook_endpoints", "we_1:webhook_secret:1"],
  previousWebhookSecret: ["previous_secret", "webhook_endpoints", "we_1:webhook_secret:1"],
} as const;

/** Writes a value into every sealed column and a picture into the store, sealed by the ring's newest key. */
export async function fillSealed(client: Client, ring: KeyRing, media: Media): Promise<void> {
  const vault = createVault(ring);
  const seal = (context: string, plain: string) =>
    vault.seal(scope, context, new TextEncoder().encode(plain));
  const value = (name: keyof typeof VALUES) => seal(VALUES[name][2], name);
  const secret = toHex(await deriveKey(ring.newest.bytes, KEY_LABELS.accounts));
  await media.put("tn_1/md_1", await seal("portrait:tn_1/md_1", "picture"));
  await client.batch([
    {
      sql: "insert into face_templates (registration_id, tenant_id, mode, customer_ref, template, template_version, created_at) values ('fr_1', 'tn_1', 'test', 'c', ?, 'v1', 1), ('fr_2', 'tn_1', 'test', 'd', null, 'v1', 1)",
      args: [await value("faceTemplate")],
    },
    {
      sql: "insert into ocr_results (id, tenant_id, mode, created_at, body, portrait_template, template_version) values ('ocr_1', 'tn_1', 'test', 1, '{}', ?, 'v1')",
      args: [await value("portraitTemplate")],
    },
    {
      sql: "insert into liveness_results (id, tenant_id, mode, created_at, body, is_live, frame_template, template_version) values ('lc_1', 'tn_1', 'test', 1, '{}', 1, ?, 'v1')",
      args: [await value("frameTemplate")],
    },
    {
      sql: "insert into idempotency_keys (tenant_id, mode, path, key, fingerprint, lease_id, lease_until, status, answer, expires_at) values ('tn_1', 'test', 'POST /v1/x', 'k', x'00', 'l', 1, 200, ?, 9e15)",
      args: [await value("keptAnswer")],
    },
    {
      sql: "insert into review_notes (verification_id, tenant_id, mode, author, at, note) values ('vf_1', 'tn_1', 'test', 'usr_1', 1, ?)",
      args: [await value("reviewNote")],
    },
    {
      sql: "insert into webhook_endpoints (id, tenant_id, mode, url, event_types, secret, previous_secret, state, created_at) values ('we_1', 'tn_1', 'test', 'https://example.com', ',ocr.completed,', ?, ?, 'enabled', 1)",
      args: [await value("webhookSecret"), await value("previousWebhookSecret")],
    },
    "insert into users (id, name, email, created_at, updated_at) values ('usr_1', 'A', 'a@example.com', 1, 1)",
    {
      sql: "insert into user_second_factors (id, secret, backup_codes, user_id) values ('sf_1', ?, ?, 'usr_1')",
      args: await Promise.all(
        ["secondFactor", "backupCodes"].map((data) => symmetricEncrypt({ key: secret, data })),
      ),
    },
    {
      sql: "insert into media_objects (id, tenant_id, mode, object_key, result_id, kind, media_type, state, created_at, sealed_by) values ('md_1', 'tn_1', 'test', 'tn_1/md_1', 'ocr_1', 'portrait', 'image/jpeg', 'kept', 1, ?)",
      args: [vault.keyId],
    },
  ]);
}

/** What the vault's values and the picture say under this ring. Throws where one of them does not open. */
export async function readSealed(client: Client, ring: KeyRing, media: Media): Promise<string[]> {
  const vault = createVault(ring);
  const read = Object.entries(VALUES).map(async ([name, [column, table, context]]) => {
    const { rows } = await client.execute(`select ${column} as v from ${table} where ${column} is not null`);
    const said = text(await vault.open(scope, context, new Uint8Array(rows[0]!.v as ArrayBuffer)));
    return said === name ? name : `${name} says ${said}`;
  });
  const picture = await vault.open(scope, "portrait:tn_1/md_1", (await media.get("tn_1/md_1"))!);
  return [...(await Promise.all(read)), text(picture)];
}
