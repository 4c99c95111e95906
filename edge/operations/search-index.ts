import type { Scope } from "../core/scope.ts";
import { deriveKey, KEY_LABELS } from "../crypto/derived-key.ts";
import { hmac } from "../crypto/hashing.ts";
import type { Statement } from "../store/batch.ts";
import { insertTerms, type WantedTerms } from "../store/results/search-terms.ts";
import type { OcrVerdict } from "../verdicts/ocr/verdict.ts";
import { nameWords, plainNumber } from "../verdicts/text/search-words.ts";
import type { ScopeContext, Services } from "./commit/context.ts";

const NAMES = ["full_name", "first_name", "last_name"] as const;
const NUMBERS = ["document_number", "personal_number"] as const;

/** Bytes of an HMAC that are kept: enough that two words of one tenant never share them. */
const TERM_BYTES = 16;

type Fields = OcrVerdict["fields"];

/** The reading of a document within a verification. */
interface Indexed {
  readonly verificationId: string;
  readonly resultId: string;
  readonly fields: Fields;
}

/** For the batch of an OCR result: what its verification is found by. Empty if no name or number was read. */
export async function indexReading(
  { db, serviceKey }: Pick<Services<"serviceKey">, "db" | "serviceKey">,
  scope: Scope,
  { verificationId, resultId, fields }: Indexed,
): Promise<Statement[]> {
  const texts = [
    ...NAMES.flatMap((name) => valuesOf(fields[name])).flatMap((value) => nameWords(value).flat()),
    ...NUMBERS.flatMap((name) => valuesOf(fields[name])).map(plainNumber),
  ].filter((text) => text !== "");
  const terms = await termsOf(serviceKey, scope, [...new Set(texts)]);
  const [first, ...others] = terms.map((term) => ({ term, verificationId, resultId }));
  return first === undefined ? [] : [insertTerms(db, scope, [first, ...others])];
}

/** A value, and how the print spells it if that differs. */
const valuesOf = (field: Fields[keyof Fields]): string[] =>
  field === undefined ? [] : [field.value, ...(field.alternative === undefined ? [] : [field.alternative])];

/** What a document is searched by. */
type Searched = { readonly name: string } | { readonly number: string };

/** The terms of a name's words, or of a number; null for a text without letters and digits. */
export async function searchedTerms(
  { services, scope }: ScopeContext<"serviceKey">,
  searched: Searched,
): Promise<WantedTerms | null> {
  const words = "name" in searched ? nameWords(searched.name) : [[plainNumber(searched.number)]];
  if (words.length === 0 || words.some(([first]) => first === "")) return null;
  return Promise.all(words.map((spellings) => termsOf(services.serviceKey, scope, spellings)));
}

/** The HMACs of texts under the key of this tenant and mode: equal words of two tenants differ. */
export async function termsOf(
  serviceKey: Uint8Array,
  { tenantId, mode }: Scope,
  texts: readonly string[],
): Promise<Uint8Array[]> {
  const root = await deriveKey(serviceKey, KEY_LABELS.search);
  const key = await hmac(root, `${tenantId}\n${mode}`);
  return Promise.all(texts.map(async (text) => (await hmac(key, text)).slice(0, TERM_BYTES)));
}
