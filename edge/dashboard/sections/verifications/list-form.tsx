import { z } from "zod";
import { DECISIONS, STATUSES } from "../../../../vocabulary/verifications.ts";
import { DAY_MS } from "../../../core/clock.ts";
import type { VerificationFilter } from "../../../store/verifications/verifications.ts";
import { dayField, inOrder } from "../../form/fields.ts";
import { Returned } from "../../form/returned-form.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { Form } from "../../shell/forms.tsx";
import { seesPersonalData } from "../../shell/roles.ts";
import { words } from "../../ui/labels.tsx";
import { Empty, Field, Select } from "../../ui/parts.tsx";
import { fromId, isFilterWrong } from "../../ui/query.ts";

/** The fields of a list's filter. */
export const LIST_FILTER = {
  status: z.enum(STATUSES).optional(),
  decision: z.enum(DECISIONS).optional(),
  customer_ref: z.string().max(255).optional(),
  since: dayField,
  until: dayField,
};

/** The query of a list: its filter, and the verification after which the page begins. */
export const listQuery = z
  .object({ ...LIST_FILTER, from: fromId("verification") })
  .refine(inOrder, { path: ["until"], message: "must not be before “Created from”" });

/** A list's filter from its fields. `until` includes the whole day that the viewer chose. */
export const filterOf = ({
  customer_ref: customerRef,
  until,
  ...rest
}: z.output<z.ZodObject<typeof LIST_FILTER>>): VerificationFilter => ({
  ...rest,
  customerRef,
  until: until && until + DAY_MS,
});

export const SEARCHED = z.string().trim().max(120);

const FILTERED = Object.keys(LIST_FILTER) as (keyof typeof LIST_FILTER)[];

const ENTERED = z.string().default("");

/** The form of `ListForm`. The page that it leads to checks the filter's fields. */
export const searchForm = z.strictObject({
  text: SEARCHED.default(""),
  status: ENTERED,
  decision: ENTERED,
  customer_ref: ENTERED,
  since: ENTERED,
  until: ENTERED,
});

/**
 * The search and the filter of the list, as one form: a search keeps the filter. `text`: what is sought. It
 * finds a customer reference too, so that only a viewer without a search has a field for one.
 */
export function ListForm({ c, text = "" }: { c: DashboardContext; text?: string }) {
  const value = (name: string) => c.req.query(name) ?? "";
  const isNarrow = text !== "" || isFiltered(c);
  return (
    <search class="panel">
      <Form c={c} action={to(c, "verifications", "search")}>
        {seesPersonalData(c) && (
          // A filter is at fault by its address, which does not have the text.
          <Returned.Provider value={c.var.returned?.values.has("text") ? c.var.returned : null}>
            <Field
              label="Name, number, verification id or customer reference"
              name="text"
              value={text}
              maxlength={120}
              autocomplete="off"
              hint="A document number or personal number. For a name, enter whole words; accents do not matter."
            />
          </Returned.Provider>
        )}
        <div class="row">
          <Returned.Provider value={c.var.returned ?? null}>
            <Select label="Status" name="status" options={anyOf(STATUSES)} chosen={value("status")} />
            <Select label="Decision" name="decision" options={anyOf(DECISIONS)} chosen={value("decision")} />
            {(!seesPersonalData(c) || value("customer_ref") !== "") && (
              <Field
                label="Customer reference"
                name="customer_ref"
                value={value("customer_ref")}
                maxlength={255}
              />
            )}
            <Field label="Created from (UTC)" name="since" type="date" value={value("since")} />
            <Field label="Created until (UTC)" name="until" type="date" value={value("until")} />
          </Returned.Provider>
          <div class="actions">
            <button type="submit">Search</button>
            {isNarrow && (
              <a class="button plain" href={to(c, "verifications")}>
                Clear
              </a>
            )}
          </div>
        </div>
      </Form>
    </search>
  );
}

const anyOf = (of: readonly string[]) =>
  [["", "Any"], ...of.map((each) => [each, words(each)] as const)] as const;

/** Whether the address has a filter. */
export const isFiltered = (c: DashboardContext) => FILTERED.some((name) => (c.req.query(name) ?? "") !== "");

/** In place of a list without rows. `text`: why there is none under a valid filter. */
export function NoRows({ c, text }: { c: DashboardContext; text: string }) {
  const isWrong = isFilterWrong(c);
  return (
    <Empty title={isWrong ? "The filter is not valid" : "No verifications"}>
      {isWrong ? "Correct the marked field to see the list." : text}
    </Empty>
  );
}
