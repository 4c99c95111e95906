import { OPEN_CAMERA, type Visit } from "../../../test/capture/browser/visit.ts";
import type { World } from "./faults.ts";
import type { Actor } from "./personas.ts";

/** A page that shows none of these for so long has no way on. */
const STUCK_MS = 90_000;
/** More than any honest way has, with a fault at each screen. */
const MOST_SCREENS = 60;

type Go = (at: Desk) => Promise<unknown>;

interface Desk extends Pick<World, "page" | "film"> {
  readonly visit: Visit;
  readonly person: Actor;
}

/** Until the page shows another screen than this one. */
const left = ({ visit }: Desk, screen: string) =>
  visit.place.locator(`main:not([data-screen="${screen}"])`).waitFor({ timeout: STUCK_MS });

/** What somebody does who wants to get to the end. */
const GOES: Readonly<Record<string, Go>> = {
  consent: ({ visit }) => visit.consent(),
  camera_primer: async ({ visit, film, person }) => {
    await film.show(person.card);
    await visit.press(OPEN_CAMERA);
  },
  document_capture: async (at) => {
    await at.film.show(at.person.card);
    await left(at, "document_capture");
  },
  look: ({ visit }) => visit.press("Yes, use this photo"),
  selfie_primer: async ({ visit, film, person }) => {
    await film.show(person.selfie);
    await visit.press(OPEN_CAMERA);
  },
  challenge: async (at) => {
    await at.film.show(at.person.selfie);
    // A camera that does not open leads elsewhere.
    await at.page.locator('main[data-phase="framing"], main:not([data-screen="challenge"])').waitFor();
    if ((await at.page.locator('main[data-screen="challenge"]').count()) === 0) return;
    await at.visit.act(at.person);
    await left(at, "challenge");
  },
  camera_recovery: async ({ visit, page }) => {
    await page.context().grantPermissions(["camera"]);
    await visit.press("Try again");
  },
  change: ({ visit }) => visit.press("Try again"),
  trouble: ({ visit }) => visit.press("Try again"),
};

const ENDS = ["outcome", "over"] as const;

/**
 * Does what each screen asks, to the end; the person opens the link again where the page may do nothing more.
 * `meet` is told each screen before, and answers whether something has changed it.
 */
export async function toTheEnd(
  desk: () => Desk,
  meet: (screen: string) => Promise<boolean> = async () => false,
): Promise<readonly string[]> {
  const met: string[] = [];
  for (let shown = 0; shown < MOST_SCREENS; shown++) {
    const at = desk();
    const any = [...Object.keys(GOES), ...ENDS].map((name) => `main[data-screen="${name}"]`).join(",");
    const main = at.visit.place.locator(any);
    await main.waitFor({ timeout: STUCK_MS });
    const screen = (await main.getAttribute("data-screen")) ?? "";
    met.push(screen);
    if (await meet(screen)) continue;
    if (screen === "over" && (await isShutOut(at))) await at.page.reload();
    else if (screen === "outcome" || screen === "over") return met;
    else await GOES[screen]!(at);
  }
  throw new Error(`the page goes round in circles: ${met.slice(-6).join(", ")}`);
}

const isShutOut = async ({ page }: Desk) =>
  (await page.locator("h1").textContent()) === "This link isn't valid";
