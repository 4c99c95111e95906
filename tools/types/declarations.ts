import type { JsonSchema } from "#edge/reference/open-api/json-schema.ts";
import { commentText, type Member, membersOf, typeText } from "./type-text.ts";

interface Declared {
  readonly name: string;
  readonly members: readonly Member[];
}

/** A type of whose members another one repeats some. */
interface Base {
  /** The base with those members alone. */
  readonly type: string;
  readonly repeated: ReadonlySet<string>;
  /** Characters that it saves. */
  readonly saved: number;
}

/** Below this many members it is easier to read them in place. */
const WORTH_IT = 40;

/**
 * Exported types, one for each schema. A type that repeats most members of an earlier one extends it and adds
 * its own: editors still show all members with their comments, and the package is smaller.
 */
export function declarations(schemas: ReadonlyArray<readonly [name: string, schema: JsonSchema]>): string[] {
  const before: Declared[] = [];
  return schemas.map(([name, schema]) => {
    const comment = commentText(schema.description ?? "");
    if (schema.type !== "object" || schema.properties === undefined) {
      return `${comment}export type ${name} = ${typeText(schema)};\n`;
    }
    const members = membersOf(schema);
    const base = bestOf(members, before);
    before.push({ name, members });
    const own = members.filter((member) => !base?.repeated.has(member.text)).map(({ text }) => text);
    const heading = base === undefined ? name : `${name} extends ${base.type}`;
    return `${comment}export interface ${heading} {\n${own.join("")}}\n`;
  });
}

function bestOf(members: readonly Member[], before: readonly Declared[]): Base | undefined {
  return before
    .map((base) => repetition(members, base))
    .filter(({ saved }) => saved >= WORTH_IT)
    .sort((a, b) => b.saved - a.saved)[0];
}

/** Compared as text: two members that differ only in a comment keep both comments. */
function repetition(members: readonly Member[], base: Declared): Base {
  const own = new Set(members.map(({ text }) => text));
  const [kept, left] = [true, false].map((isKept) =>
    base.members.filter(({ text }) => own.has(text) === isKept),
  ) as [Member[], Member[]];
  const forms = [
    ...(left.length === 0 ? [base.name] : []),
    `Omit<${base.name}, ${names(left)}>`,
    `Pick<${base.name}, ${names(kept)}>`,
  ];
  const type = forms.reduce((shortest, form) => (form.length < shortest.length ? form : shortest));
  const written = kept.reduce((sum, { text }) => sum + text.length, 0);
  return { type, repeated: new Set(kept.map(({ text }) => text)), saved: written - type.length };
}

const names = (members: readonly Member[]) => members.map(({ name }) => JSON.stringify(name)).join(" | ");
