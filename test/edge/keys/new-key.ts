import type { KeyRights } from "#edge/auth/key-rights.ts";
import { createKey } from "#edge/operations/tenants/keys.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import type { TestEdge, TestTenant } from "#test/harness/edge/test-edge.ts";

/** A new test key of the tenant, and its id. */
export function newKey(
  { services }: Pick<TestEdge, "services">,
  tenant: TestTenant,
  rights: Partial<KeyRights>,
): Promise<{ id: string; key: string }> {
  const ctx = { services, scope: tenant.scope("test"), actor: OPERATOR, now: services.clock() };
  return createKey(ctx, { scopes: null, networks: null, expiresAt: null, ...rights });
}

/** Every operation of the document that a key may call, with values in the place of its parameters. */
export function keyOperations(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly [name: string]: unknown }>>>>;
}): { readonly method: string; readonly path: string; readonly scopes: readonly string[] | undefined }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => (security as object[]).some((each) => "secretKey" in each))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, "x"),
        scopes: operation["x-scopes"] as readonly string[] | undefined,
      })),
  );
}
