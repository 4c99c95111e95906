import type { PropsWithChildren } from "hono/jsx";
import { z } from "zod";
import { STORE_MEDIA, type StoreMedia } from "../../../../vocabulary/enumerations.ts";
import { MATCH_LEVELS } from "../../../../vocabulary/faces.ts";
import { SECOND_REVIEWER, type SecondReviewer } from "../../../../vocabulary/verifications.ts";
import { changeSettings, SETTING_RANGES } from "../../../operations/tenants/tenant.ts";
import { findTenant, type TenantRow } from "../../../store/tenancy/tenants.ts";
import { Check } from "../../form/checks.tsx";
import { orNone, wholeNumber } from "../../form/fields.ts";
import { carryTo } from "../../shell/carried.ts";
import { createPages, type DashboardContext, inTenant, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { showPage } from "../../shell/layout.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { Facts, Field, Panel, Select } from "../../ui/parts.tsx";
import { lossBy, shorterPages } from "./shorter.tsx";

const { retentionDays, registrationDays, maxTtlSeconds } = SETTING_RANGES;

const schema = z
  .object({
    store_media: z.enum(STORE_MEDIA),
    erase_media_at_decision: z.literal("on").optional(),
    retention_days: orNone(wholeNumber(retentionDays)),
    registration_days: orNone(wholeNumber(registrationDays)).default(null),
    max_ttl_seconds: wholeNumber(maxTtlSeconds),
    face_match_level: z.enum(MATCH_LEVELS),
  })
  .transform((form) => ({
    storeMedia: form.store_media,
    eraseMediaAtDecision: form.erase_media_at_decision === "on",
    retentionDays: form.retention_days,
    registrationDays: form.registration_days,
    maxTtlSeconds: form.max_ttl_seconds,
    faceMatchLevel: form.face_match_level,
  }));

const ofMembers = z
  .object({ second_reviewer: z.enum(SECOND_REVIEWER), hide_personal_data: z.literal("on").optional() })
  .transform((form) => ({
    secondReviewer: form.second_reviewer,
    hidePersonalData: form.hide_personal_data === "on",
  }));

/** The settings of a tenant, for both modes. */
export const settings = createPages()
  .get("/", async (c) => show(c, (await findTenant(c.var.services.db, c.var.viewer.tenantId))!))
  .post("/", allow("settings.change"), async (c) => {
    const given = await readForm(c, schema);
    const erases = (await lossBy(c, given)).length > 0;
    if (erases) return carryTo(c, to(c, "settings", "shorter"), JSON.stringify(given), "search");
    await changeSettings(inTenant(c), given);
    return redirect(c, to(c, "settings"), done("The settings are saved."));
  })
  .post("/members", allow("settings.change"), async (c) => {
    await changeSettings(inTenant(c), await readForm(c, ofMembers));
    return redirect(c, to(c, "settings"), done("The settings are saved."));
  })
  .route("/shorter", shorterPages);

function show(c: DashboardContext, tenant: TenantRow) {
  return showPage(
    c,
    { title: "Settings" },
    <>
      <p>These settings apply to test and live mode.</p>
      <Panel title="Tenant">
        <Facts
          of={[
            ["Name", tenant.name],
            ["Id", <code>{tenant.id}</code>],
          ]}
        />
      </Panel>
      <SettingsForm c={c} title="Images, retention and sessions" action={to(c, "settings")}>
        <PolicyFields tenant={tenant} />
      </SettingsForm>
      <SettingsForm c={c} title="Members and reviews" action={to(c, "settings", "members")}>
        <MemberFields tenant={tenant} />
      </SettingsForm>
    </>,
  );
}

/** Settings; disabled for members who may not change them. */
function SettingsForm({
  c,
  title,
  action,
  children,
}: PropsWithChildren<{ c: DashboardContext; title: string; action: string }>) {
  const mayChange = viewerMay(c, "settings.change");
  return (
    <Panel title={title}>
      <Form c={c} action={action}>
        <fieldset disabled={!mayChange}>
          <legend class="unseen">{title}</legend>
          {children}
          {mayChange && <button type="submit">Save</button>}
        </fieldset>
      </Form>
    </Panel>
  );
}

const KEEPING: Readonly<Record<StoreMedia, string>> = {
  none: "No images",
  portrait: "Portrait: the portrait on the document",
  evidence: "Evidence: document images, portrait and best selfie frame",
};

const EXPLAINED: Readonly<Record<(typeof MATCH_LEVELS)[number], string>> = {
  "fmr_1e-2": "1 in 100 (loosest)",
  "fmr_1e-3": "1 in 1,000",
  "fmr_1e-4": "1 in 10,000 (strictest)",
};

function PolicyFields({ tenant }: { tenant: TenantRow }) {
  return (
    <>
      <Select
        label="Image retention"
        name="store_media"
        options={STORE_MEDIA.map((level) => [level, KEEPING[level]])}
        chosen={tenant.storeMedia}
        hint="For single checks outside a verification. For verifications, set `store_media` in the policy."
      />
      <Check
        label="Erase images at the decision"
        name="erase_media_at_decision"
        checked={tenant.eraseMediaAtDecision}
        hint="Images of a verification are erased as soon as it is approved or declined. This includes verifications that are decided already. A verification in review keeps its images until a reviewer decides."
      />
      <Field
        label="Retention (days)"
        name="retention_days"
        inputmode="numeric"
        value={tenant.retentionDays ?? ""}
        hint="Older results, images and events are erased for good. For a verification the days count from its end. Registered faces, usage and the audit log are kept. Leave it empty to keep everything."
      />
      <Field
        label="Retention of registered faces (days)"
        name="registration_days"
        inputmode="numeric"
        value={tenant.registrationDays ?? ""}
        hint="Faces that were registered earlier are deleted for good. Leave it empty to keep them until you delete them."
      />
      <Field
        label="Maximum session token lifetime (seconds)"
        name="max_ttl_seconds"
        inputmode="numeric"
        required
        value={tenant.maxTtlSeconds}
        hint={`${maxTtlSeconds.min} to ${maxTtlSeconds.max}.`}
      />
      <Select
        label="False match rate (FMR) of face comparisons"
        name="face_match_level"
        options={MATCH_LEVELS.map((level) => [level, EXPLAINED[level]])}
        chosen={tenant.faceMatchLevel}
        hint="For comparisons outside a verification. For verifications, set `face_match_level` in the policy."
      />
    </>
  );
}

const CONFIRMED: Readonly<Record<SecondReviewer, string>> = {
  off: "None: one reviewer decides",
  approvals: "Approvals: another person confirms",
  all: "All decisions: another person confirms",
};

/** What the tenant's members see and may do. */
function MemberFields({ tenant }: { tenant: TenantRow }) {
  return (
    <>
      <Select
        label="Second reviewer"
        name="second_reviewer"
        options={SECOND_REVIEWER.map((rulings) => [rulings, CONFIRMED[rulings]])}
        chosen={tenant.secondReviewer}
        hint="The first decision on a review is a proposal. The same decision by another person confirms it."
      />
      <Check
        label="Hide personal data from viewers"
        name="hide_personal_data"
        checked={tenant.hidePersonalData}
        hint="Members with the role viewer see states, results and your customer references, but no names, numbers, dates or readings of documents."
      />
    </>
  );
}
