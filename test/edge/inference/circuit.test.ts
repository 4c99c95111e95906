import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { admit, answered, type Circuit, CLOSED, failed } from "#edge/inference/guarded.ts";

const PROBE_MS = 30_000;
const NOW = 1_790_000_000_000;
const opened = () => [1, 2, 3, 4, 5].reduce<Circuit>((circuit) => failed(circuit, NOW), CLOSED);

describe("the circuit", () => {
  it("opens with the fifth failure in a row, and not before", () => {
    const four = [1, 2, 3, 4].reduce<Circuit>((circuit) => failed(circuit, NOW), CLOSED);
    expect(admit(four, NOW, PROBE_MS).allowed).toBe(true);
    expect(admit(failed(four, NOW), NOW, PROBE_MS)).toMatchObject({ allowed: false, waitMs: 1_000 });
  });

  it("forgets failures when a call is answered", () => {
    expect(answered()).toEqual(CLOSED);
  });

  it("lets one probe through when its pause is over, and the next only when nothing is heard of that one", () => {
    const first = admit(opened(), NOW + 1_000, PROBE_MS);
    expect(first.allowed).toBe(true);
    expect(admit(first.circuit, NOW + 1_001, PROBE_MS).allowed).toBe(false);
    expect(admit(first.circuit, NOW + 1_000 + PROBE_MS, PROBE_MS).allowed).toBe(true);
  });

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

  it("does not stay open, nor wait for its probe, until a clock that was set back has caught up", () => {
    const circuit = opened();
    const back = NOW - 3_600_000;
    const probe = admit(circuit, back, PROBE_MS);
    expect(probe.allowed).toBe(true);
    expect(admit(probe.circuit, back + 1, PROBE_MS).allowed).toBe(false);
    expect(admit(probe.circuit, back - 3_600_000, PROBE_MS).allowed).toBe(true);
  });

  it("learns nothing from calls that began before it opened", () => {
    const circuit = opened();
    expect(failed(circuit, NOW + 500)).toBe(circuit);
  });
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
