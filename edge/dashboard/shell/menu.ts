import type { Right } from "./roles.ts";

/**
 * The menu: every section with its heading and the right that its pages need. `path` is relative to
 * `/dashboard/{mode}/`.
 */
export const MENU = [
  { path: "overview", title: "Overview", group: "Identity", right: "results.read" },
  { path: "verifications", title: "Verifications", group: "Identity", right: "results.read" },
  { path: "reviews", title: "Review queue", group: "Identity", right: "results.read" },
  { path: "gallery", title: "Gallery", group: "Identity", right: "results.read" },
  { path: "lists", title: "Lists", group: "Identity", right: "list.read" },
  { path: "documents", title: "Documents", group: "Results", right: "results.read" },
  { path: "signed", title: "Signed evidence", group: "Results", right: "results.read" },
  { path: "credentials", title: "Credentials", group: "Results", right: "results.read" },
  { path: "fraud", title: "Fraud", group: "Results", right: "results.read" },
  { path: "liveness", title: "Liveness", group: "Results", right: "results.read" },
  { path: "faces", title: "Face comparisons", group: "Results", right: "results.read" },
  { path: "policies", title: "Policies", group: "Developers", right: "policy.read" },
  { path: "keys", title: "API keys", group: "Developers", right: "key.read" },
  { path: "webhooks", title: "Webhooks", group: "Developers", right: "webhook.read" },
  { path: "capture", title: "Capture", group: "Developers", right: "capture.read" },
  { path: "usage", title: "Usage", group: "Account", right: "results.read" },
  { path: "settings", title: "Settings", group: "Account", right: "settings.read" },
  { path: "members", title: "Members", group: "Account", right: "member.read" },
  { path: "profile", title: "Profile", group: "Account", right: "profile.change" },
  { path: "audit", title: "Audit log", group: "Account", right: "audit.read" },
] as const satisfies readonly MenuEntry[];

interface MenuEntry {
  readonly path: string;
  readonly title: string;
  readonly group: "Identity" | "Results" | "Developers" | "Account";
  readonly right: Right;
}

export type SectionPath = (typeof MENU)[number]["path"];
