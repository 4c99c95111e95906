import { expect, it } from "vitest";
import { Canary } from "#inference/device/lane/canary.ts";
import { DeviceNet } from "#inference/device/lane/net.ts";
import { ROOT } from "#test/harness/inference/scripted-device.ts";
import { scriptedNet, tensor } from "#test/harness/inference/scripted-net.ts";

const PLACE = { modelsDir: "", tf32: false };

/** A net whose answer can be changed behind its canary. */
async function changing() {
  const answer = { logits: tensor([1, -2], [1, 2]) };
  const net = new DeviceNet(ROOT, ROOT.placement!, scriptedNet(answer));
  return { answer, canary: await Canary.of(net, ROOT, PLACE) };
}

it("a canary passes while its net answers what it answered at first", async () => {
  const { canary } = await changing();
  await expect(canary.check(1)).resolves.toBeUndefined();
});

it.each([
  ["another number", [1, -2.1]],
  ["no number", [1, Number.NaN]],
  ["nothing but zeros", [0, 0]],
])("a canary finds a net that answers %s", async (_, values) => {
  const { answer, canary } = await changing();
  answer.logits = tensor(values, [1, 2]);
  await expect(canary.check(1)).rejects.toThrow(/canary|NaN/);
});
