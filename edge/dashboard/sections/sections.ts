import type { Hono } from "hono";
import type { DashboardEnv } from "../shell/context.ts";
import type { SectionPath } from "../shell/menu.ts";
import { audit } from "./audit/audit.tsx";
import { capture } from "./capture/capture.tsx";
import { gallery } from "./gallery.tsx";
import { lists } from "./lists.tsx";
import { overview } from "./overview/overview.tsx";
import { policies } from "./policies/policies.tsx";
import { profile } from "./profile.tsx";
import { credentials, documents, faces, fraud, liveness, signed } from "./results/results.tsx";
import { keys } from "./tenant/keys.tsx";
import { members } from "./tenant/members.tsx";
import { settings } from "./tenant/settings.tsx";
import { usage } from "./tenant/usage.tsx";
import { reviews } from "./verifications/reviews.tsx";
import { verifications } from "./verifications/verifications.tsx";
import { webhooks } from "./webhooks/webhooks.tsx";

/** The pages of every section. A section is added by a line here and one in `menu.ts`. */
export const SECTIONS: Readonly<Record<SectionPath, Hono<DashboardEnv>>> = {
  overview,
  verifications,
  reviews,
  gallery,
  lists,
  documents,
  signed,
  credentials,
  fraud,
  liveness,
  faces,
  policies,
  keys,
  webhooks,
  capture,
  usage,
  settings,
  members,
  profile,
  audit,
};
