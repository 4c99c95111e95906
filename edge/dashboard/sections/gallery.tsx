import { z } from "zod";
import { deleteRegistration } from "../../operations/faces/enrol.ts";
import { listRegistrations, type RegistrationRow } from "../../store/results/face-templates.ts";
import { createPages, type DashboardContext, inMode, to } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { Filter, Form, readForm } from "../shell/forms.tsx";
import { showPage } from "../shell/layout.tsx";
import { allow, viewerMay } from "../shell/roles.ts";
import { CustomerRef, score } from "../ui/labels.tsx";
import { Empty, Field, Pager, Table, Time } from "../ui/parts.tsx";
import { fromId, PAGE_SIZE, paged, readQuery } from "../ui/query.ts";

const customerRef = z.string().min(1).max(255);
const query = z.object({ customer_ref: customerRef.optional(), from: fromId("registration") });

/** The registered faces with customer, time and quality, and their deletion. */
export const gallery = createPages()
  .get("/", (c) => show(c))
  .post("/delete", allow("gallery.delete"), async (c) => {
    const { customer_ref } = await readForm(c, z.strictObject({ customer_ref: customerRef }));
    await deleteRegistration(inMode(c), { customerRef: customer_ref });
    return redirect(c, to(c, "gallery"), done("The registration and its template are deleted."));
  });

async function show(c: DashboardContext) {
  const { customer_ref, from } = readQuery(c, query);
  const page = { limit: PAGE_SIZE + 1, before: from ?? null, customerRef: customer_ref };
  const rows = await listRegistrations(c.var.services.db, c.var.scope, page);
  const { shown, ...pages } = paged(c, to(c, "gallery"), rows, ({ registrationId }) => registrationId);
  return showPage(
    c,
    { title: "Gallery" },
    <>
      <Filter c={c}>
        <Field label="Customer reference" name="customer_ref" value={customer_ref ?? ""} maxlength={255} />
      </Filter>
      {shown.length === 0 ? (
        <Empty title="No registered faces">Register one with POST /v1/face/registrations.</Empty>
      ) : (
        <Table
          label="Registered faces"
          head={["Customer reference", "Registration", "Quality", "Model", "Registered", ""]}
          rows={shown.map((row) => galleryRow(c, row))}
        />
      )}
      <Pager {...pages} />
      <p class="hint">Only an encrypted template is kept, not the image that it was computed from.</p>
    </>,
  );
}

function galleryRow(c: DashboardContext, row: RegistrationRow) {
  const { customerRef: ref, registrationId, quality, templateVersion, createdAt } = row;
  return [
    <CustomerRef of={ref} />,
    <code>{registrationId}</code>,
    score(typeof quality?.score === "number" ? quality.score : null),
    <code>{templateVersion}</code>,
    <Time at={createdAt} />,
    viewerMay(c, "gallery.delete") ? (
      <details>
        <summary>Delete…</summary>
        <Form c={c} action={to(c, "gallery", "delete")}>
          <input type="hidden" name="customer_ref" value={ref} />
          <button type="submit" class="danger">
            Delete for good
          </button>
        </Form>
      </details>
    ) : (
      ""
    ),
  ];
}
