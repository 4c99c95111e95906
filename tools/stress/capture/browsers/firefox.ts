import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Place } from "../../../../test/capture/browser/visit.ts";
import { type Bidi, openBidi } from "./bidi.ts";
import { VIEWPORT, type WalkBrowser } from "./browser.ts";
import { drivenPlace } from "./driven-place.ts";
import { drivenWindow } from "./driven-window.ts";
import type { Driver } from "./driver.ts";

const FIREFOX = process.env.FIREFOX || "/usr/bin/firefox-esr";
const READY_MS = 60_000;

/** No start page, no look at other servers; the camera is the canvas's. */
const PREFERENCES = `user_pref("intl.accept_languages", "en");
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
`;

interface How {
  /** Without a screen. Default: true. */
  readonly headless?: boolean;
  /** What a person makes of the page. Default: they see it. */
  readonly place?: (driver: Driver) => Place;
}

/** Firefox, driven by WebDriver BiDi, which it speaks itself. */
export async function openFirefox({ headless = true, place = drivenPlace }: How = {}): Promise<WalkBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "selfsame-firefox-"));
  await writeFile(join(profile, "user.js"), PREFERENCES);
  const process_ = spawn(
    FIREFOX,
    [...(headless ? ["--headless"] : []), "--remote-debugging-port=0", "--profile", profile],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const bidi = await openBidi(`${await addressOf(process_)}/session`);
  const { capabilities } = await bidi.send("session.new", { capabilities: {} });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async openWindow() {
      const { userContext } = await bidi.send("browser.createUserContext", {});
      const { context } = await bidi.send("browsingContext.create", { type: "tab", userContext });
      await bidi.send("browsingContext.setViewport", { context, viewport: VIEWPORT });
      const driver = firefoxDriver(bidi, context);
      return drivenWindow(
        driver,
        place(driver),
        async () => void (await bidi.send("browser.removeUserContext", { userContext })),
      );
    },
    async close() {
      bidi.close();
      process_.kill();
      if (process_.exitCode === null) await once(process_, "exit");
      await rm(profile, { recursive: true, force: true });
    },
  };
}

function firefoxDriver(bidi: Bidi, context: string): Driver {
  async function call(source: string, given: readonly (string | number)[]) {
    const { type, result, exceptionDetails } = await bidi.send("script.callFunction", {
      functionDeclaration: source,
      arguments: given.map((value) => ({ type: typeof value, value })),
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (type === "exception") throw new Error(exceptionDetails.text);
    return result;
  }
  return {
    navigate: async (url) =>
      void (await bidi.send("browsingContext.navigate", { context, url, wait: "complete" })),
    async run(source, ...given) {
      const { value } = await call(`async (...given) => JSON.stringify(await (${source})(...given))`, given);
      return value === undefined ? undefined : JSON.parse(value);
    },
    async find(source, ...given) {
      const found = await call(source, given);
      return found.type === "node" ? { sharedId: found.sharedId } : null;
    },
    async click(element) {
      await bidi.send("script.callFunction", {
        functionDeclaration: '(element) => element.scrollIntoView({ block: "center" })',
        arguments: [element],
        target: { context },
        awaitPromise: false,
      });
      const actions = [
        { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element } },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await bidi.send("input.performActions", {
        context,
        actions: [{ type: "pointer", id: "hand", actions }],
      });
    },
  };
}

/** Where it listens is what it says first. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  const gaveUp = setTimeout(() => firefox.kill(), READY_MS);
  for await (const line of createInterface({ input: firefox.stderr! })) {
    const [, address] = /listening on (ws:\S+)/.exec(line) ?? [];
    if (address === undefined) continue;
    clearTimeout(gaveUp);
    firefox.stderr!.resume();
    return address;
  }
  throw new Error(`${FIREFOX} says no address: apt-get install firefox-esr, or set FIREFOX`);
}
