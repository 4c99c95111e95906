import { expect, it } from "vitest";
import { loadKernel, PROBE_MAX, WIDTHS } from "../../../inference/gallery/kernel.ts";
import { seededRandom } from "../../../lab/material/random.ts";

const PROBES = 0;
const ROWS = 16_384;
const DOTS = 32_768;

it.each(WIDTHS)("computes the dot products of rows with %i probes, at the elements' limits too", (width) => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const random = seededRandom(width);
  const [stride, count] = [192, 9];
  const rows = new Int8Array(memory.buffer, ROWS, stride * count);
  for (let i = 0; i < rows.length; i++) rows[i] = Math.floor(random() * 255) - 127;
  rows.fill(-127, 0, stride).fill(127, stride, 2 * stride);
  const probes = Array.from({ length: width }, () =>
    Array.from({ length: stride }, () => Math.floor(random() * (PROBE_MAX + 1))),
  );
  probes[0]!.fill(PROBE_MAX);
  const area = new Uint8Array(memory.buffer, PROBES);
  probes.forEach((probe, n) => {
    probe.forEach((value, i) => {
      area[Math.floor(i / 16) * 16 * width + n * 16 + (i % 16)] = value;
    });
  });
  loadKernel(memory)[width](ROWS, ROWS + stride * count, stride, PROBES, DOTS);
  const expected = Array.from({ length: count }, (_, r) =>
    probes.map((probe) => probe.reduce((sum, value, i) => sum + value * rows[r * stride + i]!, 0)),
  );
  expect([...new Int32Array(memory.buffer, DOTS, count * width)]).toEqual(expected.flat());
});
