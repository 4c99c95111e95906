import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { z } from "zod";
import { jsonFault } from "../../edge/http/body/json-fault.ts";
import { pathText } from "../../edge/http/received.ts";

/** Writes a file whole or not at all, readable by its owner only. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** A file of the data folder whose content cannot be used. */
export class DamagedFileError extends Error {
  readonly code = "file_damaged";

  constructor(path: string, fault: string, remedy: string) {
    super(`${path} ${fault}. ${remedy}.`);
  }
}

/** The file's JSON, or undefined when there is no such file. Throws `DamagedFileError` for another text. */
async function readJson(path: string, remedy: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const fault = jsonFault(text);
  if (fault === null) return JSON.parse(text);
  const { line, column, words } = fault;
  throw new DamagedFileError(path, `is not valid JSON. Line ${line}, column ${column}: ${words}`, remedy);
}

/** The same in a form. Throws `DamagedFileError` that names the first field that is missing or wrong. */
export async function readJsonAs<S extends z.ZodType>(
  path: string,
  schema: S,
  remedy: string,
): Promise<z.output<S> | undefined> {
  const kept = await readJson(path, remedy);
  if (kept === undefined) return undefined;
  const { data, error } = schema.safeParse(kept);
  if (error === undefined) return data;
  throw new DamagedFileError(path, `lacks ${pathText(error.issues[0]!.path) || "an object"}`, remedy);
}

/** Whether the file has content: SQLite takes an empty file for a new database. */
export const hasContent = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** What other programs read of the stack file, which is there while the stack runs. */
export interface StackFile {
  /** URL of the database's server. */
  readonly database: string;
  /** The URL by which browsers reach the service: that of the API if PUBLIC_URL is not set. */
  readonly public_url: string;
}

/** The stack file's content, or undefined when there is none. Throws `DamagedFileError` for another text. */
export const readStackFile = (path: string): Promise<unknown> =>
  readJson(path, "Move it away: npm start writes it again");

/** The paths of files and folders in the data folder. */
export function layout(dataFolder: string) {
  const at = (name: string) => join(dataFolder, name);
  return {
    secrets: at("secrets.json"),
    firstTenant: at("first-tenant.json"),
    stack: at("stack.json"),
    database: at("selfsame.db"),
    bundle: at("bundle"),
    media: at("media"),
    models: at("models"),
  };
}

export type Layout = ReturnType<typeof layout>;
