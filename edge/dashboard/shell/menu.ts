/** The menu: every section with its heading. `path` is relative to `/dashboard/{mode}/`. */
export const MENU = [
  { path: "overview", title: "Overview", group: "Identity" },
  { path: "verifications", title: "Verifications", group: "Identity" },
  { path: "reviews", title: "Review queue", group: "Identity" },
  { path: "gallery", title: "Gallery", group: "Identity" },
  { path: "documents", title: "Documents", group: "Results" },
  { path: "fraud", title: "Fraud", group: "Results" },
  { path: "liveness", title: "Liveness", group: "Results" },
  { path: "faces", title: "Face comparisons", group: "Results" },
  { path: "keys", title: "API keys", group: "Developers" },
  { path: "webhooks", title: "Webhooks", group: "Developers" },
  { path: "capture", title: "Capture", group: "Developers" },
  { path: "usage", title: "Usage", group: "Account" },
  { path: "settings", title: "Settings", group: "Account" },
  { path: "members", title: "Members", group: "Account" },
  { path: "profile", title: "Profile", group: "Account" },
  { path: "audit", title: "Audit log", group: "Account" },
] as const satisfies readonly MenuEntry[];

interface MenuEntry {
  readonly path: string;
  readonly title: string;
  readonly group: "Identity" | "Results" | "Developers" | "Account";
}

export type SectionPath = (typeof MENU)[number]["path"];
