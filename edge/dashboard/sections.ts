import type { Hono } from "hono";
import type { DashboardEnv } from "./context.ts";
import type { SectionPath } from "./menu.ts";
import { audit } from "./pages/audit.tsx";
import { gallery } from "./pages/gallery.tsx";
import { keys } from "./pages/keys.tsx";
import { members } from "./pages/members.tsx";
import { overview } from "./pages/overview.tsx";
import { profile } from "./pages/profile.tsx";
import { documents, faces, fraud, liveness } from "./pages/results.tsx";
import { reviews } from "./pages/reviews.tsx";
import { settings } from "./pages/settings.tsx";
import { usage } from "./pages/usage.tsx";
import { verifications } from "./pages/verifications.tsx";
import { webhooks } from "./pages/webhooks.tsx";

/** The pages of every section. A section is added by a line here and one in `menu.ts`. */
export const SECTIONS: Readonly<Record<SectionPath, Hono<DashboardEnv>>> = {
  overview,
  verifications,
  reviews,
  gallery,
  documents,
  fraud,
  liveness,
  faces,
  keys,
  webhooks,
  usage,
  settings,
  members,
  profile,
  audit,
};
