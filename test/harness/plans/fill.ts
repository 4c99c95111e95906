import Sqlite from "libsql";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";

/** The clock of the filled database: that of the day, as better-auth reads no other. */
export const NOW = Date.now();
const DAY = 86_400_000;
const VECTOR = `vector1bit('[${Array.from({ length: 1024 }, (_, i) => (i % 3 === 0 ? 1 : -1))}]')`;

const POLICY = JSON.stringify(newVerification("", "", policySchema.parse({}), NOW).policy);

/** The id of row `i` in SQL. Ids sort by time: so do these. */
const id = (prefix: string, i = "i") => `'${prefix}0' || printf('%025d', ${i})`;
/** Whose each row is in the tables of one tenant: the worst case of an index that begins with the tenant. */
const OWN = "'tn_1', 'live'";
/** Five rows for each of the tenant's customers. */
const CUSTOMER = "'customer-' || (i / 5)";
const ago = (days: number) => `${NOW - days * DAY} + i`;
const ahead = (days: number) => `${NOW + days * DAY} + i`;

/**
 * The columns of a table and the values of row `i`. One tenant and mode owns the rows, or each row belongs to
 * a tenant of its own. A query's filter matches the rarest value: most rows have another one.
 */
const ROWS: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  tenants: [
    "id, name, created_at, retention_days, media_swept_to",
    `'tn_' || i, 'Tenant', ${ago(90)}, case when i % 1000 = 1 then 30 end, case when i % 1000 = 1 then '' end`,
  ],
  capture_settings: [
    "tenant_id, allowed_origins, return_origins",
    "'tn_' || i, ',https://shop.example,', ',https://shop.example,'",
  ],
  // A few versions in a few locales.
  consent_texts: [
    "tenant_id, locale, version, text, sha256, created_at",
    "'tn_' || (i / 8), case i % 2 when 0 then 'en' else 'de' end, 1 + i % 8, 'text', 'digest', 1",
  ],
  verifications: [
    "id, tenant_id, mode, customer_ref, status, decision, decision_reasons, policy, steps, revision, created_at, expires_at, completed_at",
    `${id("vf_")}, ${OWN}, ${CUSTOMER}, 'completed', 'approved', '[]', '${POLICY}', '[]', 1, ${ago(90)}, ${ago(80)}, ${ago(85)}`,
  ],
  verification_revisions: [
    "verification_id, revision, tenant_id, mode, at, change, inputs",
    `${id("vf_")}, 1, ${OWN}, ${ago(90)}, 'step_result', '{"at":1,"capture":"2","measured":{}}'`,
  ],
  policies: [
    "id, tenant_id, mode, name, version, created_at, updated_at",
    `${id("pol_")}, 'tn_' || i, 'live', 'Standard', 1, ${ago(90)}, ${ago(90)}`,
  ],
  policy_versions: [
    "policy_id, version, tenant_id, mode, policy, created_at",
    `${id("pol_")}, 1, 'tn_' || i, 'live', '${POLICY}', ${ago(90)}`,
  ],
  review_notes: [
    "verification_id, revision, tenant_id, mode, author, at, note",
    `${id("vf_")}, 2, ${OWN}, 'usr_1', 1, x'00'`,
  ],
  ocr_results: [
    "id, tenant_id, mode, verification_id, customer_ref, created_at, body",
    `${id("ocr_")}, ${OWN}, ${id("vf_")}, ${CUSTOMER}, ${ago(90)}, '{}'`,
  ],
  liveness_results: [
    "id, tenant_id, mode, verification_id, customer_ref, created_at, body, is_live, frame_hash_1, frame_hash_2",
    `${id("lc_")}, ${OWN}, ${id("vf_")}, ${CUSTOMER}, ${ago(90)}, '{}', 1, (select image from temp.image), (select image from temp.image)`,
  ],
  face_matches: [
    "id, tenant_id, mode, verification_id, customer_ref, created_at, kind, body",
    `${id("fm_")}, ${OWN}, ${id("vf_")}, ${CUSTOMER}, ${ago(90)}, 'verify', '{}'`,
  ],
  fraud_results: [
    "id, tenant_id, mode, verification_id, customer_ref, created_at, record_kind, decision, is_fraudulent, threshold_suspicious, threshold_fraudulent, critical_failed, major_failed, required_missing, image_fingerprint, body",
    `${id("fc_")}, ${OWN}, ${id("vf_")}, ${CUSTOMER}, ${ago(90)}, 'legacy', 'suspicious', 0, 0.4, 0.8, 0, 0, 0, (select image from temp.image), '{"decision":"suspicious","is_fraudulent":false,"record_kind":"legacy","overall_score":null}'`,
  ],
  face_templates: [
    "registration_id, tenant_id, mode, customer_ref, template_version, created_at, deleted_at",
    `${id("fr_")}, ${OWN}, 'face-' || i, 'v1', ${ago(90)}, case when i % 2 then ${ago(20)} end`,
  ],
  media_objects: [
    "id, tenant_id, mode, object_key, result_id, verification_id, customer_ref, kind, media_type, state, created_at",
    `${id("md_")}, ${OWN}, 'key-' || i, ${id("ocr_")}, ${id("vf_")}, ${CUSTOMER}, 'portrait', 'image/jpeg', 'kept', ${ago(90)}`,
  ],
  search_terms: [
    "tenant_id, mode, term, verification_id, result_id",
    `${OWN}, cast(i % 500 as blob), ${id("vf_")}, ${id("ocr_")}`,
  ],
  list_items: [
    "id, tenant_id, mode, list, kind, term, registration_id, created_at, expires_at",
    `${id("li_")}, ${OWN}, case when i % 1000 = 1 then 'allow' else 'block' end, 'face', cast(i as blob), ${id("fr_")}, 1, ${ahead(1)}`,
  ],
  trust_anchors: [
    "mode, sha256, kind, certificate, signer, valid_from, valid_to, source_sha256, added_by, added_at",
    `'live', ${id("")}, 'seal', x'00', 'DETS/' || i, 1, ${ahead(90)}, 's', 'operator', 1`,
  ],
  // The worst case of a recall: one signer of all documents.
  trust_uses: [
    "tenant_id, mode, anchor_sha256, result_id, verification_id, at",
    `${OWN}, ${id("", "7")}, ${id("fc_")}, ${id("vf_")}, 1`,
  ],
  session_tokens: [
    "jti, tenant_id, mode, verification_id, created_at, expires_at",
    `${id("jti_")}, ${OWN}, ${id("vf_")}, ${ago(1)}, ${ahead(1)}`,
  ],
  links: [
    "hash, tenant_id, mode, verification_id, expires_at",
    `cast(i as blob), ${OWN}, ${id("vf_")}, ${ahead(1)}`,
  ],
  handoffs: [
    "id, tenant_id, mode, verification_id, state, phone, created_at, expires_at",
    `${id("ho_")}, ${OWN}, ${id("vf_")}, case when i % 2 then 'claimed' else 'waiting' end, 'phone', ${ago(1)}, ${ahead(1)}`,
  ],
  withdrawals: ["digest, receipt_id, expires_at", `cast(i as blob), ${id("rcpt_")}, ${ahead(1)}`],
  credential_requests: [
    "id, tenant_id, mode, verification_id, origin, secrets, created_at, expires_at",
    `${id("cr_")}, ${OWN}, ${id("vf_")}, 'https://shop.example', x'00', ${ago(1)}, ${ahead(1)}`,
  ],
  challenges: [
    "id, tenant_id, mode, verification_id, action, created_at, expires_at",
    `${id("chl_")}, ${OWN}, ${id("vf_")}, 'blink', ${ago(1)}, ${ahead(1)}`,
  ],
  idempotency_keys: [
    "tenant_id, mode, path, key, fingerprint, lease_id, lease_until, subject_id, customer_ref, expires_at",
    `${OWN}, '/v1/ocr/scan', 'key-' || i, x'00', 'lease', 1, ${id("ocr_")}, ${CUSTOMER}, ${ahead(1)}`,
  ],
  usage: ["tenant_id, mode, month, used", "'tn_' || i, 'live', '2026-11', 1"],
  usage_caps: ["tenant_id, mode, monthly", "'tn_' || i, 'live', 1000"],
  usage_reservations: [
    "id, tenant_id, mode, month, until",
    `'req_' || i, 'tn_' || i, 'live', '2026-11', ${ahead(1)}`,
  ],
  api_keys: [
    "id, tenant_id, mode, hash, hint, created_at",
    `${id("key_")}, 'tn_' || i, 'live', cast(i as blob), 'hint', 1`,
  ],
  events: [
    "id, tenant_id, mode, type, subject_id, customer_ref, body, created_at",
    `${id("wh_evt_")}, ${OWN}, 'ocr.completed', ${id("ocr_")}, ${CUSTOMER}, '{}', ${ago(90)}`,
  ],
  webhook_endpoints: [
    "id, tenant_id, mode, url, event_types, secret, state, created_at",
    `'we_' || i, 'tn_' || i, 'live', 'https://h' || i || '.example.com', ',ocr.completed,', x'00', 'enabled', 1`,
  ],
  // A third was delivered, a third is erased, a third waits for an endpoint, all since one moment.
  deliveries: [
    "event_id, endpoint_id, tenant_id, mode, state, dead_reason, next_attempt_at, created_at",
    `${id("wh_evt_")}, 'we_1', ${OWN}, case i % 3 when 0 then 'delivered' when 1 then 'dead' else 'pending' end, case i % 3 when 1 then 'erased' end, case i % 3 when 2 then ${NOW - DAY} end, ${ago(90)}`,
  ],
  // Failures of replays, which do not count.
  delivery_attempts: [
    "event_id, endpoint_id, n, tenant_id, mode, at, status, latency_ms, of_replay",
    `${id("wh_evt_")}, 'we_1', 1, ${OWN}, ${ago(90)}, 500, 1, 1`,
  ],
  audit_entries: [
    "tenant_id, n, at, actor, action, target, previous_hash, hash",
    "'tn_1', i, 1, 'usr_1', 'webhook.create', 'target-' || i, '', ''",
  ],
  audit_heads: ["tenant_id, n, hash", "'tn_' || i, case i when 1 then $rows else i end, ''"],
  users: ["id, name, email, created_at, updated_at", "'usr_' || i, 'Name', 'u' || i || '@example.com', 1, 1"],
  user_sessions: [
    "id, token, user_id, expires_at, created_at, updated_at",
    `'s' || i, 'token-' || i, 'usr_' || i, ${ahead(1)}, 1, 1`,
  ],
  user_credentials: [
    "id, account_id, provider_id, user_id, created_at, updated_at",
    "'c' || i, 'usr_' || i, 'credential', 'usr_' || i, 1, 1",
  ],
  user_challenges: [
    "id, identifier, value, expires_at, created_at, updated_at",
    `'ch' || i, 'challenge-' || i, 'usr_' || i, ${ahead(1)}, 1, 1`,
  ],
  user_second_factors: ["id, secret, backup_codes, user_id", "'f' || i, '', '', 'usr_' || i"],
  members: ["user_id, tenant_id, role, created_at", "'usr_' || i, 'tn_' || (i / 10), 'owner', 1"],
  attempt_counts: [
    "counter, rule, slot, hits, ends_at",
    `'counter-' || (i / 60), 'sign_in', i % 60, 1, ${ahead(1)}`,
  ],
  // Closed ones, but for the last few.
  invitations: [
    "id, tenant_id, email, role, token_hash, created_at, expires_at, revoked_at, invited_by",
    `${id("inv_")}, 'tn_1', 'e', 'owner', 'hash-' || i, 1, ${ahead(1)}, 1, 'usr_1'`,
  ],
  tallies: [
    "tenant_id, mode, day, name, counts",
    `'tn_' || (i / 3000), 'live', date('2026-11-22', '-' || (i % 3000 / 7) || ' days'), case i % 7 when 0 then 'verifications' when 1 then 'results' when 2 then 'decision_ms' else 'kind-' || (i % 7) || '_ms' end, '{"completed/approved":1}'`,
  ],
};

/** The tables that are filled. */
export const FILLED = Object.keys(ROWS);

interface Named {
  readonly name: string;
  readonly sql: string;
}

/** Fills every table of a migrated database file with `rows` rows, and leaves no statistics. */
export function fill(file: string, rows: number): void {
  const database = new Sqlite(file);
  database.exec("pragma foreign_keys = off");
  database.exec("pragma synchronous = off");
  database.exec(`create temp table image as select ${VECTOR} as image`);
  const made = (type: string) =>
    database
      .prepare("select name, sql from sqlite_master where type = ? and sql is not null")
      .all([type]) as Named[];
  const [triggers, indexes] = [made("trigger"), made("index")];
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  for (const { name } of indexes) database.exec(`drop index "${name}"`);
  for (const [table, [columns, values]] of Object.entries(ROWS)) {
    database.exec(
      `insert into ${table} (${columns}) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select ${values.replace("$rows", String(rows))} from n`,
    );
  }
  for (const { sql } of [...indexes, ...triggers]) database.exec(sql);
  database.close();
}
