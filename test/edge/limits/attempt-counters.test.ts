import { expect, it } from "vitest";
import { Visitor } from "../../dashboard/visitor.ts";
import { ADDRESS_HEADER, startWorkerRig } from "../../harness/stack/worker-rig.ts";

it("attempts are counted in one place on workerd, however many come at once", async () => {
  const rig = await startWorkerRig();
  try {
    const open = async (address: string) => {
      const visitor = new Visitor(rig);
      return (await visitor.open("/dashboard/invitation#made-up", { [ADDRESS_HEADER]: address })).status;
    };
    const at = (n: number) => `203.0.113.${n}`;
    const statuses = await Promise.all(Array.from({ length: 24 }, (_, n) => open(at(n))));
    expect(statuses.toSorted()).toEqual([...Array(20).fill(404), ...Array(4).fill(429)]);
    expect(await open(at(99))).toBe(429);
    expect(await open("198.51.100.1")).toBe(404);
  } finally {
    await rig.close();
  }
});
