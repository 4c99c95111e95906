import type { JsonSchema } from "#edge/reference/open-api/json-schema.ts";
import { bbox, customerRef, modelVersion, modeSchema, timestamp } from "#edge/schemas/common.ts";
import { documentType } from "#edge/schemas/ocr.ts";

/**
 * An answer's schema as the packages tell it: the first sentence of each description, since the reference
 * that the service itself serves has the rest, and no defaults, which are for those who ask.
 */
export function briefly(schema: JsonSchema): JsonSchema {
  const { default: _, description = "", properties, items, anyOf, additionalProperties, ...rest } = schema;
  return {
    ...rest,
    ...(![...EVERYWHERE, ""].includes(description) &&
      !SAID_BY_TYPE.test(description) && { description: firstSentence(description) }),
    ...(properties !== undefined && { properties: mapped(properties) }),
    ...(items !== undefined && { items: items && briefly(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(briefly) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isSchema(additionalProperties)
        ? briefly(additionalProperties)
        : additionalProperties,
    }),
  };
}

/** What the packages' pages say once. */
const EVERYWHERE = [bbox, customerRef, documentType, modelVersion, modeSchema, timestamp].map(
  ({ description }) => description,
);

/** What the type says already, by its prefix or its only value. */
const SAID_BY_TYPE = /^(An id: |Always |The event type\.|What was compared: )/;

const mapped = (properties: NonNullable<JsonSchema["properties"]>) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, briefly(schema)]));

const isSchema = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null;

/** Up to the first full stop before a blank; all of a text without one. */
const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;
