import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { type DashboardContext, type Flash, isOverTls } from "./context.ts";

const COOKIE = "selfsame.flash";

const schema: z.ZodType<Flash> = z.object({ kind: z.enum(["done", "error"]), text: z.string().max(500) });

/** Answers an action: shows the page at `path`, with a sentence on top. */
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

/** Takes the sentence that an action has left, which is shown once. */
export function takeFlash(c: DashboardContext): Flash | null {
  const text = getCookie(c, COOKIE);
  if (text === undefined) return null;
  deleteCookie(c, COOKIE, { path: "/dashboard" });
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // A cookie that is not ours to read says nothing.
    return null;
  }
}
