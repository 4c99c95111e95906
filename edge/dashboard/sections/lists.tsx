import { z } from "zod";
import { LISTS, type ListName } from "../../../vocabulary/own-checks.ts";
import { addItem, removeItem } from "../../operations/own-checks/list-items.ts";
import { newDocument } from "../../schemas/own-checks.ts";
import { type ListItem, listItemsOf } from "../../store/tenancy/list-items.ts";
import { createPages, type DashboardContext, inMode, to } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { Form, readForm } from "../shell/forms.tsx";
import { showPage } from "../shell/layout.tsx";
import { allow, viewerMay } from "../shell/roles.ts";
import { words } from "../ui/labels.tsx";
import { Empty, Field, Pager, Panel, Select, Table, Time } from "../ui/parts.tsx";
import { fromId, PAGE_SIZE, paged, readQuery } from "../ui/query.ts";

const listField = z.enum(LISTS);
const query = z.object({ list: listField.default("block"), from: fromId("listItem") });

const emptyAsAbsent = (text: unknown) => (text === "" ? undefined : text);

const added = z.strictObject({
  list: listField,
  issuing_country: newDocument.issuing_country,
  document_number: newDocument.document_number,
  reason: z.preprocess(emptyAsAbsent, newDocument.reason.optional()),
  expires_on: z.preprocess(emptyAsAbsent, z.iso.date().optional()),
});

const removed = z.strictObject({ list: listField });

/** The block list and the allow list: their items, a form for a document, and their deletion. */
export const lists = createPages()
  .get("/", (c) => show(c))
  .post("/", allow("list.change"), async (c) => {
    const { list, issuing_country, document_number, reason = null, expires_on } = await readForm(c, added);
    await addItem(inMode(c), {
      list,
      of: { kind: "document", issuingCountry: issuing_country, documentNumber: document_number },
      reason,
      expiresAt: expires_on === undefined ? null : Date.parse(expires_on),
    });
    return redirect(c, addressOf(c, list), done(`The document is on the ${list} list.`));
  })
  .post("/:id/remove", allow("list.change"), async (c) => {
    const { list } = await readForm(c, removed);
    await removeItem(inMode(c), { list, id: c.req.param("id") });
    return redirect(c, addressOf(c, list), done("The item is deleted."));
  });

const addressOf = (c: DashboardContext, list: ListName) => `${to(c, "lists")}?list=${list}`;

const MEANING: Readonly<Record<ListName, string>> = {
  block:
    "A blocked document, or a blocked face that the policy's dedupe finds, is reviewed or declined as the policy's block_list says. Without block_list in the policy the list is not read.",
  allow: "An allowed document is not found to be reused, under any reference. It lifts nothing else.",
};

async function show(c: DashboardContext) {
  const { list, from } = readQuery(c, query);
  const page = { limit: PAGE_SIZE + 1, before: from ?? null };
  const rows = await listItemsOf(c.var.services.db, c.var.scope, list, page);
  const { shown, ...pages } = paged(c, to(c, "lists"), rows, ({ id }) => id);
  return showPage(
    c,
    { title: "Lists" },
    <>
      <nav class="row" aria-label="Lists">
        {LISTS.map((each) => (
          <a href={addressOf(c, each)} aria-current={each === list ? "page" : undefined}>
            {each === "block" ? "Block list" : "Allow list"}
          </a>
        ))}
      </nav>
      <p class="soft">{MEANING[list]}</p>
      {shown.length === 0 ? (
        <Empty title="No items">Add a document below, or with POST /v1/lists/{list}/items.</Empty>
      ) : (
        <Table
          label="Items"
          head={["Item", "What", "Reason", "Added", "Ends", ""]}
          rows={shown.map((row) => itemRow(c, row))}
        />
      )}
      <Pager {...pages} />
      {viewerMay(c, "list.change") && <NewItem c={c} list={list} />}
      <p class="hint">
        Of a document only an HMAC is kept. To find an item again, add its document once more: it keeps its
        id.
      </p>
    </>,
  );
}

function NewItem({ c, list }: { c: DashboardContext; list: ListName }) {
  return (
    <Panel title="Add a document">
      <Form c={c} action={to(c, "lists")}>
        <Select label="List" name="list" options={LISTS.map((each) => [each, each])} chosen={list} />
        <Field
          label="Issuing state"
          name="issuing_country"
          required
          maxlength={3}
          hint="Three letters, such as `DEU`."
        />
        <Field label="Document number" name="document_number" required maxlength={40} autocomplete="off" />
        <Field label="Reason" name="reason" maxlength={200} hint="For your staff. Leave out the number." />
        <Field label="Ends on" name="expires_on" type="date" hint="At 00:00 UTC. Empty: never." />
        <button type="submit">Add</button>
      </Form>
    </Panel>
  );
}

function itemRow(c: DashboardContext, { id, list, kind, issuingCountry, registrationId, ...rest }: ListItem) {
  return [
    <code>{id}</code>,
    kind === "document" ? `${words(kind)} of ${issuingCountry}` : <code>{registrationId}</code>,
    rest.reason ?? "–",
    <Time at={rest.createdAt} />,
    <Time at={rest.expiresAt} />,
    viewerMay(c, "list.change") ? (
      <details>
        <summary>Delete…</summary>
        <Form c={c} action={to(c, "lists", id, "remove")}>
          <input type="hidden" name="list" value={list} />
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
