import { z } from "zod";
import { readChain, verifyAudit } from "../../../store/audit/audit.ts";
import { auditLine } from "../../../store/audit/line.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { Field, Panel } from "../../ui/parts.tsx";
import { readQuery } from "../../ui/query.ts";

const notedHead = z.object({
  head: z
    .string()
    .regex(/^\d{1,15}:[0-9a-f]{64}$/, "is not N:HASH")
    .transform((text) => ({ n: Number(text.split(":")[0]), hash: text.split(":")[1]! }))
    .optional(),
});

/** Checks the whole chain, and whether it contains a head that was noted earlier. */
export async function showVerdict(c: DashboardContext) {
  const { head: noted } = readQuery(c, notedHead);
  const { head, fault } = await verifyAudit(c.var.services.db, c.var.viewer.tenantId, noted ?? null);
  return showPage(
    c,
    { title: "Audit log: verification" },
    <>
      {fault === null ? (
        <p class="flash done" role="status">
          The chain holds: {head.n} entries, none altered, missing or out of order.
        </p>
      ) : (
        <p class="flash error" role="alert">
          The chain is broken: entry {fault.n} is {fault.problem}. The {head.n} entries before it hold.
        </p>
      )}
      <Panel title="Its head">
        <p class="mono wide">{`${head.n}:${head.hash}`}</p>
        <p class="hint">
          Note it somewhere else: whoever rewrites the whole log cannot rewrite your note. Give it here later.
        </p>
        <form method="get" class="row">
          <Field label="A head that you noted" name="head" placeholder="N:HASH" />
          <button type="submit">Verify again</button>
        </form>
      </Panel>
      <p>
        <a href={to(c, "audit")}>Back to the log</a>
      </p>
    </>,
  );
}

/** The whole chain as JSON lines, oldest first, with one page of it in memory at a time. */
export function exportLog(c: DashboardContext): Response {
  const { tenantId } = c.var.viewer;
  const pages = readChain(c.var.services.db, tenantId);
  const encoder = new TextEncoder();
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pages.next();
      if (next.done) return controller.close();
      const text = next.value.entries.map((entry) => `${JSON.stringify(auditLine(entry))}\n`).join("");
      controller.enqueue(encoder.encode(text));
    },
  });
  return c.body(lines, 200, {
    "Content-Type": "application/x-ndjson",
    "Content-Disposition": `attachment; filename="audit-${tenantId}.jsonl"`,
  });
}
