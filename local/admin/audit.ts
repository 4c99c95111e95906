import { open } from "node:fs/promises";
import { listAudit, readChain, verifyAudit } from "../../edge/store/audit.ts";
import { type ChainHead, EMPTY_CHAIN } from "../../edge/store/audit-chain.ts";
import { auditLine } from "../../edge/store/audit-line.ts";
import type { Database } from "../../edge/store/batch.ts";
import { CommandError, type Commands, type Flags } from "./command.ts";
import { existingTenant } from "./tenants.ts";

const MOST_LISTED = 1_000;

/** A head as it is written down: its number and its hash. */
const noted = ({ n, hash }: ChainHead) => `${n}:${hash}`;

function notedHead(flags: Flags): ChainHead | null {
  const text = flags.text("head");
  if (text === undefined) return null;
  const [, n, hash] = text.match(/^(\d{1,15}):([0-9a-f]{64})$/) ?? [];
  if (n === undefined || hash === undefined) {
    throw new CommandError("invalid_parameter", "--head is N:HASH, as verify and export tell it");
  }
  return { n: Number(n), hash };
}

async function verify(db: Database, tenantId: string, flags: Flags) {
  const { head, fault } = await verifyAudit(db, tenantId, notedHead(flags));
  if (fault !== null) {
    throw new CommandError(
      "audit_chain_broken",
      `entry ${fault.n} is ${fault.problem}; ${head.n} before it hold`,
    );
  }
  return { tenant_id: tenantId, verified: true, entries: head.n, head: noted(head) };
}

/** Writes a chain as JSON lines, oldest first, into a file that is not there yet. */
async function exportTo(file: string, db: Database, tenantId: string) {
  const out = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError("file_unwritable", `${file}: ${error.code}`);
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
    summary: "checks a tenant's whole hash chain, and that a head noted earlier is in it; prints the head",
    flags: { tenant: "string", head: "string" },
    run: async ({ db }, flags) => verify(db, (await existingTenant(db, flags)).id, flags),
  },
  "audit list": {
    needs: "database",
    summary: "the newest entries of a tenant's audit log (--limit, 100 when absent)",
    flags: { tenant: "string", action: "string", actor: "string", target: "string", limit: "string" },
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      const limit = flags.whole("limit", 1, MOST_LISTED) ?? 100;
      const filter = {
        action: flags.text("action"),
        actor: flags.text("actor"),
        target: flags.text("target"),
      };
      return (await listAudit(db, tenant.id, { limit, before: null }, filter)).map(auditLine);
    },
  },
  "audit export": {
    needs: "database",
    summary: "writes a tenant's audit log into a new file, one JSON object a line, oldest first",
    argument: "FILE",
    flags: { tenant: "string" },
    run: async ({ db }, flags) => exportTo(flags.argument, db, (await existingTenant(db, flags)).id),
  },
};
