import { expect, it } from "vitest";
import type { Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import type { Situation } from "#capture/machine/situation.ts";
import { INITIAL, type State } from "#capture/machine/state.ts";
import { introduction } from "./arbitraries.ts";

const open = { verificationId: "vf_1", kinds: ["cid"], reason: null, attemptsLeft: 3 } as const;
const BOTH: Situation = { type: "document", methods: ["credential", "picture"], ...open };
const WALLET_ONLY: Situation = { type: "document", methods: ["credential"], ...open };

/** The page after these events; each gets the number of the current task. */
function after(situation: Situation, ...events: readonly object[]) {
  const all = [{ type: "situation_read", situation }, ...events];
  return all.reduce<{ state: State; commands: readonly { type: string }[] }>(
    ({ state }, event) => reduce(state, { ...event, task: state.task } as Event),
    { state: { ...INITIAL, introduction }, commands: [] },
  );
}

it("offers the wallet first, and the camera beside it only if photos are accepted", () => {
  expect(after(BOTH).state.screen).toMatchObject({ name: "wallet", phase: "offered" });
  expect(after(BOTH, { type: "choose_photos" }).state.screen.name).toBe("camera_primer");
  expect(after(WALLET_ONLY, { type: "choose_photos" }).state.screen.name).toBe("wallet");
});

it("asks the browser at a press, and shows a link if the browser knows no wallet", () => {
  const asking = after(BOTH, { type: "go_on" });
  expect(asking.commands.map(({ type }) => type)).toContain("ask_wallet");
  const linked = after(
    BOTH,
    { type: "go_on" },
    { type: "wallet_linked", requestId: "cr_1", url: "openid4vp://" },
  );
  expect(linked.state.screen).toMatchObject({ phase: "linked", link: "openid4vp://" });
  expect(linked.commands).toMatchObject([{ type: "follow_wallet", requestId: "cr_1" }]);
});

it("says why a wallet gave nothing, and lets the person try again", () => {
  const failed = after(BOTH, { type: "go_on" }, { type: "wallet_failed", why: "declined" });
  expect(failed.state.screen).toMatchObject({ name: "wallet", phase: "offered", fault: "declined" });
});

it("goes on with the face once the credential was accepted", () => {
  const face = { type: "face", mode: "challenge", reason: null, attemptsLeft: 3 };
  const sent = after(BOTH, { type: "go_on" }, { type: "document_sent", situation: face, needsBack: false });
  expect(sent.state.screen.name).toBe("selfie_primer");
});
