import { listMembers } from "../../store/accounts/members.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * The person who acts: a member's id, `operator`, or for an API call the name that the tenant gives its
 * reviewer. A name that is the address or the id of a member is this member, so that one person has no second
 * name in the dashboard.
 */
export async function reviewerOf(
  { services, scope, actor }: ScopeContext,
  actingAs: string | undefined,
): Promise<string> {
  if (actor.kind === "staff") return actor.userId;
  if (actor.kind === "operator") return actor.kind;
  if (actingAs === undefined) throw new Error("An API call acts as a reviewer.");
  const name = foldedName(actingAs);
  const members = await listMembers(services.db, scope.tenantId);
  const member = members.find(({ userId, email }) => [userId, email].some((of) => foldedName(of) === name));
  return member?.userId ?? name;
}

/** One text for the ways to write a name: case, width and spaces distinguish no people. */
const foldedName = (name: string) => name.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
