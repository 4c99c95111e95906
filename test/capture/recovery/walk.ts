import { vi } from "vitest";
import type { CheckEdge } from "../../harness/edge/check-edge.ts";
import { frame } from "../../harness/edge/inference-results.ts";
import { device } from "./device.ts";
import { FAULTS } from "./faults.ts";
import { openLine } from "./line.ts";
import { type OpenPage, openPage } from "./open-page.ts";
import { isAsking, isEnd, pressAt } from "./person.ts";

/** More than any honest way has, with three faults on it. */
const MOST_PRESSES = 80;
/** A page that works for so long has no way on. */
const STUCK_MS = 30_000;

/** Longer than a session token lives. */
const TOKEN_LIVES_MS = 31 * 60_000;

/** A fault, and after how many presses it comes. */
interface Injects {
  readonly name: string;
  readonly after: number;
}

/** One person who completes the flow under these faults. */
export async function walk(edge: CheckEdge, injects: readonly Injects[], random: () => number) {
  // The limits of an earlier person's minute are no fault of this one's.
  edge.advance(61_000);
  edge.answers.frames = [frame({}, 0.9)];
  device.cameraFaults.length = 0;
  const line = openLine(edge);
  vi.stubGlobal("fetch", line.fetch);
  const opened = await edge.call("POST", "/v1/verifications", edge.key, {
    customer_ref: "ada",
    policy: { document_types: ["cid", "passport"], liveness_mode: random() < 0.7 ? "challenge" : "passive" },
  });
  const { id } = opened.body.verification;
  const secret = new URL(opened.body.url).hash.slice(1);
  const tab = await openTab(secret);
  const world = {
    line,
    random,
    reload: tab.reload,
    secondTab: async () => {
      const other = await openTab(secret);
      await toTheEnd(other);
      other.close();
    },
    expireTokens: () => {
      device.sleptMs += TOKEN_LIVES_MS;
    },
    revokeToken: async () => {
      if (line.token() !== "") await edge.call("DELETE", `/v1/sessions/${jtiOf(line.token())}`, edge.key);
    },
    withdraw: () => tab.page().dispatch({ type: "withdraw" }),
    confirm: () => tab.page().dispatch({ type: "go_on" }),
    cancel: async () => void (await edge.call("POST", `/v1/verifications/${id}/cancel`, edge.key)),
  };
  await toTheEnd(tab, async (presses) => {
    for (const { name, after } of injects) if (after === presses) await FAULTS[name]!(world);
  });
  const { screen } = tab.page().state();
  tab.close();
  const read = (await edge.call("GET", `/v1/verifications/${id}`, edge.key)).body;
  return { screen, read, taken: line.taken };
}

/** The id of a session token is in its claims. */
const jtiOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()).jti;

/** A tab, whose page may be reloaded. */
async function openTab(secret: string) {
  let page = await openPage(secret);
  return {
    page: () => page,
    async reload() {
      page.close();
      page = await openPage(secret);
    },
    close: () => page.close(),
  };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

/** Presses the button that continues. If the page's token was revoked, the person reopens the link. */
async function toTheEnd(tab: Tab, before: (presses: number) => Promise<void> = async () => {}) {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await before(presses);
    await settled(tab.page());
    const { screen } = tab.page().state();
    if (screen.name === "over" && screen.why === "no_access") await tab.reload();
    else if (isEnd(screen)) return;
    else tab.page().dispatch(pressAt(screen)!);
  }
  throw new Error(`the page goes round in circles at ${JSON.stringify(tab.page().state().screen)}`);
}

/** Resolves when the page waits for input or has ended. */
async function settled(page: OpenPage): Promise<void> {
  const deadline = Date.now() + STUCK_MS;
  while (!isAsking(page.state().screen)) {
    if (Date.now() > deadline) throw new Error(`a dead end: ${JSON.stringify(page.state().screen)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
