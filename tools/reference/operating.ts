import { z } from "zod";
import { ENV_SHAPE } from "#edge/env.ts";
import { VARIABLES } from "#inference/config.ts";
import { COMMAND_CODES } from "#local/admin/codes.ts";
import type { Command } from "#local/admin/command.ts";
import { callOf, shownFlag } from "#local/admin/help.ts";
import { allCommands } from "#local/admin/run.ts";
import { SETTINGS as EDGE } from "#local/edge/help.ts";
import { OWN_SHAPE } from "#local/edge/settings.ts";
import { SETTINGS as STACK } from "#local/stack/help.ts";
import { STACK_SHAPE } from "#local/stack/settings.ts";
import { codes, table, valuesIn } from "./markdown.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

const HEAD = ["setting", "default", "values", "what it does"];

/** The values that a setting may have, if its schema says so. */
const valuesOf = (schema: z.ZodType | undefined): string =>
  (schema && valuesIn(z.toJSONSchema(schema, { unrepresentable: "any" }))) ?? "–";

/** As a sentence; names such as gRPC keep their spelling. */
const sentence = (meaning: string) =>
  `${/^[a-z]+[ ,:]/.test(meaning) ? meaning.charAt(0).toUpperCase() + meaning.slice(1) : meaning}.`;

const usualOf = (usual: string) => (["required", "unset"].includes(usual) ? usual : `\`${usual}\``);

const rowOf = (shape: Shape, [name, usual, meaning]: readonly [string, string, string]) => [
  `\`${name}\``,
  usualOf(usual),
  valuesOf(shape[name]),
  sentence(meaning),
];

/** The settings of `npm run edge`. */
export const edgeSettings = (): string =>
  table(
    HEAD,
    EDGE.map((line) => rowOf({ ...ENV_SHAPE, ...OWN_SHAPE }, line)),
  );

/** The settings of `npm start`. */
export const stackSettings = (): string =>
  table(
    HEAD,
    STACK.map((line) => rowOf({ ...ENV_SHAPE, ...STACK_SHAPE }, line)),
  );

/** What a machine decides has no default on a page. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = { WORKERS: "one for each processor core" };

/** The settings of `npm run inference`. */
export function inferenceSettings(): string {
  const rows = Object.entries(VARIABLES.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(undefined);
    const usual = parsed.success ? String(parsed.data ?? "unset") : "required";
    const [, , ...rest] = rowOf({ [name]: schema }, [name, usual, schema.description ?? ""]);
    return [`\`${name}\``, OF_THE_MACHINE[name] ?? usualOf(usual), ...rest];
  });
  return table(HEAD, rows);
}

/** Flags as code: a renderer would otherwise make dashes of them. */
const withCode = (text: string) => text.replaceAll(/(?<![`\w])--[a-z][\w-]*/g, "`$&`");

/** The codes of the admin CLI. */
export const commandCodes = (): string =>
  table(
    ["code", "meaning"],
    COMMAND_CODES.map(([of, meaning]) => [codes(of), meaning]),
  );

/** Every command of the admin CLI, under a heading for each noun. */
export async function commands(): Promise<string> {
  const byNoun = Map.groupBy(Object.entries(await allCommands()), ([name]) => name.split(" ")[0]!);
  return [...byNoun]
    .map(([noun, of]) => [`## ${noun}`, ...of.map(([name, command]) => describe(name, command))].join("\n\n"))
    .join("\n\n");
}

function describe(name: string, command: Command): string {
  const { summary, details, flags } = command;
  const rows = Object.entries(flags).map(([flag, { value, text, required }]) => [
    `\`${shownFlag(flag, value)}\``,
    required === true ? "yes" : "no",
    sentence(text),
  ]);
  const parts = [
    `### ${name}`,
    withCode([`${summary}.`, details ?? []].flat().join(" ")),
    `\`\`\`text\n${callOf(name, command)}\n\`\`\``,
    rows.length === 0 ? [] : table(["flag", "required", "what it does"], rows),
  ];
  return parts.flat().join("\n\n");
}
