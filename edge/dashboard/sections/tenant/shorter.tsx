import { z } from "zod";
import { MODES } from "../../../../vocabulary/enumerations.ts";
import { changeSettings } from "../../../operations/tenants/tenant.ts";
import { findOldRegistrations } from "../../../store/erasure/old-registrations.ts";
import { findOutdated } from "../../../store/erasure/retention.ts";
import { findTenant, type TenantSettings } from "../../../store/tenancy/tenants.ts";
import { Check } from "../../form/checks.tsx";
import { carried } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inTenant, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage, upTo } from "../../shell/layout.tsx";
import { allow } from "../../shell/roles.ts";
import { Facts, Panel } from "../../ui/parts.tsx";

/** The most rows of each kind and mode that the question counts. */
const MOST_COUNTED = 1001;

/** What a person loses, in the order of the question, by the kinds of rows that hold it. */
const LOST = {
  verifications: ["verifications"],
  results: [
    ...(["ocr_results", "signed_results", "credential_results"] as const),
    ...(["liveness_results", "fraud_results", "face_matches"] as const),
  ],
  images: ["media_objects"],
  events: ["events"],
} as const;

type Periods = Pick<TenantSettings, "retentionDays" | "registrationDays">;
type Loss = readonly (readonly [name: string, count: string])[];

/** What the next sweep erases by these periods, in both modes: nothing by one that is not shorter. */
export async function lossBy(c: DashboardContext, after: Periods): Promise<Loss> {
  const { viewer } = c.var;
  const before = (await findTenant(c.var.services.db, viewer.tenantId))!;
  const ofModes = MODES.toReversed().map((mode) =>
    lossIn(c, { tenantId: viewer.tenantId, mode }, before, after),
  );
  return (await Promise.all(ofModes)).flat();
}

async function lossIn(
  c: DashboardContext,
  scope: { readonly tenantId: string; readonly mode: (typeof MODES)[number] },
  before: Periods,
  after: Periods,
): Promise<Loss> {
  const { db, clock } = c.var.services;
  const results = shorter(before.retentionDays, after.retentionDays);
  const faces = shorter(before.registrationDays, after.registrationDays);
  const outdated =
    results === null ? null : await findOutdated(db, { scope, days: results }, clock(), MOST_COUNTED);
  const old =
    faces === null ? null : await findOldRegistrations(db, { scope, days: faces }, clock(), MOST_COUNTED);
  const counts = Object.entries(LOST).map(([name, kinds]): [string, number] => [
    name,
    kinds.reduce((sum, kind) => sum + (outdated?.found[kind]?.count ?? 0), 0),
  ]);
  return [...counts, ["registered faces", old?.rows.length ?? 0] as const]
    .filter(([, count]) => count > 0)
    .map(([name, count]) => [
      `${scope.mode === "live" ? "Live" : "Test"} ${name}`,
      upTo(count, MOST_COUNTED),
    ]);
}

/** The new period, if it is shorter. Null is the longest: nothing is erased. */
const shorter = (before: number | null, after: number | null) =>
  after !== null && after < (before ?? Number.POSITIVE_INFINITY) ? after : null;

const confirmation = z.object({ confirmed: z.literal("on", "Tick the box to erase them.") });

/** The question before settings that erase older data. The form of the settings leads here. */
export const shorterPages = createPages()
  .get("/", allow("settings.change"), async (c) => {
    const given = await carriedSettings(c);
    return given === null ? redirect(c, to(c, "settings")) : ask(c, given);
  })
  .post("/", allow("settings.change"), async (c) => {
    const given = await carriedSettings(c);
    await readForm(c, confirmation);
    if (given === null) return redirect(c, to(c, "settings"));
    await changeSettings(inTenant(c), given);
    return redirect(c, to(c, "settings"), done("The settings are saved."));
  });

async function carriedSettings(c: DashboardContext): Promise<(Periods & Partial<TenantSettings>) | null> {
  const text = await carried(c, "search");
  return text === null ? null : JSON.parse(text);
}

async function ask(c: DashboardContext, given: Periods) {
  const loss = await lossBy(c, given);
  return showPage(
    c,
    { title: "Erase older data?", back: { href: to(c, "settings"), text: "Settings" } },
    <Panel title="A shorter retention erases data for good">
      <p>
        You keep results for {inDays(given.retentionDays)}, and registered faces for{" "}
        {inDays(given.registrationDays)}. What is older is erased from now on, every day, in test and live
        mode. At this moment this is:
      </p>
      <Facts of={loss} />
      <Form c={c} action={to(c, "settings", "shorter")}>
        <Check label="Erase them for good. No one can restore them." name="confirmed" required />
        <div class="actions">
          <button type="submit" class="danger">
            Save and erase
          </button>
          <a class="button plain" href={to(c, "settings")}>
            Keep the settings as they were
          </a>
        </div>
      </Form>
    </Panel>,
  );
}

const inDays = (days: number | null) =>
  days === null ? "as long as you like" : days === 1 ? "1 day" : `${days} days`;
