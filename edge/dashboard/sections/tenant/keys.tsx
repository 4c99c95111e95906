import { useContext } from "hono/jsx";
import { z } from "zod";
import {
  KEY_SCOPES,
  type KeyScope,
  MEMBER_SCOPE_NAMES,
  SCOPE_TEXTS,
} from "../../../../vocabulary/key-scopes.ts";
import { readNetwork } from "../../../auth/networks.ts";
import { keyPrefix } from "../../../auth/secret-key.ts";
import { HOUR_MS } from "../../../core/clock.ts";
import {
  createKey,
  LONGEST_KEY_NAME,
  MOST_NETWORKS,
  readScopes,
  revokeKey,
} from "../../../operations/tenants/keys.ts";
import { listKeys } from "../../../store/tenancy/keys.ts";
import { Checks } from "../../form/checks.tsx";
import { entriesOf } from "../../form/fields.ts";
import { Returned } from "../../form/returned-form.ts";
import { carried, carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inMode, inTenant, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import {
  Badge,
  Empty,
  Field,
  Panel,
  Reference,
  Secret,
  Select,
  Table,
  TextField,
  Time,
} from "../../ui/parts.tsx";

const network = z
  .string()
  .refine(
    (text) => readNetwork(text) !== null,
    "must be in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32, one per line",
  );

/** Sets of scopes for common uses. */
const PRESETS: Readonly<
  Record<"server" | "reading" | "reviews", { title: string; scopes: readonly KeyScope[] }>
> = {
  server: {
    title: "Server of my app: creates and reads verifications, with personal data, and events",
    scopes: ["verifications:write", "verifications:read", "results:read", "events:read", "personal:read"],
  },
  reading: {
    title: "Read only: no changes, and no personal data",
    scopes: KEY_SCOPES.filter(
      (scope) => scope.endsWith(":read") && !(MEMBER_SCOPE_NAMES as string[]).includes(scope),
    ),
  },
  reviews: {
    title: "Reviews: reads verifications, with personal data and images, and decides reviews",
    scopes: ["verifications:read", "verifications:review", "results:read", "personal:read", "media:read"],
  },
};
const AUTHORITIES = ["server", "reading", "reviews", "restricted", "full"] as const;
type Authority = (typeof AUTHORITIES)[number];

const scopesBy = (authority: Authority, ticked: readonly string[]) => {
  if (authority === "full") return null;
  return authority === "restricted" ? readScopes(ticked) : PRESETS[authority].scopes;
};

/** The form of a key with limits, at `now`: every fault of it at once. */
const limitsAt = (now: number) =>
  z
    .object({
      name: z
        .string()
        .trim()
        .max(LONGEST_KEY_NAME)
        .refine((text) => !/\p{C}/u.test(text), "must be on one line")
        .default(""),
      authority: z.enum(AUTHORITIES),
      scopes: z.union([z.string(), z.array(z.string())]).default([]),
      networks: z.string().default("").transform(entriesOf).pipe(z.array(network).max(MOST_NETWORKS)),
      expires_on: z
        .union([
          z.literal(""),
          z.iso.date().refine((day) => Date.parse(day) > now, "must be a day in the future"),
        ])
        .default(""),
    })
    .refine(({ authority, scopes }) => authority !== "restricted" || scopes.length > 0, {
      path: ["scopes"],
      message: "Tick at least one scope, or choose another authority.",
      // Beside the faults of other fields.
      when: () => true,
    })
    .refine(({ authority, scopes }) => authority === "restricted" || scopes.length === 0, {
      path: ["scopes"],
      message:
        "This authority ignores the scopes. Untick them, or choose “Only the scopes that I tick below”.",
      when: () => true,
    })
    .transform(({ name, authority, scopes, networks, expires_on: day }) => ({
      name: name === "" ? null : name,
      rights: {
        scopes: scopesBy(authority, [scopes].flat()),
        networks: networks.length === 0 ? null : networks,
        expiresAt: day === "" ? null : Date.parse(day),
      },
    }));

/** The secret keys of one mode: created, rotated by creating a second one, revoked. */
export const keys = createPages()
  .get("/", async (c) => show(c, await carried(c)))
  .post("/", allow("key.create"), async (c) => {
    const { rights, name } = await readForm(c, limitsAt(c.var.services.clock()));
    return showOnce(c, await createKey(inMode(c), rights, name));
  })
  .post("/:id/revoke", allow("key.revoke"), async (c) => {
    await revokeKey(inTenant(c), { id: c.req.param("id"), mode: c.var.mode });
    return redirect(c, to(c, "keys"), done("The key is revoked. Calls with it are rejected from now on."));
  });

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

const showOnce = (c: DashboardContext, { key }: { key: string }) => carryTo(c, to(c, "keys"), key);

async function show(c: DashboardContext, created: string | null) {
  const { db } = c.var.services;
  const rows = (await listKeys(db, c.var.viewer.tenantId)).filter(({ mode }) => mode === c.var.mode);
  const mayCreate = viewerMay(c, "key.create");
  return showPage(
    c,
    { title: "API keys", actions: <Reference /> },
    <>
      {created !== null && <Secret label={`Your new ${c.var.mode} key`} value={created} />}
      <p class="soft">
        A secret key authorizes API calls of this tenant. To rotate a key, create a second one, deploy it to
        your servers, then revoke the first.
      </p>
      {rows.length === 0 ? (
        <Empty title="No keys yet">Create one below to call the API.</Empty>
      ) : (
        <Table
          label="API keys"
          head={["Name and key", "State", "Rights", "Created, last used", ""]}
          rows={rows.map((row) => keyRow(c, row))}
        />
      )}
      {mayCreate && <NewKey c={c} />}
    </>,
  );
}

function NewKey({ c }: { c: DashboardContext }) {
  return (
    <Panel title="Create a key">
      <Form c={c} action={to(c, "keys")}>
        <Field
          label="Name"
          name="name"
          maxlength={LONGEST_KEY_NAME}
          autocomplete="off"
          hint="For example: back office, production. Empty: no name."
        />
        <Select
          label="Authority"
          name="authority"
          options={[
            ...Object.entries(PRESETS).map(([name, { title }]) => [name, title] as const),
            ["restricted", "Only the scopes that I tick below"],
            ["full", "Full authority: every call, also those of later versions"],
          ]}
        />
        <ScopeBoxes />
        <TextField
          label="Networks"
          name="networks"
          rows={3}
          hint="One per line, such as 203.0.113.0/24. Empty: calls may come from any address."
        />
        <Field label="Expires on" name="expires_on" type="date" hint="At 00:00 UTC. Empty: never." />
        <button type="submit">Create the key</button>
      </Form>
    </Panel>
  );
}

/** Folded, unless the form is returned: a fault inside must be seen. */
function ScopeBoxes() {
  const isReturned = useContext(Returned) !== null;
  return (
    <details open={isReturned}>
      <summary>Single scopes…</summary>
      <Checks
        label="Scopes"
        name="scopes"
        options={KEY_SCOPES}
        chosen={[]}
        show={(scope) => (
          <span>
            <code>{scope}</code> <span class="soft">{SCOPE_TEXTS[scope as keyof typeof SCOPE_TEXTS]}</span>
          </span>
        )}
      />
    </details>
  );
}

function keyRow(c: DashboardContext, row: KeyRow) {
  const { id, mode, hint, name, createdAt, lastUsedAt, revokedAt } = row;
  return [
    <>
      {name !== null && <strong class="text narrow">{name}</strong>}
      <code class="whole">{`${keyPrefix(mode, row.scopes !== null)}…${hint}`}</code>
      <span class="under soft mono">{id}</span>
    </>,
    keyState(c, row),
    <Rights row={row} />,
    <>
      <Time at={createdAt} />
      <span class="under soft">{lastUsedAt === null ? "not used yet" : usedText(c, lastUsedAt)}</span>
    </>,
    revokedAt === null && viewerMay(c, "key.revoke") ? (
      <details>
        <summary>Revoke…</summary>
        <p class="text narrow">Calls with this key fail at once.</p>
        <Form c={c} action={to(c, "keys", id, "revoke")}>
          <button type="submit" class="danger">
            Revoke key …{hint}
          </button>
        </Form>
      </details>
    ) : (
      ""
    ),
  ];
}

/** A key's last use is stored once an hour: `from` is the first use of that hour. */
const usedText = (c: DashboardContext, from: number) =>
  c.var.services.clock() - from <= HOUR_MS ? (
    "used in the last hour"
  ) : (
    <>
      used in the hour from <Time at={from} />
    </>
  );

function keyState(c: DashboardContext, { revokedAt, expiresAt }: KeyRow) {
  if (revokedAt !== null) return <Badge tone="plain">revoked</Badge>;
  if (expiresAt !== null && expiresAt <= c.var.services.clock()) return <Badge tone="plain">expired</Badge>;
  return <Badge tone="good">active</Badge>;
}

function Rights({ row: { scopes, networks, expiresAt } }: { row: KeyRow }) {
  return (
    <>
      <span class="text narrow">{scopes === null ? "full authority" : scopes.join(", ")}</span>
      {networks !== null && <div class="soft">from {networks.join(", ")}</div>}
      {expiresAt !== null && (
        <div class="soft">
          until <Time at={expiresAt} />
        </div>
      )}
    </>
  );
}
