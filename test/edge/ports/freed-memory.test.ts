import { afterEach, expect, it, vi } from "vitest";
import { FreedMemory } from "../../../edge/ports/freed-memory.ts";

afterEach(() => void vi.unstubAllGlobals());

it("what was freed is collected, and then overwritten, twice a minute, where the runtime lets it", async () => {
  const collect = vi.fn();
  vi.stubGlobal("gc", collect);
  let now = 0;
  const memory = new FreedMemory(() => now);
  for (; now < 60_000; now += 10_000) await memory.overwrite();
  expect(collect).toHaveBeenCalledTimes(2);
});

it("the text of the last match is not remembered", async () => {
  vi.stubGlobal("gc", () => undefined);
  /^CANARY/.exec("CANARY of somebody");
  await new FreedMemory(() => 0).overwrite();
  expect((RegExp as unknown as { input: string }).input).not.toContain("CANARY");
});

it("requests go on while memory is overwritten", async () => {
  vi.stubGlobal("gc", () => undefined);
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await new FreedMemory(() => 0).overwrite();
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});

it("a runtime without a collector is left alone", async () => {
  vi.stubGlobal("gc", undefined);
  const buffers = vi.spyOn(globalThis, "ArrayBuffer");
  await new FreedMemory(() => 0).overwrite();
  expect(buffers).not.toHaveBeenCalled();
  buffers.mockRestore();
});
