import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { type DashboardContext, type Flash, isOverTls } from "./context.ts";

const COOKIE = "selfsame.flash";

const schema: z.ZodType<Flash> = z.object({ kind: z.enum(["done", "error"]), text: z.string().max(500) });

/** Responds to an action with a redirect to the page at `path`, which shows the sentence on top. */
export function redirect(c: DashboardContext, path: string, flash?: Flash): Response {
  if (flash !== undefined) {
    setCookie(c, COOKIE, JSON.stringify(flash), {
      path: "/dashboard",
      httpOnly: true,
      sameSite: "Lax",
      secure: isOverTls(c),
      maxAge: 60,
    });
  }
  return c.redirect(path, 303);
}

export const done = (text: string): Flash => ({ kind: "done", text });
export const failed = (text: string): Flash => ({ kind: "error", text });

/** Reads and deletes the sentence of the previous action, so that it is shown once. */
export function takeFlash(c: DashboardContext): Flash | null {
  const text = getCookie(c, COOKIE);
  if (text === undefined) return null;
  deleteCookie(c, COOKIE, { path: "/dashboard" });
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // A cookie that cannot be decoded is ignored.
    return null;
  }
}
