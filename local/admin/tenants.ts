import { linkPath } from "../../edge/accounts/links.ts";
import { readNetwork } from "../../edge/auth/networks.ts";
import { isId } from "../../edge/core/ids.ts";
import { createInvitation } from "../../edge/operations/accounts/invitations.ts";
import { createKey, LONGEST_KEY_NAME, revokeKey } from "../../edge/operations/tenants/keys.ts";
import {
  changeCap,
  changeSettings,
  createTenant,
  SETTING_RANGES,
} from "../../edge/operations/tenants/tenant.ts";
import type { Database } from "../../edge/store/batch.ts";
import { listKeys } from "../../edge/store/tenancy/keys.ts";
import { findTenant, listTenants, type TenantRow } from "../../edge/store/tenancy/tenants.ts";
import { readUsage } from "../../edge/store/tenancy/usage.ts";
import { STORE_MEDIA } from "../../vocabulary/enumerations.ts";
import { KEY_SCOPES } from "../../vocabulary/key-scopes.ts";
import { SECOND_REVIEWER } from "../../vocabulary/verifications.ts";
import { address, futureTime, lineUpTo, listOf, MOST, wholeFrom, wholeOrNone, wordsOf } from "../forms.ts";
import {
  CommandError,
  type Commands,
  type Flags,
  given,
  MODE,
  type OperatorDatabase,
  TENANT,
} from "./command.ts";

const { retentionDays, registrationDays, maxTtlSeconds } = SETTING_RANGES;
const DAYS = wholeOrNone(retentionDays.min, retentionDays.max);
const FACE_DAYS = wholeOrNone(registrationDays.min, registrationDays.max);
const SECONDS = wholeFrom(maxTtlSeconds.min, maxTtlSeconds.max);
const CALLS = wholeOrNone(0, MOST);
const KEY_NAME = lineUpTo(LONGEST_KEY_NAME);
const SCOPES = wordsOf(KEY_SCOPES);
const NETWORKS = listOf("networks in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32", readNetwork);

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const tenantView = (row: TenantRow) => ({
  id: row.id,
  name: row.name,
  store_media: row.storeMedia,
  erase_media_at_decision: row.eraseMediaAtDecision,
  retention_days: row.retentionDays,
  registration_days: row.registrationDays,
  max_ttl_seconds: row.maxTtlSeconds,
  second_reviewer: row.secondReviewer,
  hide_personal_data: row.hidePersonalData,
  monthly_ceiling: row.monthlyCeiling,
  created_at: iso(row.createdAt),
});

/** The tenant that `--tenant` names. */
export async function existingTenant(db: Database, flags: Flags): Promise<TenantRow> {
  const id = flags.required("tenant");
  const tenant = await findTenant(db, id);
  if (tenant === undefined) {
    const form = isId("tenant", id) ? "" : ", which begins with tn_";
    const where = "npm run admin -- tenants list shows the ids";
    throw new CommandError("not_found", `there is no tenant \`${id}\`. Give its id${form}: ${where}`);
  }
  return tenant;
}

async function settingsByFlags({ db, context }: OperatorDatabase, flags: Flags): Promise<TenantRow> {
  const tenant = await existingTenant(db, flags);
  const erases = flags.oneOf("erase-media-at-decision", ["true", "false"]);
  const hides = flags.oneOf("hide-personal-data", ["true", "false"]);
  const changes = given({
    storeMedia: flags.oneOf("store-media", STORE_MEDIA),
    eraseMediaAtDecision: erases && erases === "true",
    retentionDays: flags.read("retention-days", DAYS),
    registrationDays: flags.read("registration-days", FACE_DAYS),
    maxTtlSeconds: flags.read("max-ttl-seconds", SECONDS),
    secondReviewer: flags.oneOf("second-reviewer", SECOND_REVIEWER),
    hidePersonalData: hides && hides === "true",
    monthlyCeiling: flags.read("monthly-ceiling", CALLS),
  });
  return changeSettings({ ...context(), tenantId: tenant.id }, changes);
}

/** Without an owner no one can sign in to the tenant's dashboard until `members invite`. */
async function createWithOwner({ context, serviceUrl }: OperatorDatabase, flags: Flags) {
  const name = flags.required("name");
  const email = flags.read("owner", address);
  const tenant = await createTenant(context(), { name });
  if (email === undefined) return tenant;
  const ctx = { ...context(), tenantId: tenant.id };
  const { secret } = await createInvitation(ctx, { email, role: "owner" });
  return { ...tenant, owner: email, ...invitationLink(secret, serviceUrl) };
}

/** An invitation's path, and its whole link if the service's URL is known. */
export function invitationLink(secret: string, serviceUrl: string | undefined) {
  const path = linkPath("invitation", secret);
  return { path, url: serviceUrl === undefined ? null : new URL(path, serviceUrl).href };
}

