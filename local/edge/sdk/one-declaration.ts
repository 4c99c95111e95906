import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

interface Declaration {
  readonly name: string;
  /** Its module, from the folder on. */
  readonly module: string;
  readonly comment: string;
  readonly text: string;
}

/**
 * The types of a package as one module, from the declarations that the compiler wrote into a folder: the
 * entry's named exports and their dependencies. For a module that the entry exports as a whole, the needed
 * declarations are exported as well. Throws if two needed declarations have one name.
 */
export async function oneDeclaration(folder: string, entry: string): Promise<string> {
  const modules = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".d.ts"));
  const found = await Promise.all(
    modules.map(async (module) => declarationsOf(module, await readFile(join(folder, module), "utf8"))),
  );
  const { names, wholes } = exportsOf(await readFile(join(folder, entry), "utf8"));
  const needed = reached(names, withResources(found.flat()));
  const written = needed.map((each) => {
    const isExported = names.includes(each.name) || wholes.some((whole) => each.module.endsWith(whole));
    return isExported ? `${each.comment}export ${each.text}` : unnamed(each);
  });
  // Without it, all that is declared would be exported.
  return forTenants(tabbed([...written, "export {};\n"].join("")));
}

/**
 * A user cannot name an unexported type, so only its members matter. A function matters by its exported form.
 */
const unnamed = ({ comment, text }: Declaration): string =>
  /^declare function /.test(text) ? comment + text : text;

/**
 * Removes references to our own contract, and `readonly` from the members of types that are no classes: it
 * does not affect which values are assignable.
 */
const forTenants = (text: string): string =>
  text
    .replace(/ \(contract §[\d.]+\)/g, "")
    .replace(/\{\n\}/g, "{}")
    .split(/^(?=export |declare |interface |type |\/\*\*)/m)
    .map((part) =>
      /^(?:export )?(?:interface|type) /.test(part) ? part.replace(/^(\t+)readonly (?=[\w[])/gm, "$1") : part,
    )
    .join("");

const START = /^(?:export )?((?:declare )?(?:interface|type|class|function|const) (\w+)[\s\S]*)/;

/** The compiler begins each statement, and each comment before one, at the start of a line. */
function declarationsOf(module: string, text: string): Declaration[] {
  const statements = text.split(/^(?=export |declare |interface |type |import |\/\*\*)/m);
  return statements.flatMap((statement, index) => {
    const [, written, name] = START.exec(statement) ?? [];
    if (written === undefined || name === undefined) return [];
    const before = statements[index - 1] ?? "";
    const comment = before.startsWith("/**") ? before : "";
    return { name, module, comment, text: written.replace(/import\("[^"]+"\)\./g, "") };
  });
}

function exportsOf(text: string) {
  const clauses = [...text.matchAll(/^export (?:type )?\{(.*)\} from/gm)].map(([, names]) => names!);
  return {
    names: clauses.flatMap((clause) => clause.split(",")).map((name) => name.trim().replace(/^type /, "")),
    wholes: [...text.matchAll(/^export type \* from ".*?(\w+\/\w+)\.ts"/gm)].map(
      ([, path]) => `${path}.d.ts`,
    ),
  };
}

const RESOURCE = /^declare const \w+: \(call: [^)]*\) => (\{[\s\S]*\});\n$/;

/** A resource is the return type of its function; how it calls does not concern readers of the types. */
function withResources(all: readonly Declaration[]): Declaration[] {
  const resources = new Map(all.filter(({ text }) => RESOURCE.test(text)).map((each) => [each.name, each]));
  const member = /^( *)(readonly \w+: )ReturnType<typeof (\w+)>;/gm;
  const written = (text: string) =>
    text.replace(member, (whole, indent: string, start: string, name: string) => {
      const resource = resources.get(name);
      if (resource === undefined) return whole;
      const [, type] = RESOURCE.exec(resource.text)!;
      return `${resource.comment}${start}${type};`.replace(/^/gm, indent);
    });
  return all
    .filter(({ name }) => !resources.has(name))
    .map((each) => ({ ...each, text: written(each.text) }));
}

/** Comments, literals, and the names of members and parameters. */
const NO_REFERENCE = /\/\*\*.*?\*\/|"[^"]*"|\w+\??:/gs;

/** The named declarations, then those that they name, and so on. */
function reached(names: readonly string[], all: readonly Declaration[]): Declaration[] {
  const wanted = new Set(names);
  const needed: Declaration[] = [];
  for (const name of wanted) {
    const [declaration, other] = all.filter((each) => each.name === name);
    if (other !== undefined) throw new Error(`${name} is declared twice`);
    if (declaration === undefined) continue;
    needed.push(declaration);
    for (const word of declaration.text.replace(NO_REFERENCE, "").match(/\w+/g) ?? []) wanted.add(word);
  }
  return needed;
}

/** One tab for each indentation of four spaces that the compiler wrote. */
const tabbed = (text: string) => text.replace(/^(?: {4})+/gm, (blanks) => "\t".repeat(blanks.length / 4));
