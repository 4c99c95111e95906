import { z } from "zod";
import { MASTER_KEY_BYTES } from "../crypto/key-ring.ts";
import { base64Keys, httpUrl, isLoopback, seconds } from "./variables.ts";

/** The jurisdictions of Durable Objects on Cloudflare (developers.cloudflare.com, "Data location"). */
const JURISDICTIONS = ["eu", "us", "fedramp", "fedramp-high"] as const;
type Jurisdiction = (typeof JURISDICTIONS)[number];

/** The Durable Objects that hold caller data. */
const NAMESPACES = ["RATE_COUNTERS", "ATTEMPT_COUNTERS", "PASSWORD_QUEUE", "WEBHOOK_DISPATCHER"] as const;

type Env = Readonly<Partial<Record<(typeof NAMESPACES)[number], object | undefined>>> & {
  readonly DO_JURISDICTION?: Jurisdiction | undefined;
};

/** Why `DO_JURISDICTION` is invalid, or null. If it cannot be kept, nothing starts. */
export const jurisdictionFault = (env: Env): string | null =>
  env.DO_JURISDICTION === undefined ||
  NAMESPACES.every((name) => typeof Reflect.get(env[name] ?? {}, "jurisdiction") === "function")
    ? null
    : "needs Durable Objects that a platform keeps in a jurisdiction";

/** The same settings, with Durable Objects that run and store only in the jurisdiction. */
export function inJurisdiction<E extends Env>(env: E): E {
  const { DO_JURISDICTION } = env;
  if (DO_JURISDICTION === undefined) return env;
  const placed = NAMESPACES.map((name) => {
    const namespace = env[name] as unknown as { jurisdiction(name: Jurisdiction): object };
    return [name, namespace.jurisdiction(DO_JURISDICTION)];
  });
  return { ...env, ...Object.fromEntries(placed) };
}

function isRoot(url: string): boolean {
  // What is no URL is rejected as such.
  const parsed = URL.parse(url);
  return parsed === null || parsed.href === `${parsed.origin}/`;
}

/** A rotation needs two. */
export const MAX_DATA_KEYS = 8;

/** The settings of the deployment as a whole. Every other setting belongs to the part that reads it. */
export const deploymentVariables = {
  /**
   * Whether this is a developer's machine: only there settings for tests are accepted, and mail goes to the
   * console.
   */
  LOCAL_STACK: z.stringbool().default(false),
  /** Whether the database and inference may be called without encryption: only over a trusted network. */
  PLAINTEXT_BEYOND_LOOPBACK: z.stringbool().default(false),
  /** The service's URL for callers and browsers: the root of a host. */
  PUBLIC_URL: httpUrl.refine(
    isRoot,
    "must end after the host or port, such as https://id.example.com: the service is at the root of a host",
  ),
  /**
   * How long a request may take until it is answered 503. Shorter than what a call leases: its
   * Idempotency-Key and its unit of usage are held for 90 s.
   */
  REQUEST_DEADLINE: seconds(60),
  /**
   * The master keys, which encrypt the tenants' keys and the service's own: each 32 bytes in base64, newest
   * first, with commas between them. The newest wraps, all of them unwrap.
   */
  DATA_KEYS: base64Keys(MASTER_KEY_BYTES, MAX_DATA_KEYS),
  /**
   * The source of a client's address: `cloudflare`, `none`, or the header of your own proxy. See
   * `http/caller/client-address.ts`.
   */
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be cloudflare, none, or the name of a header such as X-Real-IP")
    .optional(),
  /** The jurisdiction of Durable Objects; anywhere when absent. Only Cloudflare supports it. */
  DO_JURISDICTION: z.enum(JURISDICTIONS).optional(),
};

const schema = z.object(deploymentVariables);
export type DeploymentSettings = z.output<typeof schema>;

/** Whether others than this machine's users can reach the service, by its public URL. */
export function isPublic(publicUrl: string): boolean {
  // A wrong one is rejected by its name, after this.
  if (!URL.canParse(publicUrl)) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" || !isLoopback(hostname);
}

const identity = schema.pick({ PUBLIC_URL: true, LOCAL_STACK: true });

/** The host name by which the service is called. */
interface Identity {
  readonly publicUrl: URL;
  /** Whether a call to this `Host`, without its port, is for this service. */
  answersTo(hostname: string): boolean;
}

/**
 * Read from the bindings themselves, for middleware that runs before the services exist. Null for invalid
 * settings: with these no service opens.
 */
export function identityOf(bindings: unknown): Identity | null {
  const { data } = identity.safeParse(bindings);
  if (data === undefined) return null;
  const publicUrl = new URL(data.PUBLIC_URL);
  const isLocal = data.LOCAL_STACK || isLoopback(publicUrl.hostname);
  return {
    publicUrl,
    answersTo: (hostname) => hostname === publicUrl.hostname || (isLocal && isLoopback(hostname)),
  };
}

/** Why `CLIENT_ADDRESS_HEADER` is invalid, or null. A public deployment must set it. */
export const clientAddressFault = (env: DeploymentSettings): string | null =>
  isPublic(env.PUBLIC_URL) && env.CLIENT_ADDRESS_HEADER === undefined
    ? "must be cloudflare, none, or the header in which your proxy sends a client's address, since PUBLIC_URL is public"
    : null;
