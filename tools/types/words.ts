import type { JsonSchema } from "#edge/reference/open-api/json-schema.ts";
import { typeText } from "./type-text.ts";

type Components = Readonly<Record<string, JsonSchema>>;

/** Lists of words that several types share: their names, and their places in the document. */
const PLACES: Readonly<Record<string, string>> = {
  Mode: "Verification.mode",
  VerificationStatus: "Verification.status",
  Decision: "Verification.decision",
  StepName: "Step.name",
  RetryReason: "Next.action.retry_reason",
  DocumentType: "OcrResult.document_type",
  EligibilityReason: "OcrResult.eligibility_reason",
  GateCode: "OcrResult.gate_rejections.code",
  FieldName: "OcrResult.fields",
  LivenessMode: "LivenessResult.liveness_mode",
  LivenessReason: "LivenessResult.reason",
  CaptureIssue: "LivenessResult.frames.issues",
  ChallengeAction: "Challenge.action",
  FraudDecision: "FraudResult.decision",
  FraudSignal: "FraudResult.signals.name",
  DocumentCheck: "FraudResult.deterministic_checks.name",
  EventType: "ErasedEvent.type",
};

/**
 * Each list under its name, for a module that declares them. The types of events are declared with the
 * events.
 */
export function wordTypes(components: Components): string {
  const lists = Object.entries(listsOf(components));
  return lists
    .filter(([name]) => name !== "EventType")
    .map(([name, words]) => `export type ${name} = ${unionOf(words, lists)};\n`)
    .join("\n");
}

/** A list with the names of shorter ones in place of their words, wherever in it these stand. */
function unionOf(words: readonly unknown[], lists: ReadonlyArray<readonly [string, readonly unknown[]]>) {
  const parts = longestFirst(lists).filter(
    ([, part]) => part.length < words.length && part.every((word) => words.includes(word)),
  );
  const named = new Set(parts.flatMap(([, part]) => part));
  const own = words.filter((word) => !named.has(word));
  return [...own.map((word) => JSON.stringify(word)), ...parts.map(([name]) => name)].join(" | ");
}

/** Text of types with the names in place of the lists. */
export function withWordTypes(text: string, components: Components): string {
  return longestFirst(Object.entries(listsOf(components)))
    .reduce((shorter, [name, words]) => shorter.replaceAll(typeText({ enum: words }), name), text)
    .replace(/\((\w+)\)\[\]/g, "$1[]");
}

/** Since a list may hold another one. */
const longestFirst = <T>(lists: ReadonlyArray<readonly [name: string, words: readonly T[]]>) =>
  [...lists].sort(([, a], [, b]) => b.length - a.length);

function listsOf(components: Components): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    Object.entries(PLACES).map(([name, place]) => {
      const [component, ...path] = place.split(".");
      const found = path.reduce<JsonSchema | undefined>(memberOf, components[component!]);
      const words = wordsOf(found);
      if (words === undefined) throw new Error(`${place} has no list of words`);
      return [name, words];
    }),
  );
}

/** A property of an object, or of the objects in an array; null members are skipped. */
function memberOf(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const { properties, items } = solid(schema);
  return properties?.[name] ?? (items ? memberOf(items, name) : undefined);
}

/** Of the value itself, of an array's entries, or of the names of a record. */
function wordsOf(schema: JsonSchema | undefined): readonly unknown[] | undefined {
  const { enum: words, items, propertyNames } = solid(schema);
  if (words !== undefined) return words.filter((word) => word !== null);
  return items ? wordsOf(items) : (propertyNames as JsonSchema | undefined)?.enum;
}

const solid = (schema: JsonSchema = {}): JsonSchema =>
  schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
