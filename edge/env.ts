import { z } from "zod";
import { SettingsError, settingFault } from "../vocabulary/setting-faults.ts";
import { accountVariables, identityFaults, identityVariables, signUpFault } from "./accounts/settings.ts";
import { receiptVariables, sharedSigningKey, tokenVariables } from "./auth/settings.ts";
import { credentialVariables } from "./credentials/settings.ts";
import { inferenceUrlFault, inferenceUrls, inferenceVariables } from "./inference/settings.ts";
import { changedLimits, limitVariables } from "./limits/settings.ts";
import { mediaVariables } from "./media/settings.ts";
import {
  clientAddressFault,
  deploymentVariables,
  inJurisdiction,
  jurisdictionFault,
} from "./platform/deployment.ts";
import { mailFaults, mailVariables } from "./platform/mail.ts";
import { quotaVariables } from "./platform/quotas.ts";
import { isPlaintextBeyondLoopback, PLAINTEXT } from "./platform/variables.ts";
import { databaseVariables } from "./store/settings.ts";
import { localOnlySettings, networkFaults, publicUrlFault, webhookVariables } from "./webhooks/settings.ts";

/** The Worker's bindings: variables and secrets as text, resources as objects. */
export type Bindings = Readonly<Record<string, unknown>>;

/** The variables of all parts of the service. */
const envSchema = z
  .object({
    ...deploymentVariables,
    ...databaseVariables,
    ...inferenceVariables,
    ...tokenVariables,
    ...receiptVariables,
    ...credentialVariables,
    ...accountVariables,
    ...identityVariables,
    ...mediaVariables,
    ...limitVariables,
    ...mailVariables,
    ...webhookVariables,
    ...quotaVariables,
  })
  .superRefine((env, context) => {
    const refuse = (names: readonly string[], message: string) => {
      for (const name of names) context.addIssue({ code: "custom", path: [name], message });
    };
    const localOnly = [...localOnlySettings(env), ...changedLimits(env)];
    if (!env.LOCAL_STACK) refuse(localOnly, "is for a local stack only");
    const backEnds = [{ name: "DATABASE_URL", url: env.DATABASE_URL }, ...inferenceUrls(env)];
    const urls = [...backEnds, { name: "PUBLIC_URL", url: env.PUBLIC_URL }];
    if (!env.PLAINTEXT_BEYOND_LOOPBACK) {
      const plain = urls.filter(({ url }) => isPlaintextBeyondLoopback(url)).map(({ name }) => name);
      refuse(plain, PLAINTEXT);
    }
    for (const { name, message } of networkFaults(env, backEnds)) refuse([name], message);
    refuse(sharedSigningKey(env), "is a key of session tokens");
    const faults = {
      ...mailFaults(env),
      ...identityFaults(env),
      PUBLIC_URL: publicUrlFault(env),
      INFERENCE_URL: inferenceUrlFault(env),
      SIGN_UP: signUpFault(env),
      CLIENT_ADDRESS_HEADER: clientAddressFault(env),
      DO_JURISDICTION: jurisdictionFault(env),
    };
    for (const [name, fault] of Object.entries(faults)) if (fault !== null) refuse([name], fault);
  });

export type Env = z.output<typeof envSchema>;

/** The schemas of all variables and bindings, by name. */
export const ENV_SHAPE = envSchema.shape;
/** Their names. */
export const VARIABLES: readonly string[] = Object.keys(ENV_SHAPE);

/** Reads and checks every setting; throws `SettingsError`. */
export function readEnv(bindings: Bindings): Env {
  const result = envSchema.safeParse(bindings);
  if (result.success) return inJurisdiction(result.data);
  throw new SettingsError(result.error.issues.map((issue) => settingFault(issue, bindings)));
}
