import fc from "fast-check";
import { expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { agree, claim, handOver, release, takeBack, withdraw } from "#edge/verification/bound-device.ts";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import type { Verification } from "#edge/verification/types.ts";

const NOW = 1_000;
const CONSENT = { version: "1", sha256: "0".repeat(64), locale: "en", givenAt: NOW, withdrawnAt: null };

type Event = (verification: Verification) => Verification;

const EVENTS: Readonly<Record<string, (device: string) => Event>> = {
  claim: (device) => (current) => claim(current, device, { takesOver: false, now: NOW }),
  takeOver: (device) => (current) => claim(current, device, { takesOver: true, now: NOW }),
  handOver: (phone) => (current) =>
    handOver(current, { computer: current.boundDevice?.device ?? null, phone }, NOW),
  // By a computer that has been left behind.
  staleHandOver: (phone) => (current) => handOver(current, { computer: "left behind", phone }, NOW),
  takeBack: () => (current) => takeBack(current, current.boundDevice?.device ?? "none", NOW),
  release: () => (current) => release(current, NOW),
  agree: () => (current) => agree(current, CONSENT, NOW),
  capture: () => (current) => ({ ...current, status: "in_progress", revision: current.revision + 1 }),
  withdraw: () => (current) => withdraw(current, CONSENT, NOW),
};

/** Events after which the verification may be bound to another device. */
const MOVING = ["claim", "takeOver", "handOver", "takeBack", "release"];

const anEvent = fc.record({
  name: fc.constantFrom(...Object.keys(EVENTS)),
  device: fc.constantFrom("one", "two", "three"),
});

/** The verification after the event; null if the rules reject it. */
function after(current: Verification, event: Event): Verification | null {
  try {
    return event(current);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return null;
  }
}

it("in any order of events one device holds, and another only by a handoff, a new link or before any capture", () => {
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 20 }), (events) => {
      let current = newVerification("vf_1", "customer", policySchema.parse({}), NOW);
      for (const { name, device } of events) {
        const next = after(current, EVENTS[name]!(device));
        if (next === null) continue;
        expect(next.revision).toBe(current.revision + 1);
        const changes = next.boundDevice?.device !== current.boundDevice?.device;
        if (name === "claim" && changes) expect(current.boundDevice).toBeNull();
        if (name === "takeOver" && changes && current.boundDevice !== null) {
          expect(current.status).toBe("created");
        }
        if (name === "takeBack") expect(current.status).toBe("created");
        if (changes && !MOVING.includes(name)) throw new Error(`${name} moves it`);
        // A new bound device must give consent again.
        if (changes && next.boundDevice !== null && next.status === "created")
          expect(next.consent).toBeNull();
        if (name === "withdraw") expect([next.status, next.consent?.withdrawnAt]).toEqual(["canceled", NOW]);
        current = next;
      }
    }),
    { numRuns: 5_000 },
  );
});

it("a claim after a new link keeps the consent to what was captured before it", () => {
  const made = newVerification("vf_1", "customer", policySchema.parse({}), NOW);
  const agreed = agree(claim(made, "one", { takesOver: false, now: NOW }), CONSENT, NOW);
  const captured: Verification = { ...agreed, status: "in_progress" };
  expect(claim(release(captured, NOW), "two", { takesOver: false, now: NOW }).consent).toEqual(CONSENT);
  expect(claim(release(agreed, NOW), "two", { takesOver: false, now: NOW }).consent).toBeNull();
});
