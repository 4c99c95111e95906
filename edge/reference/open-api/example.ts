import type { z } from "zod";
import { exampleAfter, exampleTime } from "../../schemas/common.ts";
import { componentName, type JsonSchema, type SchemaWriter } from "./json-schema.ts";

/** The part of an example id after its prefix. */
export const ULID = "01JPA6Z8W4K8N2P4R6S8T0V2W4";
const ID = /^\^(\w+_)\.\*$/;

/** The schema of an answer and an example of it. */
export function contentOf(writer: SchemaWriter, schema: z.ZodType): { schema: JsonSchema; example: unknown } {
  const written = writer.answer(schema);
  return { schema: written, example: exampleOf(written, writer.components) };
}

/** Values of members that mean the same in every answer: the examples are of one call with a test key. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  mode: "test",
  customer_ref: "user-4711",
  locale: "en",
  has_more: false,
  next_cursor: null,
};

/** A value that a schema allows: its own example, or one made of its parts. `name`: of the member. */
function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>, name = ""): unknown {
  const inner = (each: JsonSchema, as = name) => exampleOf(each, components, as);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) return inner(components[componentName(schema.$ref)]!);
  if (schema.const !== undefined) return schema.const;
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return inner(first);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.properties !== undefined) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, each]) => [key, inner(each, key)]),
    );
  }
  if (schema.type === "array") return schema.items ? [inner(schema.items)] : [];
  return plainExample(schema, name);
}

/** Members that are later than the call, such as what it has made expires. */
const LATER = /(^|_)(expires_at|until)$/;

function plainExample({ type: types, format, pattern, minimum }: JsonSchema, name: string): unknown {
  const [type] = [types].flat();
  if (format === "date-time") return LATER.test(name) ? exampleAfter(15 * 60) : exampleTime;
  if (format === "uri") return "https://selfsame.example/verify#svc_link_test_5Kd3";
  const id = typeof pattern === "string" ? ID.exec(pattern)?.[1] : undefined;
  if (id !== undefined) return id + ULID;
  if (typeof pattern === "string" && pattern.includes("svc_tok_")) return "svc_tok_test_eyJhbGciOiJFZERTQSJ9";
  if (typeof pattern === "string" && pattern.includes("0-9a-f"))
    return "9f86d081884c7d659a2feaa0c55ad015".repeat(2);
  if (type === "string") return "…";
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type === "object") return {};
  return typeof minimum === "number" ? minimum : 1;
}
