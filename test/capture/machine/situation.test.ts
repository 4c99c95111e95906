import { expect, it } from "vitest";
import { situationOf } from "#capture/machine/situation.ts";
import type { Next } from "#sdk/client/src/index.ts";

const NEXT: Next = {
  status: "in_progress",
  outcome: "open",
  action: {
    type: "document",
    sides: ["front"],
    accepted_types: ["cid"],
    liveness_mode: null,
    attempts_left: 2,
    retry_reason: "glare",
  },
  consent: { required: true, given: true, version: "1" },
  expires_at: "2026-03-15T09:26:53.589Z",
  return_url: null,
};
const situation = (change: Partial<Next>) => situationOf({ ...NEXT, ...change }, "vf_1");

it("is the capture that is due, why it is, and how many attempts are left", () => {
  expect(situation({})).toEqual({
    type: "document",
    verificationId: "vf_1",
    kinds: ["cid"],
    methods: ["picture"],
    reason: "glare",
    attemptsLeft: 2,
  });
});

it.each([
  ["no consent is required", null],
  ["it is asked for and not given", { required: true, given: false, version: null }],
])("is consent before any capture if %s", (_, consent) => {
  expect(situation({ consent })).toEqual({ type: "consent" });
});

it("asks for no consent once it is over", () => {
  expect(situation({ outcome: "canceled", consent: null })).toEqual({ type: "over", why: "canceled" });
  expect(situation({ outcome: "done", consent: null })).toMatchObject({ type: "ended", outcome: "done" });
});

it.each([
  ["https://shop.example/done?order=7", "https://shop.example/done?order=7&verification_id=vf_1"],
  ["com.example.app:/done", "com.example.app:/done?verification_id=vf_1"],
])("adds the verification's id alone to where the person goes on: %s", (return_url, returnUrl) => {
  expect(situation({ outcome: "done", return_url })).toMatchObject({ returnUrl });
});
