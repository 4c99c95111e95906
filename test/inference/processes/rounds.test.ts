import { expect, it } from "vitest";
import { Rounds } from "../../../inference/processes/rounds.ts";

const HOUR = 3_600_000;

it("a round begins half a minute after an erasure, when the calls of that moment have ended", () => {
  const rounds = new Rounds(0);
  rounds.noteErasure(100_000);
  rounds.noteErasure(120_000);
  expect(rounds.dueAt).toBe(130_000);
});

it("a storm of erasures causes one round a minute", () => {
  const rounds = new Rounds(0);
  const began: number[] = [];
  for (let now = 1_000_000; now < 1_600_000; now += 100) {
    rounds.noteErasure(now);
    if (now < rounds.dueAt) continue;
    rounds.begin(now);
    began.push(now);
  }
  expect(began).toHaveLength(10);
  expect(began[1]! - began[0]!).toBe(60_000);
});

it("an erasure just before a round is followed by the next one as well, and one long before it is not", () => {
  const rounds = new Rounds(0);
  rounds.noteErasure(100_000);
  rounds.begin(130_000);
  expect(rounds.dueAt).toBe(130_000 + HOUR);
  rounds.noteErasure(200_000);
  rounds.noteErasure(229_999);
  rounds.begin(230_000);
  expect(rounds.dueAt).toBe(290_000);
});

it("without an erasure a round begins each hour", () => {
  const rounds = new Rounds(5);
  expect(rounds.dueAt).toBe(HOUR + 5);
  rounds.begin(HOUR + 5);
  expect(rounds.dueAt).toBe(2 * HOUR + 5);
});
