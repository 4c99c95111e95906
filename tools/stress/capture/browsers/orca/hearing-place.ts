import type { Place } from "../../../../../test/capture/browser/visit.ts";
import { until } from "../until.ts";
import type { Speech } from "./speech-server.ts";

const PATIENCE_MS = 15_000;
const LISTEN_EVERY_MS = 50;

/** Where a person waits for a screen; the first one comes with the page, and is read with it. */
const SCREEN = /^main\[data-screen="(?!consent)/;

/** The page for a person who listens: they go on once they have heard the heading of a screen. */
export function hearingPlace(place: Place, { said }: Speech): Place {
  let heard = said.length;
  let last = "";

  async function hear(heading: string): Promise<void> {
    // A screen that is waited for twice says its heading once.
    if (heading === last) return;
    const look = () => {
      const at = said.findIndex((words, n) => n >= heard && words.includes(heading));
      return at < 0 ? null : at;
    };
    const at = await until(look, {
      patienceMs: PATIENCE_MS,
      everyMs: LISTEN_EVERY_MS,
      otherwise: () => `no word of "${heading}", but ${JSON.stringify(said.slice(heard))}`,
    });
    [heard, last] = [at + 1, heading];
  }
  return {
    ...place,
    locator(selector) {
      const found = place.locator(selector);
      if (!SCREEN.test(selector)) return found;
      return {
        ...found,
        async waitFor(options) {
          await found.waitFor(options);
          await hear((await place.locator("main h1").textContent()) ?? "");
        },
      };
    },
  };
}
