import type { Caller } from "../../../core/call.ts";
import { Pages } from "../../../core/pages.ts";
import type { CallOptions } from "../../../core/settings.ts";
import {
  type AddListItemBody,
  addListItem,
  type ListListItemsQuery,
  listListItems,
  removeListItem,
} from "../../../gen/operations.ts";

type List = "block" | "allow";

/** Documents and faces that are blocked, and documents that are allowed (contract §3.15). */
export const lists = (call: Caller<"answer">) => ({
  /** Adding an item again changes its reason and end, and returns the same id. */
  add: (list: List, body: AddListItemBody, options?: CallOptions) =>
    call(addListItem, { path: { list }, body }, options),
  /** Newest first; not metered. */
  items: (list: List, query: ListListItemsQuery = {}, options?: CallOptions) =>
    new Pages(
      (cursor) => call(listListItems, { path: { list }, query: { ...query, cursor } }, options),
      query.cursor,
    ),
  remove: (list: List, id: string, options?: CallOptions) =>
    call(removeListItem, { path: { list, id } }, options),
});
