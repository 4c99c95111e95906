import { has, RIGHTS, type Right } from "#edge/dashboard/shell/roles.ts";
import { ROLES } from "#vocabulary/enumerations.ts";
import { table } from "./markdown.ts";

/** Every right of the dashboard, and the roles that have it. */
export function roles(): string {
  const rights = Object.entries(RIGHTS) as [Right, { readonly text: string }][];
  const rows = rights.map(([right, { text }]) => [
    text.charAt(0).toUpperCase() + text.slice(1),
    ...ROLES.map((role) => (has(role, right) ? "yes" : "–")),
  ]);
  return table(["a member may", ...ROLES], rows);
}
