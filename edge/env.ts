import { z } from "zod";
import { type Rule, readSettings } from "../vocabulary/setting-faults.ts";
import { accountVariables, IDENTITY_RULES, identityVariables, signUpFault } from "./accounts/settings.ts";
import { receiptVariables, sharedKeyFault, tokenVariables } from "./auth/settings.ts";
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
import { plaintextFault } from "./platform/variables.ts";
import { databaseVariables } from "./store/settings.ts";
import { localOnlySettings, networkFaults, publicUrlFault, webhookVariables } from "./webhooks/settings.ts";

/** The Worker's bindings: variables and secrets as text, resources as objects. */
export type Bindings = Readonly<Record<string, unknown>>;

/** The variables of all parts of the service. */
const envSchema = z.object({
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
});

export type Env = z.output<typeof envSchema>;

/** A fault of each setting that only a local stack may have. */
const localOnly = (env: Env, names: readonly string[]) =>
  Object.fromEntries(env.LOCAL_STACK ? [] : names.map((name) => [name, "is for a local stack only"]));

const RULES: readonly Rule<Env>[] = [
  (env) => localOnly(env, localOnlySettings(env)),
  (env) => localOnly(env, changedLimits(env)),
  (env) => ({ DATABASE_URL: plaintextFault(env, env.DATABASE_URL) }),
  (env) => ({ INFERENCE_URL: plaintextFault(env, env.INFERENCE_URL) }),
  (env) => ({ INFERENCE_URLS: plaintextFault(env, ...(env.INFERENCE_URLS ?? [])) }),
  (env) => ({ PUBLIC_URL: plaintextFault(env, env.PUBLIC_URL) }),
  (env) => networkFaults(env, () => [{ name: "DATABASE_URL", url: env.DATABASE_URL }, ...inferenceUrls(env)]),
  (env) => ({ RECEIPT_SIGNING_JWK: sharedKeyFault(env) }),
  mailFaults,
  ...IDENTITY_RULES,
  (env) => ({ PUBLIC_URL: publicUrlFault(env) }),
  (env) => ({ INFERENCE_URL: inferenceUrlFault(env) }),
  (env) => ({ SIGN_UP: signUpFault(env) }),
  (env) => ({ CLIENT_ADDRESS_HEADER: clientAddressFault(env) }),
  (env) => ({ DO_JURISDICTION: jurisdictionFault(env) }),
];

/** The schemas of all variables and bindings, by name. */
export const ENV_SHAPE = envSchema.shape;
/** Their names. */
export const VARIABLES: readonly string[] = Object.keys(ENV_SHAPE);

/** Reads and checks every setting; an empty one is unset. Throws `SettingsError`. */
export const readEnv = (bindings: Bindings): Env => inJurisdiction(readSettings(envSchema, bindings, RULES));
