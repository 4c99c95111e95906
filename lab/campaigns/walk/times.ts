import type { Page } from "playwright-core";
import { quantile } from "../../../inference/statistics.ts";
import { OPEN_CAMERA, Visit } from "../../../test/capture/browser/visit.ts";
import { EMPTY_TABLE } from "./chromium.ts";
import { inHouse } from "./environment.ts";
import type { Actor } from "./personas.ts";
import type { Scenario } from "./scenario.ts";
import { WALKS } from "./walks.ts";

/** A cheap phone on a slow line, as Lighthouse has it. */
const SLOWER = 4;
const LINE = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** How long the page watches an empty table, in milliseconds. */
const WATCHED_MS = 5_000;

/** One visit's times in milliseconds, and what the page did while it watched. */
interface Times {
  readonly consentMs: number;
  readonly firstFrameMs: number;
  readonly capturedMs: number;
  readonly judgedPerSecond: number;
  readonly longestTaskMs: number;
}

/** What is worth less or more than that, the table of capture's bars. */
const BARS: readonly {
  readonly of: keyof Times;
  readonly what: string;
  readonly most?: number;
  readonly least?: number;
}[] = [
  { of: "consentMs", what: "link to usable consent, ms, on a slow line", most: 2_500 },
  { of: "firstFrameMs", what: "camera pressed to first frame, ms", most: 1_000 },
  { of: "capturedMs", what: "document fits to captured, ms", most: 1_200 },
  { of: "judgedPerSecond", what: "frames judged a second", least: 8 },
  { of: "longestTaskMs", what: "longest task on the main thread, ms", most: 50 },
];

/** Measures so many visits. Resolves with whether the median of each time holds its bar. */
export async function measureVisits(visits: number, seed: number): Promise<boolean> {
  const taken: Times[] = [];
  await inHouse("mouse", async ({ scenario, personas }) => {
    const person = await personas.person({ seed });
    for (let n = 0; n < visits; n++) taken.push(await timeVisit(scenario, person, `visit ${n}`));
  });
  let missed = 0;
  for (const { of, what, most = Infinity, least = 0 } of BARS) {
    const values = taken.map((each) => each[of]).sort((a, b) => a - b);
    const median = quantile(values, 0.5);
    const holds = median <= most && median >= least;
    if (!holds) missed++;
    const range = `${values[0]!.toFixed(0)} to ${values.at(-1)!.toFixed(0)}`;
    const bar = most === Infinity ? `≥ ${least}` : `≤ ${most}`;
    console.log(`${what.padEnd(44)}p50 ${median.toFixed(0)}, ${range}; bar ${bar}${holds ? "" : "  MISSED"}`);
  }
  return missed === 0;
}

/** Opens a link as on a cheap phone, and photographs the card. */
async function timeVisit(scenario: Scenario, person: Actor, customer: string): Promise<Times> {
  const { url } = await scenario.create(WALKS[0]!, customer);
  const { film, openPage } = scenario.browser;
  const page = await openPage();
  try {
    const throttle = await throttling(page);
    await page.addInitScript(COUNT);
    const visit = new Visit(page, film);
    await throttle(true);
    const since = performance.now();
    await page.goto(url);
    await page.getByRole("checkbox").check();
    const consentMs = performance.now() - since;
    await throttle(false);

    await visit.press("Agree and continue");
    await visit.screen("camera_primer");
    await film.show(EMPTY_TABLE);
    const opening = page.evaluate<number>(TIME_OPENING);
    await visit.press(OPEN_CAMERA);
    const firstFrameMs = await opening;

    await page.evaluate(WATCH);
    await page.waitForTimeout(WATCHED_MS);
    const { judged, longest } = await page.evaluate<{ judged: number; longest: number }>("watched");
    const looking = page.evaluate<number>(TIME_LOOK);
    await film.show(person.card);
    const fits = performance.timeOrigin + performance.now();
    return {
      consentMs,
      firstFrameMs,
      capturedMs: (await looking) - fits,
      judgedPerSecond: (judged * 1_000) / WATCHED_MS,
      longestTaskMs: longest,
    };
  } finally {
    await page.context().close();
  }
}

const WATCH = "void (globalThis.watched = { judged: 0, longest: 0 })";

/** For the browser to run: counts the frames that go to the judge, and the long tasks. */
const COUNT = `${WATCH};
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (...given) {
  watched.judged++;
  return postMessage.apply(this, given);
};
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
}).observe({ type: "longtask" });`;

/** For the browser to run: milliseconds from the person's press to the first frame on the page. */
const TIME_OPENING = `new Promise((resolve) => addEventListener("click", ({ timeStamp }) => {
  const look = () => document.querySelector("video")?.readyState >= 2
    ? resolve(performance.now() - timeStamp) : requestAnimationFrame(look);
  look();
}, { capture: true, once: true }))`;

/**
 * For the browser to run: when the image that took itself is drawn, by the machine's clock. Who asks from
 * outside whether it is there asks twice a second only.
 */
const TIME_LOOK = `new Promise((resolve) => new MutationObserver((_, observer) => {
  if (document.querySelector('main[data-screen="look"]') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
}).observe(document, { subtree: true, childList: true, attributes: true }))`;

/** The processor is always slow; the line where it is said. */
async function throttling(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return async (isLineSlow: boolean): Promise<void> => {
    const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send("Network.emulateNetworkConditions", isLineSlow ? LINE : fast);
  };
}
