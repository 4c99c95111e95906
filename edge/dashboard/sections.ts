import type { Hono } from "hono";
import type { DashboardEnv } from "./context.ts";
import type { SectionPath } from "./menu.ts";
import { keys } from "./pages/keys.tsx";

/** The pages of every section. A section is added by a line here and one in `menu.ts`. */
export const SECTIONS: Readonly<Record<SectionPath, Hono<DashboardEnv>>> = { keys };
