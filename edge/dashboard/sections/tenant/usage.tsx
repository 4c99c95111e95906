import { z } from "zod";
import { changeCap } from "../../../operations/tenants/tenant.ts";
import { listUsage, readUsage } from "../../../store/tenancy/usage.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Facts, Field, Panel, Table } from "../../ui/parts.tsx";

const MONTHS_SHOWN = 12;

const cap = z.object({
  limit: z
    .string()
    .regex(/^\d{0,12}$/, "must be a whole number, or empty for no cap")
    .transform((text) => (text === "" ? null : Number(text))),
});

/** Billable calls and polling reads of each month, and the cap. */
export const usage = createPages()
  .get("/", (c) => show(c))
  .post("/cap", allow("usage.cap"), async (c) => {
    const { limit } = await readForm(c, cap);
    await changeCap(inMode(c), { limit });
    return redirect(c, to(c, "usage"), done(limit === null ? "The cap is removed." : "The cap is set."));
  });

const number = new Intl.NumberFormat("en");

async function show(c: DashboardContext) {
  const { db, clock } = c.var.services;
  const [now, months] = await Promise.all([
    readUsage(db, c.var.scope, clock()),
    listUsage(db, c.var.scope, MONTHS_SHOWN),
  ]);
  return showPage(
    c,
    { title: "Usage" },
    <>
      <Panel title={`This month, ${now.month}`}>
        <Facts
          of={[
            ["Calls", number.format(now.used)],
            ["Monthly cap", now.cap === null ? "none" : number.format(now.cap)],
          ]}
        />
        {now.cap !== null && (
          <progress
            max={Math.max(now.cap, 1)}
            value={Math.min(now.used, now.cap)}
            aria-label="Share of the cap that is used"
          />
        )}
        <p class="hint">
          Billable calls and reads of results, by UTC month.
          {c.var.mode === "test" && " Test mode is not billed."} At the cap, the API returns 402 and processes
          nothing.
        </p>
      </Panel>
      {months.length > 0 && (
        <Table
          label="Usage by month"
          head={["Month", "Calls"]}
          rows={months.map(({ month, used }) => [month, number.format(used)])}
        />
      )}
      {viewerMay(c, "usage.cap") && (
        <Panel title={`Cap of ${c.var.mode} mode`}>
          <Form c={c} action={to(c, "usage", "cap")}>
            <Field
              label="Calls per month"
              name="limit"
              inputmode="numeric"
              value={now.cap ?? ""}
              hint="Leave it empty for no cap."
            />
            <button type="submit">Set the cap</button>
          </Form>
        </Panel>
      )}
    </>,
  );
}
