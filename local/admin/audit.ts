import { open } from "node:fs/promises";
import { listAudit, readChain, verifyAudit } from "../../edge/store/audit/audit.ts";
import { EMPTY_CHAIN, SERVICE_CHAIN } from "../../edge/store/audit/chain.ts";
import { auditLine } from "../../edge/store/audit/line.ts";
import type { Database } from "../../edge/store/batch.ts";
import { wholeFrom } from "../forms.ts";
import { broken, HEAD, noted, verifyFile } from "./audit-file.ts";
import { type Commands, type Flag, type Flags, unusable } from "./command.ts";
import { existingTenant } from "./tenants.ts";

const MOST_LISTED = 1_000;
const LIMIT = wholeFrom(1, MOST_LISTED);

const TENANT: Flag = {
  value: "ID",
  text: "the tenant, tn_…; service for changes that concern all tenants",
  required: true,
};

/** The chain that `--tenant` names: a tenant's, or the service's. */
const chainOf = async (db: Database, flags: Flags): Promise<string> =>
  flags.text("tenant") === SERVICE_CHAIN ? SERVICE_CHAIN : (await existingTenant(db, flags)).id;

async function verify(db: Database, tenantId: string, flags: Flags) {
  const { head, fault } = await verifyAudit(db, tenantId, flags.read("head", HEAD) ?? null);
  if (fault !== null) throw broken(fault, head);
  return { tenant_id: tenantId, verified: true, entries: head.n, head: noted(head) };
}

/** Writes a chain as JSON lines, oldest first, into a new file. */
async function exportTo(file: string, db: Database, tenantId: string) {
  const out = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw unusable("file_unwritable", file, error);
  });
  let head = EMPTY_CHAIN;
  try {
    for await (const { entries } of readChain(db, tenantId)) {
      await out.write(entries.map((entry) => `${JSON.stringify(auditLine(entry))}\n`).join(""));
      head = entries.at(-1) ?? head;
    }
  } finally {
    await out.close();
  }
  return { tenant_id: tenantId, file, entries: head.n, head: noted(head) };
}

export const AUDIT_COMMANDS: Commands = {
  "audit verify": {
    needs: "database",
    summary: "Verifies the hash chain of a tenant's audit log, or of an exported file",
    details: "Prints the head of the chain. Only an earlier head shows that the end of a file was cut off.",
    argument: "FILE",
    flags: {
      tenant: { value: "ID", text: "the tenant, tn_…, or service; needed without FILE" },
      head: { value: "N:HASH", text: "an earlier head, which must be in the chain", form: HEAD },
    },
    check: (flags) =>
      flags.argument === "" && !flags.text("tenant")
        ? { code: "missing_parameter", message: "FILE or --tenant is needed" }
        : null,
    ofFile: verifyFile,
    run: async ({ db }, flags) => verify(db, await chainOf(db, flags), flags),
  },
  "audit list": {
    needs: "database",
    summary: "Lists the newest entries of a tenant's audit log",
    flags: {
      tenant: TENANT,
      action: { value: "NAME", text: "only this action, such as key.created" },
      actor: { value: "ID", text: "only what this key, member or operator did" },
      target: { value: "ID", text: "only what changed this resource" },
      limit: { value: "N", text: `at most so many entries, 1–${MOST_LISTED} (default 100)`, form: LIMIT },
    },
    run: async ({ db }, flags) => {
      const chain = await chainOf(db, flags);
      const limit = flags.read("limit", LIMIT) ?? 100;
      const filter = {
        action: flags.text("action"),
        actor: flags.text("actor"),
        target: flags.text("target"),
      };
      return (await listAudit(db, chain, { limit, before: null }, filter)).map(auditLine);
    },
  },
  "audit export": {
    needs: "database",
    summary: "Writes a tenant's audit log to a new file, one JSON object a line, oldest first",
    argument: "FILE",
    flags: { tenant: TENANT },
    run: async ({ db }, flags) => exportTo(flags.argument, db, await chainOf(db, flags)),
  },
};
