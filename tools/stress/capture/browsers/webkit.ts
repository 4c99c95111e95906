import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { VIEWPORT, type WalkBrowser } from "./browser.ts";
import { drivenPlace } from "./driven-place.ts";
import { drivenWindow } from "./driven-window.ts";
import { type Driver, DriverSilent, type Handle } from "./driver.ts";
import { until } from "./until.ts";

const DRIVER = process.env.WEBKIT_DRIVER || "/usr/bin/WebKitWebDriver";
const MINI_BROWSER =
  process.env.WEBKIT ||
  `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
const READY_MS = 20_000;
/** A call that has no answer by then never gets one: scripts and pages have less. */
const ANSWER_MS = 90_000;
/** The field that names an element (W3C WebDriver, "web element identifier"). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

const CAPABILITIES = {
  "webkitgtk:browserOptions": {
    binary: MINI_BROWSER,
    args: ["--automation", "--enable-media-stream=true", "--enable-mediasource=true"],
  },
};

/**
 * WebKitGTK's MiniBrowser by its WebDriver. It draws on a screen: where there is none, run `xvfb-run`. A
 * driver that has fallen silent is ended, and the next window has another.
 */
export async function openWebKit(): Promise<WalkBrowser> {
  let driver = await startDriver();
  const first = await openSession(driver);
  const { browserVersion } = first.capabilities;
  await first.end();
  return {
    name: `WebKitGTK ${browserVersion}`,
    async openWindow() {
      if (driver.isSilent()) {
        await driver.stop();
        driver = await startDriver();
      }
      const session = await openSession(driver);
      await session.send("POST", "/window/rect", VIEWPORT);
      const driven = webkitDriver(session);
      return drivenWindow(driven, drivenPlace(driven), session.end);
    },
    close: () => driver.stop(),
  };
}

type RunningDriver = Awaited<ReturnType<typeof startDriver>>;

async function startDriver() {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  // With a group of its own: a browser would outlive a driver that is killed.
  const driver = spawn(DRIVER, [`--port=${port}`], { stdio: "ignore", detached: true });
  let isSilent = false;
  await ready(base);
  return {
    isSilent: () => isSilent,
    ask: (method: string, path: string, body?: object) =>
      ask(base, method, path, body).catch((error: unknown) => {
        isSilent ||= error instanceof DriverSilent;
        throw error;
      }),
    async stop() {
      process.kill(-driver.pid!, "SIGKILL");
      if (driver.exitCode === null && driver.signalCode === null) await once(driver, "exit");
    },
  };
}

type Session = Awaited<ReturnType<typeof openSession>>;

async function openSession(driver: RunningDriver) {
  const { sessionId, capabilities } = await driver.ask("POST", "/session", {
    capabilities: { alwaysMatch: CAPABILITIES },
  });
  const send = (method: string, path: string, body?: object) =>
    driver.ask(method, `/session/${sessionId}${path}`, body);
  await send("POST", "/timeouts", { script: 60_000, pageLoad: 60_000 });
  return {
    capabilities,
    send,
    // Of a silent driver there is nothing left to be ended.
    end: async () => void (driver.isSilent() || (await send("DELETE", ""))),
  };
}

function webkitDriver({ send }: Session): Driver {
  return {
    navigate: (url) => send("POST", "/url", { url }),
    async run(source, ...given) {
      const answer = await send("POST", "/execute/async", { script: asScript(source), args: given });
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value === undefined ? undefined : JSON.parse(answer.value);
    },
    find: (source, ...given): Promise<Handle | null> =>
      send("POST", "/execute/sync", { script: `return (${source})(...arguments)`, args: given }),
    click: (element) => send("POST", `/element/${element[ELEMENT]}/click`, {}),
  };
}

/** The last argument takes the answer; what was thrown is told, not waited for. */
const asScript = (source: string) => `const answer = arguments[arguments.length - 1];
const given = [...arguments].slice(0, -1);
Promise.resolve().then(() => (${source})(...given)).then(
  (value) => answer({ value: JSON.stringify(value) }), (error) => answer({ error: String(error) }))`;

// biome-ignore lint/suspicious/noExplicitAny: the driver's answers are read field by field.
async function ask(base: string, method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(base + path, {
    method,
    // The driver drops a line that was idle, and a POST is not sent twice.
    headers: { connection: "close" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((cause: unknown) => {
    throw new DriverSilent(`the driver did not answer ${method} ${path}: ${cause}`);
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function ready(base: string): Promise<void> {
  const look = () =>
    fetch(`${base}/status`).then(
      ({ ok }) => ok || null,
      () => null,
    );
  await until(look, {
    patienceMs: READY_MS,
    everyMs: 100,
    otherwise: () => `no driver at ${DRIVER}: apt-get install webkit2gtk-driver xvfb, or set WEBKIT_DRIVER`,
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
