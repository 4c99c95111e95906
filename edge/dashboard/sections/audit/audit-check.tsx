import { z } from "zod";
import { readChain, verifyAudit } from "../../../store/audit/audit.ts";
import { type ChainHead, EMPTY_CHAIN } from "../../../store/audit/chain.ts";
import { auditLine } from "../../../store/audit/line.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { showPage } from "../../shell/layout.tsx";
import { Field, Panel } from "../../ui/parts.tsx";
import { readQuery } from "../../ui/query.ts";

const head = z
  .string()
  .regex(/^\d{1,15}:[0-9a-f]{64}$/, "is not N:HASH")
  .transform((text) => ({ n: Number(text.split(":")[0]), hash: text.split(":")[1]! }))
  .optional();
const query = z.object({ head, from: head });

/**
 * Entries that one request checks, in some 50 ms: any viewer may run the check, and the next request
 * continues.
 */
const PER_REQUEST = 5_000;

/**
 * Checks the chain, and whether it contains a head that was recorded earlier; a long one in several requests.
 */
export async function showVerdict(c: DashboardContext) {
  const { head: noted = null, from = EMPTY_CHAIN } = readQuery(c, query);
  const check = { from, most: PER_REQUEST };
  const checked = await verifyAudit(c.var.services.db, c.var.viewer.tenantId, noted, check);
  const { head, fault, isEnd } = checked;
  const next = new URLSearchParams({ from: text(head), ...(noted && { head: text(noted) }) });
  return showPage(
    c,
    { title: "Audit log: hash chain" },
    <>
      <Outcome {...checked} from={from} />
      {fault === null && !isEnd && (
        <p>
          <a class="button" href={`${to(c, "audit", "verify")}?${next}`}>
            Check the entries after no. {head.n}
          </a>
        </p>
      )}
      <Panel title={isEnd ? "Head of the chain" : "Last entry checked"}>
        <p class="mono wide">{text(head)}</p>
        <p class="hint">
          Store the head outside this service, and enter it below later. Only a stored head reveals that
          somebody has rewritten the whole log.
        </p>
        <form method="get" class="row">
          <Field label="Stored head" name="head" placeholder="N:HASH" />
          <button type="submit">Verify again</button>
        </form>
      </Panel>
      <p>
        <a href={to(c, "audit")}>Back to the audit log</a>
      </p>
    </>,
  );
}

const text = ({ n, hash }: ChainHead) => `${n}:${hash}`;

function Outcome({ head, fault, isEnd, from }: Verdict & { readonly from: ChainHead }) {
  if (fault !== null) {
    return (
      <p class="flash error" role="alert">
        The chain is broken: entry {fault.n} is {fault.problem}. The {head.n} entries before it are intact.
      </p>
    );
  }
  return (
    <p class="flash done" role="status">
      {isEnd ? "The chain is intact" : "The chain is intact so far"}: {head.n} entries, none altered, missing
      or out of order{from.n > 0 && `; the first ${from.n} were checked before`}.
    </p>
  );
}

type Verdict = Awaited<ReturnType<typeof verifyAudit>>;

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
