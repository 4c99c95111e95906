import { readFile } from "node:fs/promises";
import { z } from "zod";
import { jsonFault } from "../../edge/http/body/json-fault.ts";
import { importLegacy } from "../../edge/operations/documents/import-legacy.ts";
import { customerRefSchema } from "../../edge/schemas/common.ts";
import type { LegacyDecision } from "../../edge/verdicts/fraud/legacy.ts";
import { DOCUMENT_TYPE_NAMES, parseDocumentType } from "../../edge/verdicts/ocr/detected-type.ts";
import { FRAUD_DECISIONS } from "../../vocabulary/fraud.ts";
import { CommandError, type Commands, MODE, TENANT, unusable } from "./command.ts";
import { existingTenant } from "./tenants.ts";

/** They go in one batch, and a batch into one request. */
const MAX_ROWS = 20_000;

const rowSchema = z.strictObject({
  customer_ref: customerRefSchema,
  document_type: z.string().transform((text, context) => {
    const type = parseDocumentType(text);
    if (type !== null && type !== "auto") return type;
    const known = DOCUMENT_TYPE_NAMES.filter((name) => name !== "auto").join(", ");
    context.addIssue({ code: "custom", message: `must be one of ${known}` });
    return z.NEVER;
  }),
  decision: z
    .enum(FRAUD_DECISIONS)
    .exclude(["clean"], "is not one that a legacy row may have: it is never clean"),
  created_at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .refine((at) => at <= Date.now(), "is in the future"),
});

/**
 * The rows of a file with one JSON object a line, empty lines aside; the first that does not hold rejects it
 * whole.
 */
export function parseLegacyRows(text: string): LegacyDecision[] {
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), number: i + 1 }));
  const rows = lines.filter(({ line }) => line !== "").map(({ line, number }) => parseRow(line, number));
  if (rows.length > MAX_ROWS) {
    throw new CommandError(
      "request_too_large",
      `the file has more than ${MAX_ROWS} rows; import it in parts`,
    );
  }
  return rows;
}

function parseRow(line: string, number: number): LegacyDecision {
  const parsed = rowSchema.safeParse(parseJson(line, number));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new CommandError("invalid_file", `line ${number}: ${[path.join("."), message].join(" ").trim()}`);
  }
  const { customer_ref, document_type, decision, created_at } = parsed.data;
  return { customerRef: customer_ref, documentType: document_type, decision, createdAt: created_at };
}

function parseJson(line: string, number: number): unknown {
  const fault = jsonFault(line);
  if (fault === null) return JSON.parse(line);
  throw new CommandError("invalid_file", `line ${number}, column ${fault.column}: ${fault.words}`);
}

async function readRows(file: string): Promise<LegacyDecision[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw unusable("file_unreadable", file, error);
  });
  return parseLegacyRows(text);
}

export const LEGACY_COMMANDS: Commands = {
  "legacy import": {
    needs: "database",
    summary: "Imports fraud decisions of an earlier system, one JSON object a line; all rows or none",
    argument: "FILE",
    flags: { tenant: TENANT, mode: MODE },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      const decisions = await readRows(flags.argument);
      const { ids } = await importLegacy({ ...context(), scope }, { decisions });
      return { fc_ids: ids };
    },
  },
};
