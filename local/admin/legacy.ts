import { readFile } from "node:fs/promises";
import { z } from "zod";
import { jsonFault } from "../../edge/http/body/json-fault.ts";
import { MOST_FAULTS, refusalOf } from "../../edge/http/faults.ts";
import { importLegacy } from "../../edge/operations/documents/import-legacy.ts";
import { customerRefSchema } from "../../edge/schemas/common.ts";
import type { LegacyDecision } from "../../edge/verdicts/fraud/legacy.ts";
import { DOCUMENT_TYPE_NAMES, parseDocumentType } from "../../edge/verdicts/ocr/detected-type.ts";
import type { DocumentType } from "../../vocabulary/document-types.ts";
import { FRAUD_DECISIONS } from "../../vocabulary/fraud.ts";
import { CommandError, type Commands, MODE, TENANT, unusable } from "./command.ts";
import { existingTenant } from "./tenants.ts";

/** They go in one batch, and a batch into one request. */
const MAX_ROWS = 20_000;

const TYPE_NAMES = DOCUMENT_TYPE_NAMES.filter((name) => name !== "auto");

const rowSchema = z.strictObject({
  customer_ref: customerRefSchema,
  document_type: z.enum(TYPE_NAMES).transform((name) => parseDocumentType(name) as DocumentType),
  decision: z.enum(FRAUD_DECISIONS).exclude(["clean"], {
    error: "must be suspicious, fraudulent or inconclusive (never clean)",
  }),
  created_at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .refine((at) => at <= Date.now(), "is in the future"),
});

/** A line's row, or what is wrong with it. */
type Line = { readonly row: LegacyDecision } | { readonly faults: readonly string[] };

/**
 * The rows of a file with one JSON object a line, empty lines aside. One wrong line rejects the file whole;
 * the error names the first ten faults.
 */
export function parseLegacyRows(file: string, text: string): LegacyDecision[] {
  const lines = text.split("\n").map((line, i) => ({ line: line.trim(), number: i + 1 }));
  const given = lines.filter(({ line }) => line !== "");
  if (given.length > MAX_ROWS) {
    throw new CommandError(
      "request_too_large",
      `${file} has ${given.length} rows, and an import takes ${MAX_ROWS} at most: import it in parts`,
    );
  }
  const read = given.map(({ line, number }) => readLine(line, number));
  const faults = read.flatMap((each) => ("faults" in each ? each.faults : []));
  if (faults.length > 0) {
    const more = faults.length > MOST_FAULTS ? ` And ${faults.length - MOST_FAULTS} more.` : "";
    throw new CommandError("invalid_file", `${file}, ${faults.slice(0, MOST_FAULTS).join(" ")}${more}`);
  }
  return read.flatMap((each) => ("row" in each ? each.row : []));
}

function readLine(line: string, number: number): Line {
  const fault = jsonFault(line);
  if (fault !== null) return { faults: [`line ${number}, column ${fault.column}: ${fault.words}.`] };
  const given: unknown = JSON.parse(line);
  const { data, error } = rowSchema.safeParse(given);
  if (error !== undefined) {
    const { message, errors = [{ message }] } = refusalOf(rowSchema, error, given);
    return { faults: errors.map((each) => `line ${number}: ${ofLine(each.message)}`) };
  }
  const { customer_ref, document_type, decision, created_at } = data;
  const row = { customerRef: customer_ref, documentType: document_type, decision, createdAt: created_at };
  return { row };
}

/** An API call's body is this line. */
const ofLine = (message: string) => message.replace(/^The body must be/, "it must be");

async function readRows(file: string): Promise<LegacyDecision[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw unusable("file_unreadable", file, error);
  });
  return parseLegacyRows(file, text);
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
