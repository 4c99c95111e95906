import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DocumentReading } from "../../../inference/pipelines/types.ts";
import { ReadingMemory } from "../../../inference/service/reading-memory.ts";

let memory: ReadingMemory;
let now: number;

beforeEach(() => {
  vi.useFakeTimers();
  now = 1_790_000_000_000;
  memory = new ReadingMemory(() => now);
});

afterEach(() => {
  memory.clear();
  vi.useRealTimers();
});

const file = (seed: number) => new Uint8Array([0xff, 0xd8, 0xff, seed >> 8, seed & 0xff]);
const of = (content: Uint8Array, tenant = "tenant") => ({ tenant, content });

function reading(text = "ERIKSSON"): DocumentReading {
  const box = { x: 1, y: 2, width: 3, height: 4 };
  return {
    imageWidth: 800,
    imageHeight: 600,
    quality: {
      laplacianVariance: 400.25,
      meanLuma: 180,
      saturatedShare: 0,
      documentLongSide: 700,
      unreadLines: 0,
    },
    lines: [{ text, confidence: 0.9, box, place: box }],
    unknownZone: false,
    otherFaces: [],
    models: [],
  };
}

function advance(ms: number): void {
  now += ms;
  vi.advanceTimersByTime(ms);
}

it("finds what was kept of the same bytes, as it was kept", () => {
  const kept = { reading: reading() };
  memory.keep(of(file(1)), kept);
  kept.reading.lines.length = 0;
  expect(memory.find(of(file(1)))).toEqual({ reading: reading() });
  memory.find(of(file(1)))!.reading.lines.length = 0;
  expect(memory.find(of(file(1)))).toEqual({ reading: reading() });
  expect(memory.find(of(file(2)))).toBeUndefined();
});

it("shows nobody what another tenant has sent", () => {
  memory.keep(of(file(1), "a"), { reading: reading() });
  expect(memory.find(of(file(1), "b"))).toBeUndefined();
  memory.keep(of(file(1), "b"), { reading: reading("OTHER") });
  expect(memory.find(of(file(1), "a"))?.reading.lines[0]?.text).toBe("ERIKSSON");
});

it("forgets one tenant's readings when it is told, and no other's", () => {
  for (const tenant of ["a", "b", 'a"']) memory.keep(of(file(1), tenant), { reading: reading() });
  memory.forget("a");
  expect(memory.find(of(file(1), "a"))).toBeUndefined();
  expect(memory.find(of(file(1), "b"))).toBeDefined();
  expect(memory.find(of(file(1), 'a"'))).toBeDefined();
});

it("forgets after a minute, asked for or not", () => {
  memory.keep(of(file(1)), { reading: reading() });
  advance(59_999);
  expect(memory.find(of(file(1)))).toBeDefined();
  advance(1);
  expect(memory.totals).toMatchObject({ entries: 0, bytes: 0 });
  expect(memory.find(of(file(1)))).toBeUndefined();
});

it("finds nothing past its minute, should the timer be late", () => {
  memory.keep(of(file(1)), { reading: reading() });
  now += 60_000;
  expect(memory.find(of(file(1)))).toBeUndefined();
});

it("forgets each in its own time", () => {
  memory.keep(of(file(1)), { reading: reading() });
  advance(30_000);
  memory.keep(of(file(2)), { reading: reading() });
  advance(30_000);
  expect(memory.totals.entries).toBe(1);
  advance(30_000);
  expect(memory.totals).toMatchObject({ entries: 0, bytes: 0 });
});

it("the memory does not begin the minute anew with what is added to a reading", () => {
  memory.keep(of(file(1)), { reading: reading() });
  advance(40_000);
  memory.keep(of(file(1)), { reading: reading("ADDED") });
  expect(memory.find(of(file(1)))?.reading.lines[0]?.text).toBe("ADDED");
  advance(20_000);
  expect(memory.totals).toMatchObject({ entries: 0, bytes: 0 });
});

it("keeps 256 readings at most, the newest", () => {
  for (let seed = 0; seed < 300; seed++) memory.keep(of(file(seed)), { reading: reading() });
  expect(memory.totals.entries).toBe(256);
  expect(memory.find(of(file(43)))).toBeUndefined();
  expect(memory.find(of(file(44)))).toBeDefined();
});

it("keeps 32 MiB at most", () => {
  const long = reading("X".repeat(3 * 1024 * 1024));
  for (let seed = 0; seed < 20; seed++) {
    memory.keep(of(file(seed)), { reading: long });
    expect(memory.totals.bytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  }
  expect(memory.totals.entries).toBe(10);
  expect(memory.find(of(file(19)))).toBeDefined();
});

it("counts what was found and what was not", () => {
  memory.keep(of(file(1)), { reading: reading() });
  for (const seed of [1, 1, 2]) memory.find(of(file(seed)));
  expect(memory.totals).toMatchObject({ hit: 2, miss: 1 });
});

it("the memory does not keep a process alive", () => {
  vi.useRealTimers();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  memory.keep(of(file(1)), { reading: reading() });
  expect(timers()).toBe(before);
});

it("is empty once cleared", () => {
  memory.keep(of(file(1)), { reading: reading() });
  memory.clear();
  expect(memory.totals).toMatchObject({ entries: 0, bytes: 0 });
  expect(memory.find(of(file(1)))).toBeUndefined();
});
