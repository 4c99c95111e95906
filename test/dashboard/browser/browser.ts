import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SCREENSHOTS = join(import.meta.dirname, "../../../.local/screenshots");
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The screen on which each table must show all its columns. */
const WIDE = { width: 1440, height: 900 } as const;

const WIDTHS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Chromium's path; null if it is not installed. */
export const chromiumPath = (): string | null => (existsSync(CHROMIUM) ? CHROMIUM : null);

/**
 * Chromium, headless, with its own profile. Throws if it is not installed: these tests never pass without
 * it.
 */
export function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (chromiumPath() === null) {
    throw new Error(`there is no Chromium at ${CHROMIUM}: apt-get install chromium, or set CHROMIUM`);
  }
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags] });
}

/** A page, and the errors in its console. The status of a rejected navigation does not count. */
export async function openPage(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL, viewport: WIDTHS.desktop });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      complaints.push(`${page.url()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  return { page, complaints };
}

interface Fault {
  readonly id: string;
  readonly impact: string | null;
  readonly where: readonly string[];
}

/** Every violation that axe-core finds on the present page. */
export async function faultsOf(page: Page): Promise<Fault[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; impact: string | null; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html) }));
  });
}

const isSerious = ({ impact }: Fault) => impact === "serious" || impact === "critical";

/** The labels of tables that are wider than their frame. */
async function cutTables(page: Page): Promise<string[]> {
  return page
    .locator(".table")
    .evaluateAll((tables) =>
      (tables as unknown as { scrollWidth: number; clientWidth: number; ariaLabel: string }[])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ ariaLabel }) => ariaLabel),
    );
}

/**
 * Screenshots of the page: wide and narrow, light and dark. Returns axe's violations in both
 * themes, and one of our own if the whole page scrolls sideways.
 */
export async function inspect(page: Page, name: string): Promise<Fault[]> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const faults: Fault[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await faultsOf(page)).filter(isSerious));
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      await page.setViewportSize(viewport);
      if (await page.evaluate("document.documentElement.scrollWidth > window.innerWidth")) {
        faults.push({ id: "wider-than-screen", impact: "serious", where: [width] });
      }
      await page.screenshot({
        path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
    await page.setViewportSize(WIDE);
    faults.push(
      ...(await cutTables(page)).map((label) => ({ id: "cut", impact: "serious", where: [label] })),
    );
    await page.setViewportSize(WIDTHS.desktop);
  }
  await page.emulateMedia({ colorScheme: "light" });
  return faults;
}
