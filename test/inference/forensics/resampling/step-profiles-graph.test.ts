import { expect, it } from "vitest";
import { AROUND, buildStepProfiles } from "#inference/forensics/resampling.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";
import { seededRandom } from "#lab/material/random.ts";

const [WIDTH, HEIGHT] = [41, 33];
const random = seededRandom(3);
const luma = Float32Array.from({ length: WIDTH * HEIGHT }, () => random() * 255);
const model = await openModel({ name: "step_profiles", bytes: buildStepProfiles() }, CPU);

type At = (x: number, y: number) => number;

/** Mean over each column of a step against those around it, as the graph's docstring says. */
function expected(value: At, width: number, height: number): number[] {
  const step: At = (x, y) => Math.abs(value(x + 1, y) - value(x, y));
  const usual: At = (x, y) => {
    const reach = (AROUND - 1) / 2;
    const [left, right] = [Math.max(0, x - reach), Math.min(width - 2, x + reach)];
    const [top, bottom] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)];
    let sum = 0;
    for (let v = top; v <= bottom; v++) for (let u = left; u <= right; u++) sum += step(u, v);
    return sum / ((right - left + 1) * (bottom - top + 1));
  };
  return Array.from({ length: width - 1 }, (_, x) => {
    const relative = Array.from({ length: height }, (_, y) => step(x, y) / (usual(x, y) + 1));
    return relative.reduce((sum, each) => sum + each, 0) / height;
  });
}

it("gives each column's and each row's steps against those around them", async () => {
  const { across, down } = await model.run({ luma: { data: luma, dims: [1, 1, HEIGHT, WIDTH] } });
  const upright = expected((x, y) => luma[y * WIDTH + x]!, WIDTH, HEIGHT);
  const turned = expected((x, y) => luma[x * WIDTH + y]!, HEIGHT, WIDTH);
  expect(across!.dims).toEqual([WIDTH - 1]);
  expect(down!.dims).toEqual([HEIGHT - 1]);
  for (const [i, value] of upright.entries()) expect(across!.data[i]).toBeCloseTo(value, 3);
  for (const [i, value] of turned.entries()) expect(down!.data[i]).toBeCloseTo(value, 3);
});
