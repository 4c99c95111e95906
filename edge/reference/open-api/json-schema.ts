import { z } from "zod";

/** The part of JSON Schema 2020-12 that the reference reads. */
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

export const componentName = (ref: string) => ref.slice(COMPONENTS.length);

/**
 * Turns zod's schemas into JSON Schema; schemas with an id of their own become components of the document.
 */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {};

  /** The schema of an input: unknown keys are rejected where zod rejects them. */
  request(schema: z.ZodType): JsonSchema {
    return this.#write(schema, { io: "input" });
  }

  /** A value as it stands in a URL, where everything is text. */
  parameter(schema: z.ZodType): JsonSchema {
    const written = this.#write(schema, { io: "output", unrepresentable: () => ({ type: "string" }) });
    const { default: fallback, ...rest } = written;
    return fallback === null ? { ...rest, type: "string" } : written;
  }

  /** The schema of an answer. It is open: a later version may add fields, which a client has to ignore. */
  answer(schema: z.ZodType): JsonSchema {
    return this.#write(schema, {
      io: "output",
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
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

/** Removes members that zod writes and no reader needs. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  // The pattern of a calendar has 300 characters and says no more than the format.
  if (schema.format === "date-time") delete schema.pattern;
  // The pattern says it; JSON Schema has no such format.
  if (schema.format === "starts_with") delete schema.format;
  hoistDescription(schema);
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

/** A nullable value is described by what it is if it is not null. */
function hoistDescription(schema: z.core.JSONSchema.BaseSchema): void {
  const { anyOf = [] } = schema;
  const [inner, other] = anyOf;
  const isNullable = anyOf.length === 2 && typeof other === "object" && other.type === "null";
  if (!isNullable || schema.description !== undefined || typeof inner !== "object") return;
  if (inner.description === undefined) return;
  schema.description = inner.description;
}

function withoutId({ id: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
