import { z } from "zod";
import { fromBase64 } from "./crypto/encoding.ts";
import type { CounterNamespace } from "./limits/limiter.ts";
import { changedLimits, limitVariables } from "./limits/rules.ts";
import { mailVariables, missingMailVariables } from "./ports/mail.ts";
import { misplacedVariables, webhookVariables } from "./webhooks/settings.ts";

/** What the host binds to the Worker: variables and secrets as text, resources as objects. */
export type Bindings = Readonly<Record<string, unknown>>;

const jwk = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  kid: z.string().min(1),
  x: z.string().min(1),
});
const signingJwk = jwk.extend({ d: z.string().min(1) });

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is not JSON" });
    return z.NEVER;
  }
});

const base64Bytes = (length: number) =>
  z.base64().transform((text, context) => {
    const bytes = fromBase64(text);
    if (bytes.length !== length) context.addIssue({ code: "custom", message: `is not ${length} bytes` });
    return bytes;
  });

const httpUrl = z.url({ protocol: /^https?$/ });

/** A bound object that has these methods. */
const binding = <T>(...methods: (keyof T & string)[]) =>
  z.custom<T>(
    (value) =>
      typeof value === "object" &&
      value !== null &&
      methods.every((method) => typeof Reflect.get(value, method) === "function"),
    `lacks one of ${methods.join(", ")}`,
  );

/** The part of an R2 bucket that is used. */
export interface ObjectStore {
  put(key: string, value: Uint8Array): Promise<unknown>;
  get(key: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | null>;
  /** 1,000 keys at most; those that are not there are none. */
  delete(keys: string[]): Promise<void>;
}

/** A service binding: the network that webhooks leave by. */
export interface Egress {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** The part of the dispatcher's Durable Object namespace that is used. */
export interface DispatcherNamespace {
  idFromName(name: string): unknown;
  get(id: never): { wake(): Promise<void> };
}

const envSchema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^(https?|libsql)$/ }),
    DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
    INFERENCE_URL: httpUrl,
    INFERENCE_TOKEN: z.string().min(1),
    /** The private key that signs session tokens; `kid` names it in each token. */
    TOKEN_SIGNING_JWK: json.pipe(signingJwk),
    /** Public keys whose tokens are still accepted while the signing key is being rotated. */
    TOKEN_VERIFY_JWKS: json.pipe(z.object({ keys: z.array(jwk) })).optional(),
    /** Root of every key that seals data at rest: 32 bytes in base64. */
    DATA_KEY: base64Bytes(32),
    PUBLIC_URL: httpUrl,
    /** Whether anybody may sign up to the dashboard; closed: by invitation alone. */
    SIGN_UP: z.enum(["open", "closed"]).default("open"),
    /** The header in which the host, or the proxy before it, tells a client's address: see `http/client-address.ts`. */
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
    MEDIA: binding<ObjectStore>("put", "get", "delete").optional(),
    WEBHOOK_EGRESS: binding<Egress>("fetch").optional(),
    /** Absent where the runtime has no Durable Objects: then limits hold within one process. */
    RATE_COUNTERS: binding<CounterNamespace>("idFromName", "get").optional(),
    /** Absent where the runtime has no Durable Objects: then each call sweeps by itself. */
    WEBHOOK_DISPATCHER: binding<DispatcherNamespace>("idFromName", "get").optional(),
    ...limitVariables,
    ...mailVariables,
    ...webhookVariables,
  })
  .superRefine((env, context) => {
    const changed = env.LOCAL_STACK ? [] : changedLimits(env);
    for (const name of [...misplacedVariables(env), ...changed]) {
      context.addIssue({ code: "custom", path: [name], message: "is for a local stack only" });
    }
    for (const name of missingMailVariables(env)) {
      context.addIssue({
        code: "custom",
        path: [name],
        message: "is missing beside the other mail settings",
      });
    }
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
