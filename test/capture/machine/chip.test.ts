import { expect, it } from "vitest";
import { appLinkOf } from "#capture/machine/advance.ts";
import type { Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import type { Method, Situation } from "#capture/machine/situation.ts";
import { INITIAL, type State } from "#capture/machine/state.ts";
import { introduction } from "./arbitraries.ts";

const due = (...methods: readonly Method[]): Situation => ({
  ...{ type: "document", verificationId: "vf_1", kinds: ["cid"], methods, reason: null, attemptsLeft: 3 },
});

const withApp = (app_url: string | null, isComputer = false): State => {
  const { page } = introduction;
  return {
    ...INITIAL,
    isComputer,
    introduction: { ...introduction, page: { ...page, tenant: { ...page.tenant, app_url } } },
  };
};
const PHONE = withApp("https://app.example/chip?from=page");

/** The page after these events; each gets the number of the current task. */
const after = (state: State, ...events: readonly object[]) =>
  events.reduce<{ state: State; commands: readonly { type: string }[] }>(
    ({ state }, event) => reduce(state, { ...event, task: state.task } as Event),
    { state, commands: [] },
  );
const read = (situation: object) => ({ type: "situation_read", situation });
const screenOf = (state: State, ...methods: readonly Method[]) =>
  after(state, read(due(...methods))).state.screen.name;

it("offers the app first, on a phone of a tenant that has set one", () => {
  expect(screenOf(PHONE, "chip", "credential", "picture")).toBe("chip");
  expect(screenOf(withApp(null), "chip", "credential")).toBe("wallet");
  expect(screenOf(withApp("https://app.example/chip", true), "chip", "picture")).toBe("camera_primer");
  expect(screenOf(PHONE, "picture")).toBe("camera_primer");
});

it("names the app wherever only a chip is accepted", () => {
  expect(screenOf(withApp(null), "chip")).toBe("chip");
  expect(screenOf(withApp("https://app.example/chip", true), "chip")).toBe("chip");
});

it("adds the verification's id to the app's URL, and nothing else", () => {
  const { state } = after(PHONE, read(due("chip")));
  expect(appLinkOf(state)).toBe("https://app.example/chip?from=page&verification_id=vf_1");
});

it("waits while nothing changes, and goes on with what the chip has led to", () => {
  const waiting = after(PHONE, read(due("chip")), read(due("chip")));
  expect(waiting.state.screen.name).toBe("chip");
  expect(waiting.commands.map(({ type }) => type)).toContain("read_situation");
  const face = { type: "face", mode: "challenge", reason: null, attemptsLeft: 3 };
  expect(after(waiting.state, read(face)).state.screen.name).toBe("selfie_primer");
  const unread = after(waiting.state, read({ ...due("chip"), reason: "not_accepted" }));
  expect(unread.state.screen).toMatchObject({ name: "change", change: "not_accepted" });
  expect(after(unread.state, { type: "go_on" }).state.screen.name).toBe("chip");
});

it("leads to a wallet or to photos, if they are accepted", () => {
  const press = (type: string, ...methods: readonly Method[]) =>
    after(PHONE, read(due(...methods)), { type }).state.screen.name;
  expect(press("choose_wallet", "chip", "credential")).toBe("wallet");
  expect(press("choose_photos", "chip", "picture")).toBe("camera_primer");
  expect(press("choose_wallet", "chip", "picture")).toBe("chip");
  expect(press("choose_photos", "chip", "credential")).toBe("chip");
});
