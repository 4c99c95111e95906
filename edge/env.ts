import { z } from "zod";
import { accountVariables } from "./accounts/settings.ts";
import { tokenVariables } from "./auth/settings.ts";
import { inferenceVariables } from "./inference/settings.ts";
import { changedLimits, limitVariables } from "./limits/settings.ts";
import { mediaVariables } from "./media/settings.ts";
import { mailVariables, missingMailVariables } from "./ports/mail.ts";
import { deploymentVariables } from "./settings/deployment.ts";
import { databaseVariables } from "./store/settings.ts";
import { localOnlySettings, webhookVariables } from "./webhooks/settings.ts";

/** The host's bindings of the Worker: variables and secrets as text, resources as objects. */
export type Bindings = Readonly<Record<string, unknown>>;

/** Each part of the service says which variables it reads; here they come together. */
const envSchema = z
  .object({
    ...deploymentVariables,
    ...databaseVariables,
    ...inferenceVariables,
    ...tokenVariables,
    ...accountVariables,
    ...mediaVariables,
    ...limitVariables,
    ...mailVariables,
    ...webhookVariables,
  })
  .superRefine((env, context) => {
    const refuse = (names: readonly string[], message: string) => {
      for (const name of names) context.addIssue({ code: "custom", path: [name], message });
    };
    const localOnly = [...localOnlySettings(env), ...changedLimits(env)];
    if (!env.LOCAL_STACK) refuse(localOnly, "is for a local stack only");
    refuse(missingMailVariables(env), "is missing beside the other mail settings");
  });

export type Env = z.output<typeof envSchema>;

/** The settings do not hold. The message names each wrong variable and never a value. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/** Reads and checks every setting; throws `EnvError`. */
export function readEnv(bindings: Bindings): Env {
  const result = envSchema.safeParse(bindings);
  if (result.success) return result.data;
  // Only our own words: a parser's message about a secret might quote it.
  const wrong = result.error.issues.map(({ path, code, message }) => {
    return `${String(path[0])}: ${code === "custom" ? message : code}`;
  });
  throw new EnvError(wrong.join("; "));
}
