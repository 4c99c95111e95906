import type { Scope } from "../core/scope.ts";
import type { Vault } from "../crypto/vault.ts";
import type { Expected } from "../verdicts/details/compare.ts";
import type { Verification } from "../verification/types.ts";

/** The encryption context of a verification's expected details. */
const contextOf = (verificationId: string) => `expected:${verificationId}`;

/** The expected details as the database holds them: they are about a person, so they are encrypted. */
export function encryptExpected(
  vault: Vault,
  scope: Scope,
  verificationId: string,
  expected: Expected,
): Promise<Uint8Array> {
  const plain = new TextEncoder().encode(JSON.stringify(expected));
  return vault.encrypt(scope, contextOf(verificationId), plain);
}

/** The details that the tenant expects; null for none. */
export async function readExpected(
  vault: Vault,
  scope: Scope,
  { id, expected }: Pick<Verification, "id" | "expected">,
): Promise<Expected | null> {
  if (expected === null) return null;
  const plain = await vault.open(scope, contextOf(id), expected);
  return JSON.parse(new TextDecoder().decode(plain)) as Expected;
}
