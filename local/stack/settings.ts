import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { deploymentVariables } from "../../edge/platform/deployment.ts";
import { pemFile } from "../../inference/settings/files.ts";
import { readSettings } from "../../vocabulary/setting-faults.ts";
import { dataFolder } from "../folder.ts";

const isSource = (from: string): boolean =>
  /^https?:\/\//.test(from)
    ? URL.canParse(from)
    : statSync(from, { throwIfNoEntry: false })?.isDirectory() === true;

/** The stack's own variables; `help.ts` says what each does. */
export const STACK_SHAPE = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  PUBLIC_URL: deploymentVariables.PUBLIC_URL.optional(),
  SELFSAME_DATA: dataFolder.default(".local"),
  MODELS_FROM: z
    .string()
    .refine(isSource, "must be a folder that exists, or an http or https URL")
    .optional(),
  MODELS_PULL: z.stringbool().default(true),
  WEBHOOK_EXTRA_CA: pemFile("certificate").optional(),
};

const environment = z.object(STACK_SHAPE);

export interface StackSettings {
  /** Port of the API; 0: any free port. */
  readonly port: number;
  /** The address of this stack through a proxy or a tunnel; undefined if only this machine reaches it. */
  readonly publicUrl: string | undefined;
  /** Absolute path of the folder that keeps everything. */
  readonly dataFolder: string;
  /** Folder or URL of the recommended models. */
  readonly modelsFrom: string | undefined;
  /** Whether missing recommended models are pulled. */
  readonly modelsPull: boolean;
}

/** Reads the stack's own settings; an empty one is unset. Throws SettingsError. */
export function readStackSettings(source: NodeJS.ProcessEnv): StackSettings {
  const { PORT, PUBLIC_URL, SELFSAME_DATA, MODELS_FROM, MODELS_PULL } = readSettings(environment, source);
  return {
    port: PORT,
    publicUrl: PUBLIC_URL,
    dataFolder: resolve(SELFSAME_DATA),
    modelsFrom: MODELS_FROM,
    modelsPull: MODELS_PULL,
  };
}
