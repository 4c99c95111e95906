/** Those of Durable Objects on Cloudflare (developers.cloudflare.com, "Data location"). */
export const JURISDICTIONS = ["eu", "us", "fedramp", "fedramp-high"] as const;
type Jurisdiction = (typeof JURISDICTIONS)[number];

/** The bindings that keep something of a caller: counters, hashes that wait, what is due. */
const NAMESPACES = ["RATE_COUNTERS", "ATTEMPT_COUNTERS", "PASSWORD_QUEUE", "WEBHOOK_DISPATCHER"] as const;

type Env = Readonly<Partial<Record<(typeof NAMESPACES)[number], object | undefined>>> & {
  readonly DO_JURISDICTION?: Jurisdiction | undefined;
};

/** What is wrong with `DO_JURISDICTION`; null for nothing. Where it cannot be kept, nothing starts. */
export const jurisdictionFault = (env: Env): string | null =>
  env.DO_JURISDICTION === undefined ||
  NAMESPACES.every((name) => typeof Reflect.get(env[name] ?? {}, "jurisdiction") === "function")
    ? null
    : "needs Durable Objects that a platform keeps in a jurisdiction";

/** The same settings, with Durable Objects that run and store in the jurisdiction alone. */
export function inJurisdiction<E extends Env>(env: E): E {
  const { DO_JURISDICTION } = env;
  if (DO_JURISDICTION === undefined) return env;
  const placed = NAMESPACES.map((name) => {
    const namespace = env[name] as unknown as { jurisdiction(name: Jurisdiction): object };
    return [name, namespace.jurisdiction(DO_JURISDICTION)];
  });
  return { ...env, ...Object.fromEntries(placed) };
}
