import type { z } from "zod";
import { exampleTime } from "../../schemas/common.ts";
import { componentName, type JsonSchema, type SchemaWriter } from "./json-schema.ts";

/** The part of an example id after its prefix. */
export const ULID = "01JPA6Z8W4K8N2P4R6S8T0V2W4";
const ID = /^\^(\w+_)\.\*$/;

/** The schema of an answer and an example of it. */
export function contentOf(writer: SchemaWriter, schema: z.ZodType): { schema: JsonSchema; example: unknown } {
  const written = writer.answer(schema);
  return { schema: written, example: exampleOf(written, writer.components) };
}

/** A value that a schema allows: its own example, or one made of its parts. */
function exampleOf(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): unknown {
  const inner = (each: JsonSchema) => exampleOf(each, components);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.$ref !== undefined) return inner(components[componentName(schema.$ref)]!);
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return inner(first);
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.properties !== undefined) {
    return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, inner(each)]));
  }
  if (schema.type === "array") return schema.items ? [inner(schema.items)] : [];
  return plainExample(schema);
}

function plainExample({ type: types, format, pattern, minimum }: JsonSchema): unknown {
  const [type] = [types].flat();
  if (format === "date-time") return exampleTime;
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
