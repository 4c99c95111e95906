/** The menu: what stands under which heading. `path` is the section's under `/dashboard/{mode}/`. */
export const MENU = [
  { path: "keys", title: "API keys", group: "Developers" },
] as const satisfies readonly MenuEntry[];

interface MenuEntry {
  readonly path: string;
  readonly title: string;
  readonly group: "Identity" | "Results" | "Developers" | "Account";
}

export type SectionPath = (typeof MENU)[number]["path"];
