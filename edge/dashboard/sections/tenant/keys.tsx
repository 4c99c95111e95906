import { createKey, revokeKey } from "../../../operations/tenants/keys.ts";
import { listKeys } from "../../../store/tenancy/keys.ts";
import { createPages, type DashboardContext, inMode, inTenant, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Badge, Empty, Secret, Table, Time } from "../../ui/parts.tsx";

/** The secret keys of one mode: created, rotated by creating a second one, revoked. */
export const keys = createPages()
  .get("/", (c) => show(c))
  .post("/", allow("key.create"), async (c) => show(c, await createKey(inMode(c))))
  .post("/:id/revoke", allow("key.revoke"), async (c) => {
    await revokeKey(inTenant(c), { id: c.req.param("id"), mode: c.var.mode });
    return redirect(c, to(c, "keys"), done("The key is revoked. Calls with it are rejected from now on."));
  });

type KeyRow = Awaited<ReturnType<typeof listKeys>>[number];

async function show(c: DashboardContext, created?: { key: string }) {
  const { db } = c.var.services;
  const rows = (await listKeys(db, c.var.viewer.tenantId)).filter(({ mode }) => mode === c.var.mode);
  const create = viewerMay(c, "key.create") && (
    <Form c={c} action={to(c, "keys")}>
      <button type="submit">Create a {c.var.mode} key</button>
    </Form>
  );
  return showPage(
    c,
    { title: "API keys", actions: create, status: created === undefined ? 200 : 201 },
    <>
      {created !== undefined && <Secret label={`Your new ${c.var.mode} key`} value={created.key} />}
      <p class="soft">
        A secret key authorizes API calls of this tenant. To rotate a key, create a second one, deploy it to
        your servers, then revoke the first.
      </p>
      {rows.length === 0 ? (
        <Empty title="No keys yet">Create one to call the API.</Empty>
      ) : (
        <Table
          label="API keys"
          head={["Key", "State", "Created", "Last used (to the hour)", "Id", ""]}
          rows={rows.map((row) => keyRow(c, row))}
        />
      )}
    </>,
  );
}

function keyRow(c: DashboardContext, { id, mode, hint, createdAt, lastUsedAt, revokedAt }: KeyRow) {
  return [
    <code>{`svc_sk_${mode}_…${hint}`}</code>,
    revokedAt === null ? <Badge tone="good">active</Badge> : <Badge tone="plain">revoked</Badge>,
    <Time at={createdAt} />,
    <Time at={lastUsedAt} />,
    <code>{id}</code>,
    revokedAt === null && viewerMay(c, "key.revoke") ? (
      <details>
        <summary>Revoke…</summary>
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
