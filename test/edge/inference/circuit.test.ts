import fc from "fast-check";
import { expect, it } from "vitest";
import { admit, type Circuit, CLOSED, failed } from "#edge/inference/guarded.ts";

/** Beyond `guarded.test.ts`: pauses that grow, a clock that is set back, and random traffic. */

const PROBE_MS = 30_000;
const NOW = 1_790_000_000_000;
const opened = () => [1, 2, 3, 4, 5].reduce<Circuit>((circuit) => failed(circuit, NOW), CLOSED);

it("doubles its pause after each failed probe, up to 8 s", () => {
  let circuit = opened();
  const pauses: number[] = [];
  for (let at = NOW, i = 0; i < 6; i++) {
    const { waitMs } = admit(circuit, at, PROBE_MS);
    pauses.push(waitMs);
    at += waitMs;
    circuit = failed(admit(circuit, at, PROBE_MS).circuit, at);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});

it("lets another probe through when nothing is heard of the last one, also on a clock that was set back", () => {
  for (const at of [NOW + 1_000, NOW - 3_600_000]) {
    const probe = admit(opened(), at, PROBE_MS);
    expect(probe.allowed).toBe(true);
    expect(admit(probe.circuit, at + 1, PROBE_MS).allowed).toBe(false);
    expect(admit(probe.circuit, at + PROBE_MS, PROBE_MS).allowed).toBe(true);
    expect(admit(probe.circuit, at - 3_600_000, PROBE_MS).allowed).toBe(true);
  }
});

it("learns nothing from calls that began before it opened", () => {
  const circuit = opened();
  expect(failed(circuit, NOW + 500)).toBe(circuit);
});

it("asks a dead service at most once a pause, whatever the traffic, and finds it within 8 s of its return", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 50, maxLength: 300 }), (gaps) => {
      let circuit: Circuit = CLOSED;
      let at = NOW;
      const admitted: number[] = [];
      for (const gap of gaps) {
        at += gap;
        const turn = admit(circuit, at, PROBE_MS);
        circuit = turn.circuit;
        expect(turn.allowed || turn.waitMs <= 8_000).toBe(true);
        if (!turn.allowed) continue;
        admitted.push(at);
        circuit = failed(circuit, at);
      }
      for (const [i, time] of admitted.entries()) {
        if (i >= 5) expect(time - admitted[i - 1]!).toBeGreaterThanOrEqual(1_000);
      }
      const { waitMs } = admit(circuit, at, PROBE_MS);
      expect(admit(circuit, at + Math.max(0, waitMs), PROBE_MS).allowed).toBe(true);
    }),
  );
});
