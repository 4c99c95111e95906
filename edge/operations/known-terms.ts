import type { Scope } from "../core/scope.ts";
import type { Fields } from "../verdicts/ocr/field.ts";
import { plainNumber } from "../verdicts/text/search-words.ts";
import type { Services } from "./commit/context.ts";
import { termsOf } from "./search-index.ts";

type Keyed = Pick<Services<"serviceKey">, "serviceKey">;

/**
 * The HMAC by which a document is known: of its issuing state and number, under the key of the search index.
 * A word of that index has no line feed, so none of them is equal to it.
 */
export async function documentTerms(
  { serviceKey }: Keyed,
  scope: Scope,
  state: string,
  numbers: readonly string[],
): Promise<Uint8Array[]> {
  const plain = [...new Set(numbers.map(plainNumber))].filter((number) => number !== "");
  return termsOf(
    serviceKey,
    scope,
    plain.map((number) => `document\n${state}\n${number}`),
  );
}

/**
 * The terms of a read document: of its number, and of how the print spells it if that differs. Empty without
 * state and number.
 */
export async function termsOfReading(keyed: Keyed, scope: Scope, fields: Fields): Promise<Uint8Array[]> {
  const { issuing_country: state, document_number: number } = fields;
  if (state === undefined || number === undefined) return [];
  return documentTerms(keyed, scope, state.value, [number.value, number.alternative ?? ""]);
}

/** The HMAC of a registered face on a list. */
export async function faceTerm({ serviceKey }: Keyed, scope: Scope, registrationId: string) {
  const [term] = await termsOf(serviceKey, scope, [`face\n${registrationId}`]);
  return term!;
}
