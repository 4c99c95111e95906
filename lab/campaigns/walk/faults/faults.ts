import type { Page } from "playwright-core";
import type { Film } from "../../../../test/capture/browser/film.ts";
import { EMPTY_TABLE } from "../browsers/chromium.ts";
import { endCamera, failNext, forbidCamera, withdrawCamera } from "./camera.ts";
import type { Call, Fate, Line } from "./line.ts";

export interface World {
  /** The page that the person looks at. */
  readonly page: Page;
  readonly film: Film;
  readonly line: Line;
  /** Goes to the end in another tab of the same browser. */
  readonly secondTab: () => Promise<void>;
  /** The page is gone without a word; the person opens the link again. */
  readonly crash: () => Promise<void>;
  readonly revokeToken: () => Promise<void>;
  readonly cancel: () => Promise<void>;
}

interface Fault {
  /** The screens at which it comes, once at each. */
  readonly at: readonly string[];
  readonly befall: (world: World) => unknown;
}

/** More than the SDK tries by itself: a person sees it. */
const SEEN = 4;
/** Every screen of the way on which something can be lost. */
const ALL = [
  ...["consent", "camera_primer", "document_capture", "look", "selfie_primer", "challenge"],
  "outcome",
] as const;
const CAMERAS = ["document_capture", "challenge"] as const;
const PRIMERS = ["camera_primer", "selfie_primer"] as const;

const DARK_MS = 3_000;

/** The call's line fails as long as a person sees it. */
const line = (fate: Fate, ...calls: readonly Call[]): Fault => ({
  at: ["consent"],
  befall: (world) => calls.map((call) => world.line.arm(call, fate, SEEN)),
});
/** Each call is refused once. */
const refused = (status: number, code: string): Fault => ({
  at: ["consent"],
  befall: (world) =>
    (["consent", "document", "challenge", "liveness"] as const).map((call) =>
      world.line.arm(call, { status, code }, 1),
    ),
});
/** The page sees nobody for a while, or the lens is covered. */
async function goDark({ film, page }: World) {
  await film.show(EMPTY_TABLE);
  await page.waitForTimeout(DARK_MS);
}

/** What befalls a person in a browser, the list of `test/capture/recovery` and the evicted page. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "camera refused": { at: PRIMERS, befall: ({ page }) => forbidCamera(page) },
  "camera withdrawn": {
    at: CAMERAS,
    befall: ({ page }) => withdrawCamera(page),
  },
  "camera in use": {
    at: PRIMERS,
    befall: ({ page }) => failNext(page, "NotReadableError", "NotReadableError"),
  },
  "camera missing": { at: PRIMERS, befall: ({ page }) => failNext(page, "NotFoundError") },
  "camera ended": { at: CAMERAS, befall: ({ page }) => endCamera(page) },
  "camera black": { at: PRIMERS, befall: ({ page }) => failNext(page, "silent") },
  "camera covered": { at: ["document_capture"], befall: goDark },
  "offline at the link": line("cut", "session"),
  "offline at consent": line("cut", "consent"),
  "offline at reading": line("cut", "next"),
  "offline at document": line("cut", "document"),
  "offline at challenge": line("cut", "challenge"),
  "offline at liveness": line("cut", "liveness"),
  "answer lost at the link": line("lost", "session"),
  "answer lost at consent": line("lost", "consent"),
  "answer lost at document": line("lost", "document"),
  "answer lost at liveness": line("lost", "liveness"),
  "token expired at each step": refused(401, "token_expired"),
  "token revoked at each step": {
    at: ["camera_primer", "look", "selfie_primer", "challenge"],
    befall: ({ revokeToken }) => revokeToken(),
  },
  "402": refused(402, "usage_cap_reached"),
  "413": refused(413, "request_too_large"),
  "429": refused(429, "rate_limited"),
  "503": refused(503, "service_unavailable"),
  "reload at each screen": { at: ALL, befall: ({ page }) => page.reload() },
  "second tab": { at: ["look"], befall: ({ secondTab }) => secondTab() },
  "evicted page": { at: ["camera_primer", "look", "challenge"], befall: ({ crash }) => crash() },
  "canceled by the tenant": { at: ["selfie_primer"], befall: ({ cancel }) => cancel() },
};
