import { z } from "zod";
import { MEMBER_SCOPE_NAMES, type MemberScope } from "../../vocabulary/key-scopes.ts";

/** The keyword of a member's scope, in zod's metadata and in the reference. */
const KEYWORD = "x-scope";

/** A member of an answer that a restricted key receives with this scope only. */
export const needing = <S extends z.ZodType>(scope: MemberScope, member: S): S =>
  member.meta({ ...member.meta(), [KEYWORD]: scope });

const scopeOf = (member: z.core.$ZodType) =>
  (z.globalRegistry.get(member) as { readonly [KEYWORD]?: MemberScope } | undefined)?.[KEYWORD];

type Derived = Map<string, z.ZodType>;
const known = new WeakMap<z.core.$ZodType, Derived>();

/**
 * The schema without the members whose scope is lacking, at any depth. What it parses has no other member
 * than the schema names. Throws if a schema has a part in which members could not be found.
 */
export function forScopes(schema: z.ZodType, has: (scope: MemberScope) => boolean): z.ZodType {
  return withoutMembers(schema, new Set(MEMBER_SCOPE_NAMES.filter((scope) => !has(scope)))) as z.ZodType;
}

/** The member scopes that a schema's members need, at any depth. */
export const scopesIn = (schema: z.ZodType): MemberScope[] =>
  MEMBER_SCOPE_NAMES.filter((scope) => withoutMembers(schema, new Set([scope])) !== schema);

type Lacking = ReadonlySet<MemberScope>;
type Part = z.core.$ZodType;

function withoutMembers(schema: Part, lacking: Lacking): Part {
  const name = [...lacking].join();
  const derived: Derived = known.get(schema) ?? new Map();
  known.set(schema, derived);
  const made = derived.get(name) ?? (derive(schema as z.core.$ZodTypes, lacking) as z.ZodType);
  derived.set(name, made);
  return made;
}

/** Kinds of schema that have no members. */
const LEAVES: readonly string[] = [
  "string",
  "number",
  "boolean",
  "enum",
  "literal",
  "null",
  "tuple",
  "transform",
  // Only in dossiers, which need a scope of their own with all that is in them.
  "any",
];

/** The schema itself if nothing in it is left out. */
function derive(schema: z.core.$ZodTypes, lacking: Lacking): Part {
  const inner = (part: Part) => withoutMembers(part, lacking);
  const { def } = schema._zod;
  switch (def.type) {
    case "object": {
      const members = Object.entries(def.shape);
      const seen = members.filter(([, member]) => !isLacking(member, lacking));
      const kept = seen.map(([key, member]) => [key, inner(member)] as const);
      const isSame =
        kept.length === members.length && kept.every(([key, member]) => member === def.shape[key]);
      return isSame ? schema : z.object(Object.fromEntries(kept));
    }
    case "array":
      return rebuilt(schema, [def.element], inner, ([element]) => z.array(element));
    case "record":
      return rebuilt(schema, [def.valueType], inner, ([value]) => z.record(z.string(), value));
    case "nullable":
      return rebuilt(schema, [def.innerType], inner, ([value]) => z.nullable(value));
    case "optional":
      return rebuilt(schema, [def.innerType], inner, ([value]) => z.optional(value));
    case "default":
      return rebuilt(schema, [def.innerType], inner, ([value]) => value);
    case "pipe":
      return rebuilt(schema, [def.in, def.out], inner, () => refuse(def.type));
    case "union":
      return rebuilt(schema, def.options, inner, (options) => z.union(options));
    default:
      return LEAVES.includes(def.type) ? schema : refuse(def.type);
  }
}

function refuse(type: string): never {
  throw new Error(`members of a ${type} could not be left out`);
}

function isLacking(member: Part, lacking: Lacking): boolean {
  const scope = scopeOf(member);
  return scope !== undefined && lacking.has(scope);
}

/** `build` of the inner schemas, or the schema itself if none of them has changed. */
function rebuilt(
  schema: Part,
  parts: readonly Part[],
  inner: (part: Part) => Part,
  build: (parts: [z.ZodType, ...z.ZodType[]]) => Part,
): Part {
  const changed = parts.map(inner);
  return changed.every((part, index) => part === parts[index])
    ? schema
    : build(changed as [z.ZodType, ...z.ZodType[]]);
}