export const TENANT_COMMANDS: Commands = {
  "tenants create": {
    needs: "database",
    summary: "Creates a tenant, and an invitation of its first owner",
    details:
      "The invitation is valid for seven days. Send its link to the owner of that address and to no other person.",
    flags: {
      name: { value: "TEXT", text: "the tenant's name, which end users read", required: true },
      owner: {
        value: "ADDRESS",
        text: "whom to invite as the first owner (default: no invitation)",
        form: address,
      },
    },
    run: createWithOwner,
  },
  "tenants list": {
    needs: "database",
    summary: "Lists the tenants, newest first",
    flags: {},
    run: async ({ db }) => (await listTenants(db)).map(tenantView),
  },
  "tenants settings": {
    needs: "database",
    summary: "Changes the settings that are given, and shows all of them",
    details: "Retention does not erase registered faces, usage or the audit log.",
    flags: {
      tenant: TENANT,
      "store-media": { value: STORE_MEDIA.join("|"), text: "which images are kept" },
      "erase-media-at-decision": { value: "true|false", text: "whether images are erased at the decision" },
      "retention-days": {
        value: "N|none",
        text: "results, images and events that are older are erased for good",
        form: DAYS,
      },
      "registration-days": {
        value: "N|none",
        text: "registered faces that are older are deleted for good",
        form: FACE_DAYS,
      },
      "max-ttl-seconds": { value: "N", text: "the longest lifetime of a session token", form: SECONDS },
      "second-reviewer": {
        value: SECOND_REVIEWER.join("|"),
        text: "which rulings on a review a second person must confirm",
      },
      "hide-personal-data": {
        value: "true|false",
        text: "whether the dashboard hides personal data from viewers",
      },
      "monthly-ceiling": { value: "N|none", text: "the highest monthly cap that an owner may set" },
    },
    run: async (database, flags) => tenantView(await settingsByFlags(database, flags)),
  },
  "keys create": {
    needs: "database",
    summary: "Creates a secret key, which is shown once",
    details: `With --scopes it is a restricted key. The scopes are ${KEY_SCOPES.join(", ")}.`,
    flags: {
      tenant: TENANT,
      mode: MODE,
      name: {
        value: "NAME",
        text: 'what it is for, such as "back office" (1 to 60 characters)',
        form: KEY_NAME,
      },
      scopes: { value: "SCOPE,…", text: "what the key may do (default: full authority)", form: SCOPES },
      networks: {
        value: "CIDR,…",
        text: "where its calls come from (default: any address)",
        form: NETWORKS,
      },
      "expires-at": {
        value: "TIME",
        text: "when it ends, ISO 8601 with an offset (default: never)",
        form: futureTime,
      },
    },
    run: async ({ db, context }, flags) => {
      const scope = { tenantId: (await existingTenant(db, flags)).id, mode: flags.mode() };
      return createKey(
        { ...context(), scope },
        {
          scopes: flags.read("scopes", SCOPES) ?? null,
          networks: flags.read("networks", NETWORKS) ?? null,
          expiresAt: flags.read("expires-at", futureTime) ?? null,
        },
        flags.read("name", KEY_NAME) ?? null,
      );
    },
  },
  "keys list": {
    needs: "database",
    summary: "Lists the keys of a tenant by their names and last characters",
    flags: { tenant: TENANT },
    run: async ({ db }, flags) => {
      const keys = await listKeys(db, (await existingTenant(db, flags)).id);
      return keys.map(({ id, mode, hint, name, ...key }) => ({
        name,
        id,
        mode,
        hint,
        created_at: iso(key.createdAt),
        scopes: key.scopes,
        networks: key.networks,
        expires_at: iso(key.expiresAt),
        last_used_at: iso(key.lastUsedAt),
        revoked_at: iso(key.revokedAt),
      }));
    },
  },
  "keys revoke": {
    needs: "database",
    summary: "Revokes a key at once",
    flags: { tenant: TENANT, id: { value: "ID", text: "the key's id, from keys list", required: true } },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const id = flags.required("id");
      await revokeKey({ ...context(), tenantId: tenant.id }, { id });
      return { id, revoked: true };
    },
  },
  "usage show": {
    needs: "database",
    summary: "Shows the calls of this month and the monthly cap",
    flags: { tenant: TENANT, mode: MODE },
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      return readUsage(db, { tenantId: tenant.id, mode: flags.mode() }, Date.now());
    },
  },
  "usage cap": {
    needs: "database",
    summary: "Sets the monthly cap",
    flags: {
      tenant: TENANT,
      mode: MODE,
      limit: { value: "N|none", text: "calls a month; none for no cap", required: true },
    },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      const limit = flags.read("limit", CALLS) ?? null;
      await changeCap({ ...context(), scope }, { limit });
      return readUsage(db, scope, Date.now());
    },
  },
};
