import type { Role } from "../../../vocabulary/enumerations.ts";
import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { insertMember } from "../../store/accounts/members.ts";
import { insertUser } from "../../store/accounts/users.ts";
import { isDuplicate, type Statement } from "../../store/batch.ts";
import type { Services } from "../commit/context.ts";

/** The particulars that a new user gives. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface Membership {
  readonly tenantId: string;
  readonly role: Role;
}

/**
 * The rows of a new user who works for a tenant. `ifTaken` is for the `catch` of the batch that writes these
 * rows.
 */
export async function newUser(
  services: Services<"passwords">,
  { password, ...person }: Person,
  membership: Membership,
  now: number,
): Promise<{ userId: string; statements: Statement[] }> {
  const passwordHash = await services.passwords("anonymous").hash(password);
  return userRows(services, { ...person, passwordHash }, membership, now);
}

/** The same for a user without a password, who signs in by the identity provider. */
export function userRows(
  services: Services,
  { name, email, passwordHash }: Omit<Person, "password"> & { readonly passwordHash: string | null },
  { tenantId, role }: Membership,
  now: number,
): { userId: string; statements: Statement[] } {
  const userId = newId("user", now);
  const user = { id: userId, name, email: email.toLowerCase(), passwordHash };
  return {
    userId,
    statements: [
      ...insertUser(services.db, user, now),
      insertMember(services.db, { userId, tenantId, role, createdAt: now }),
    ],
  };
}

/** Throws 400 `invalid_parameter` if the batch failed because the address has an account. */
export function ifTaken(error: unknown): never {
  if (!isDuplicate(error, "users")) throw error;
  throw new ApiError("invalid_parameter", "This address cannot sign up. If you have an account, sign in.", {
    param: "email",
  });
}
