import { ApiError } from "../core/errors.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import { askedPage, pageQuery, toPage } from "../http/parameters.ts";
import type { PathReader } from "../http/route.ts";
import { answerCheck } from "../operations/own-checks/answer-check.ts";
import { addItemByCall, removeItem } from "../operations/own-checks/list-items.ts";
import { checkAnswer, itemAnswer, itemPage, listName, newItem } from "../schemas/own-checks.ts";
import { exampleChecked } from "../schemas/verification-examples.ts";
import { verificationAnswer } from "../schemas/verifications.ts";
import { type ListItem, listItemsOf } from "../store/tenancy/list-items.ts";
import { renderVerification } from "../verification/render.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";

const answer = route(
  {
    method: "post",
    path: "/v1/verifications/:id/checks/:name",
    id: "answerCheck",
    summary: "Answer an external check",
    description:
      "Your server's result of a check that `verification.check_requested` asked for. It is accepted once, before the deadline. `passed` lifts no finding.",
    sdk: 'verifications.answerCheck("vf_…", "watchlist", { outcome: "passed" })',
    parameters: { id: "The verification's id, `vf_…`.", name: "The check, as the policy names it." },
    callers: ["secret_key"],
    scope: "verifications:write",
    json: checkAnswer,
    answer: {
      status: 200,
      description: "The verification after the answer.",
      schema: verificationAnswer,
      example: exampleChecked,
    },
    errors: ["not_found", "verification_not_open"],
  },
  idempotent(answerCheck, {
    ends: true,
    input: ({ param, body: { outcome, reference = null, reason = null } }) => ({
      ...{ id: param("id"), name: param("name"), outcome, reference, reason },
    }),
    answer: (answered, { services, principal }) => ({
      body: renderVerification(
        { ...principal.scope, publicUrl: services.publicUrl },
        answered,
        services.clock(),
      ),
      subject: answered,
    }),
  }),
);

const iso = (at: number) => new Date(at).toISOString();

/** The list that the path names. Throws 404 `not_found` for any other. */
function listOf({ param }: PathReader) {
  const { data: list } = listName.safeParse(param("list"));
  if (list === undefined) throw new ApiError("not_found", "The lists are block and allow.");
  return list;
}

const named = { parameters: { list: "`block` or `allow`." }, checkPath: listOf } as const;

const render = (item: ListItem) => ({
  id: item.id,
  list: item.list,
  kind: item.kind,
  issuing_country: item.issuingCountry,
  registration_id: item.registrationId,
  reason: item.reason,
  created_at: iso(item.createdAt),
  expires_at: item.expiresAt === null ? null : iso(item.expiresAt),
});

const add = route(
  {
    method: "post",
    path: "/v1/lists/:list/items",
    id: "addListItem",
    summary: "Add to a list",
    description:
      "A blocked document or face follows the policy's `block_list`. An allowed document is not found to be reused. Adding an item again changes its reason and end, and returns the same id.",
    sdk: 'lists.add("block", { kind: "document", issuing_country: "UTO", document_number: "L898902C3" })',
    ...named,
    callers: ["secret_key"],
    scope: "lists:write",
    json: newItem,
    answer: { status: 201, description: "The item.", schema: itemAnswer },
    errors: ["not_found"],
  },
  idempotent(addItemByCall, {
    input: (call) => {
      const {
        kind,
        issuing_country,
        document_number,
        registration_id,
        reason = null,
        expires_at,
      } = call.body;
      return {
        list: listOf(call),
        of:
          kind === "document"
            ? { kind, issuingCountry: issuing_country!, documentNumber: document_number! }
            : { kind, registrationId: registration_id! },
        reason,
        expiresAt: expires_at === undefined ? null : Date.parse(expires_at),
      };
    },
    answer: (item) => ({ body: render(item), subject: { id: item.id, customerRef: null } }),
  }),
);

const list = route(
  {
    method: "get",
    path: "/v1/lists/:list/items",
    id: "listListItems",
    summary: "List a list's items",
    description: "Newest first. Not billed.",
    sdk: 'lists.items("block", { limit: 20 })',
    ...named,
    callers: ["secret_key"],
    scope: "lists:read",
    query: pageQuery(ID_PREFIXES.listItem),
    answer: { status: 200, description: "A page.", schema: itemPage },
    errors: ["not_found"],
  },
  async (call) => {
    const { services, principal, query } = call;
    const { scope } = principal;
    const rows = await listItemsOf(services.db, scope, listOf(call), askedPage(scope, query));
    return toPage(scope, rows, query.limit, render);
  },
);

const remove = route(
  {
    method: "delete",
    path: "/v1/lists/:list/items/:id",
    id: "removeListItem",
    summary: "Delete from a list",
    sdk: 'lists.remove("block", "li_…")',
    checkPath: listOf,
    parameters: { ...named.parameters, id: "The item's id, `li_…`." },
    callers: ["secret_key"],
    scope: "lists:write",
    answer: { status: 204, description: "The item is deleted." },
    errors: ["not_found"],
  },
  (call) => removeItem(contextOf(call), { list: listOf(call), id: call.param("id") }),
);

/** The answer to an external check, among the calls of a verification. */
export const checkRoutes = [answer];

export const listRoutes = [add, list, remove];
