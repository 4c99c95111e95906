import { z } from "zod";
import { withoutScores } from "../api/without-scores.ts";

/** JSON Schema 2020-12, as far as it is looked into here. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | false;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

const COMPONENTS = "#/components/schemas/";
const FOR_TOKEN = "ForToken";

export const componentName = (ref: string) => ref.slice(COMPONENTS.length);

/** Turns zod's schemas into JSON Schema; those with an id of their own become components of the document. */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** What is taken: unknown keys are refused where zod refuses them. */
  request(schema: z.ZodType): JsonSchema {
    return this.#write(schema, { io: "input" });
  }

  /** A value as it stands in a URL, where everything is text. */
  parameter(schema: z.ZodType): JsonSchema {
    const written = this.#write(schema, { io: "output", unrepresentable: () => ({ type: "string" }) });
    const { default: fallback, ...rest } = written;
    return fallback === null ? { ...rest, type: "string" } : written;
  }

  /** What is answered. Not closed: a later version may tell more, which a client has to ignore. */
  answer(schema: z.ZodType): JsonSchema {
    return this.#write(schema, {
      io: "output",
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
  }

  /** The same answer without what a session token is never told; the very same schema where nothing is hidden. */
  answerForToken(answer: JsonSchema): JsonSchema {
    const hidden = withoutScores(this.#refsForToken(answer)) as JsonSchema;
    return withoutMissingRequired(hidden);
  }

  #refsForToken(schema: JsonSchema): JsonSchema {
    return mapRefs(schema, (ref) => {
      const name = componentName(ref);
      const original = this.components[name]!;
      const view = this.answerForToken(original);
      if (JSON.stringify(view) === JSON.stringify(original)) return ref;
      this.components[name + FOR_TOKEN] = { ...view, description: `${original.description} Without scores.` };
      return ref + FOR_TOKEN;
    });
  }

  #write(schema: z.ZodType, params: Parameters<typeof z.toJSONSchema>[1]): JsonSchema {
    const override = (context: Parameters<NonNullable<NonNullable<typeof params>["override"]>>[0]) => {
      params?.override?.(context);
      tidy(context.jsonSchema);
    };
    const written = z.toJSONSchema(schema, { ...params, override }) as JsonSchema;
    const text = JSON.stringify(written).replaceAll('"#/$defs/', `"${COMPONENTS}`);
    const { $defs = {}, $schema: _, ...root } = JSON.parse(text) as JsonSchema;
    for (const [name, definition] of Object.entries($defs)) this.components[name] = withoutId(definition);
    return withoutId(root);
  }
}

/** Takes away what zod writes and no reader needs. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  // A calendar of 300 characters that says no more than the format.
  if (schema.format === "date-time") delete schema.pattern;
  // Said by the pattern; no format of JSON Schema.
  if (schema.format === "starts_with") delete schema.format;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function withoutId({ id: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function mapRefs<T>(value: T, change: (ref: string) => string): T {
  if (Array.isArray(value)) return value.map((each) => mapRefs(each, change)) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [key, change(inner)] : [key, mapRefs(inner, change)],
  );
  return Object.fromEntries(entries) as T;
}

function withoutMissingRequired<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutMissingRequired) as T;
  if (value === null || typeof value !== "object") return value;
  const mapped = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutMissingRequired(inner)]),
  ) as JsonSchema;
  const { properties, required } = mapped;
  if (properties === undefined || !Array.isArray(required)) return mapped as T;
  return { ...mapped, required: required.filter((name) => Object.hasOwn(properties, name)) } as T;
}
