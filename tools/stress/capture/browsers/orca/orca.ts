import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { WalkBrowser } from "../browser.ts";
import { drivenPlace } from "../driven-place.ts";
import { openFirefox } from "../firefox.ts";
import { until } from "../until.ts";
import { hearingPlace } from "./hearing-place.ts";
import { openSpeechServer, type Speech } from "./speech-server.ts";

const ORCA = process.env.ORCA || "/usr/bin/orca";
const ACCESSIBILITY_BUS = process.env.AT_SPI_BUS || "/usr/libexec/at-spi-bus-launcher";
const WINDOW_MANAGER = process.env.WINDOW_MANAGER || "/usr/bin/openbox";
const HEARD = resolve(".local/heard.txt");
const READY_MS = 30_000;
const NEEDED = `Orca needs a screen, a session bus and a window manager: apt-get install orca openbox xvfb dbus, then
xvfb-run -a dbus-run-session -- npm run walk -- --browser orca`;

/**
 * Firefox on a screen, and Orca, GNOME's screen reader, which reads it aloud to a server of ours. What it has
 * said stands in `.local/heard.txt` afterwards.
 */
export async function openOrca(): Promise<WalkBrowser> {
  if (!process.env.DISPLAY || !process.env.DBUS_SESSION_BUS_ADDRESS) throw new Error(NEEDED);
  for (const tool of [ORCA, ACCESSIBILITY_BUS, WINDOW_MANAGER]) {
    await access(tool, constants.X_OK).catch(() => {
      throw new Error(`no ${tool}. ${NEEDED}`);
    });
  }
  const folder = await mkdtemp(join(tmpdir(), "selfsame-orca-"));
  const speech = await openSpeechServer(join(folder, "speech-dispatcher/speechd.sock"));
  const started = [spawnTool(WINDOW_MANAGER, []), spawnTool(ACCESSIBILITY_BUS, ["--launch-immediately"])];
  const stop = async () => {
    for (const process_ of started.splice(0).reverse()) await ended(process_);
    speech.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await announceReader();
    // A home of its own: neither settings nor keys of whoever runs this.
    started.push(spawnTool(ORCA, [], { HOME: folder, XDG_RUNTIME_DIR: folder }));
    await until(() => speech.said[0] ?? null, orElse(`${ORCA} says nothing. ${NEEDED}`));
    const browser = await openFirefox({
      headless: false,
      place: (driver) => hearingPlace(drivenPlace(driver), speech),
    });
    return {
      ...browser,
      name: `${browser.name} with ${execFileSync(ORCA, ["--version"], { encoding: "utf8" }).trim()}`,
      async close() {
        await browser.close();
        await stop();
        await writeFile(HEARD, heardText(speech));
        console.log(`what Orca said: ${HEARD}`);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const heardText = ({ said }: Speech): string => said.map((words) => `${words}\n`).join("");

const spawnTool = (command: string, flags: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawn(command, flags, { stdio: "ignore", env: { ...process.env, ...env } });

const orElse = (words: string) => ({ patienceMs: READY_MS, everyMs: 200, otherwise: () => words });

/** Tells programs that somebody listens: without it Firefox builds no tree for them. */
async function announceReader(): Promise<void> {
  for (const property of ["IsEnabled", "ScreenReaderEnabled"]) {
    await until(() => setOnBus(property), orElse(`no accessibility bus at ${ACCESSIBILITY_BUS}. ${NEEDED}`));
  }
}

/** Null where the bus is not there yet. */
function setOnBus(property: string): string | null {
  try {
    return execFileSync(
      "gdbus",
      [
        ...["call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"],
        ...["--method", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", property, "<true>"],
      ],
      { encoding: "utf8" },
    );
  } catch {
    return null;
  }
}

async function ended(process_: ChildProcess): Promise<void> {
  if (process_.exitCode !== null || process_.signalCode !== null) return;
  process_.kill("SIGKILL");
  await once(process_, "exit");
}
