import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { VARIABLES } from "#edge/env.ts";
import { describeConfig } from "#inference/config.ts";
import { FORMATS } from "#inference/mrz/formats.ts";
import { inventHolder } from "#lab/material/documents/specimen.ts";
import { defaultTemplate } from "#lab/material/documents/templates.ts";
import { SAMPLE_SEED } from "#lab/material/person.ts";
import { allCommands } from "#local/admin/run.ts";
import { HELP } from "#local/edge/help.ts";
import { HELP as STACK_HELP } from "#local/stack/help.ts";
import { ROOT, type TextFile, textFiles } from "./files.ts";

// What a page names has to exist, also where no test can run the page: on a cluster, with Docker, on a GPU.

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

const pages = textFiles("docs/{tutorials,how-to,reference,explanation}/*.md");

/** What a pattern's first group matched on each page, with the page. */
const named = (files: readonly TextFile[], pattern: RegExp) =>
  files.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, name]) => ({ path, name: name! })));

const missing = (files: readonly TextFile[], pattern: RegExp, known: (name: string) => boolean) =>
  named(files, pattern).flatMap(({ path, name }) => (known(name) ? [] : [`${path}: ${name}`]));

it("the tutorial lists what the sample card shows, and other pages expect the same", () => {
  const { surname, givenNames, dateOfBirth, dateOfIssue, dateOfExpiry, ...rest } = inventHolder(
    SAMPLE_SEED,
    defaultTemplate("TD1"),
  );
  const printed = {
    ...{ first_name: givenNames, last_name: surname, date_of_birth: dateOfBirth, sex: rest.sex },
    ...{ document_number: rest.documentNumber, personal_number: rest.personalNumber },
    ...{ date_of_issue: dateOfIssue, date_of_expiry: dateOfExpiry },
    "issuing_country`, `nationality": rest.nationality,
  };
  const rows = Object.entries(printed).map(([field, value]) => `| \`${field}\` | ${value} |\n`);
  expect(textOf("docs/tutorials/first-verification.md")).toContain(rows.join(""));
  const expected = textOf("docs/how-to/check-known-details.md").match(/"date_of_birth": "[\d-]+"/)?.[0];
  expect(expected).toBe(`"date_of_birth": "${dateOfBirth}"`);
});

it("a script that a page runs is one of package.json", () => {
  const { scripts } = JSON.parse(textOf("package.json"));
  const script = /npm run (?:-s )?([a-z][\w:-]*)/g;
  expect(named(pages, script).length).toBeGreaterThan(20);
  expect(missing(pages, script, (name) => name in scripts)).toEqual([]);
});

/** A command of the operator with what follows it, to the end of the line or of the code. */
const ADMIN = /(?:run (?:-s )?admin --|admin\.ts|`admin) ([a-z][\w-]* [a-z][\w-]*(?:\\\n|[^\n`;|)])*)/g;

const COMMANDS = await allCommands();

/** Words of a command, as a page writes it, that the command line does not know. */
function unknownIn(command: string): string[] {
  const name = command.split(/\s+/).slice(0, 2).join(" ");
  if (!Object.hasOwn(COMMANDS, name)) return [name];
  const known = ["json", "help", ...Object.keys(COMMANDS[name]!.flags)].map((flag) => `--${flag}`);
  return (command.match(/(?<=[ [])--[a-z][\w-]*/g) ?? []).filter((flag) => !known.includes(flag));
}

it("a command of the operator that a page names is one of the command line, with its flags", () => {
  const found = named(pages, ADMIN);
  expect(found.length).toBeGreaterThan(20);
  const wrong = found.flatMap(({ path, name }) => unknownIn(name).map((word) => `${path}: ${name}: ${word}`));
  expect(wrong).toEqual([]);
  expect(unknownIn("keys create --tenant X [--made-up]")).toEqual(["--made-up"]);
  expect(unknownIn("keys creat --tenant X")).toEqual(["keys creat"]);
});

/**
 * Of the loader, ONNX Runtime's installer, SQLite's build, and of `webhooks listen` and receivers; and a
 * format of an MRZ, which looks like a setting.
 */
const FOREIGN = [
  ...["LD_LIBRARY_PATH", "ONNXRUNTIME_NODE_INSTALL", "SQLITE_SECURE_DELETE", "SELFSAME_WEBHOOK_SECRET"],
  "FRA_ID",
];

const ofCompose = ["compose", "milvus", "monitoring"].flatMap((name) =>
  [...textOf(`deploy/compose/${name}.yaml`).matchAll(/\$\{([A-Z_]+)/g)].map(([, variable]) => variable!),
);

it("a setting that a page names is one of a program", () => {
  const help = [describeConfig(), HELP, STACK_HELP].join("\n");
  const known = new Set([
    ...(help.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
    ...VARIABLES,
    ...ofCompose,
    ...FOREIGN,
    ...FORMATS.map(({ name }) => name),
  ]);
  const setting = /`([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?:=[^`]*)?`/g;
  expect(named(pages, setting).length).toBeGreaterThan(40);
  expect(missing(pages, setting, (name) => known.has(name))).toEqual([]);
});

/** Files that the reader makes. */
const MADE = /^deploy\/(compose\/(\.env|tls\.pem)|kubernetes\/overlays\/mine\b.*)$/;

it("a file of deploy/ that a page names is there", () => {
  const file = /(?<![\w/])(deploy\/[\w./-]*\w)/g;
  expect(named(pages, file).length).toBeGreaterThan(10);
  expect(missing(pages, file, (name) => MADE.test(name) || existsSync(join(ROOT, name)))).toEqual([]);
});
