import { median, quantile } from "../../../inference/statistics.ts";
import type { Figure } from "../../bench/figure.ts";
import { processesOnGpus } from "./machine.ts";
import { type Rig, withService } from "./rig.ts";

/** No call may take so many times as long as the median call with the same picture. */
const SLOW = 5;

/** The first calls of a fresh service, one after another; and who holds the GPUs meanwhile. */
export async function measureFirstCalls(rig: Rig): Promise<Figure[]> {
  const pictures = Object.values(rig.material.faces);
  return withService(rig, "placed", 1, async ({ face }) => {
    const times = pictures.map((): number[] => []);
    for (let n = 0; n < rig.calls; n++) {
      const which = n % pictures.length;
      const from = performance.now();
      await face.analyzeFace({ image: { content: pictures[which]! } });
      times[which]!.push(performance.now() - from);
      if (n % 100 === 99) process.stderr.write(`  ${n + 1} of ${rig.calls} calls\n`);
    }
    const beside = times.flatMap((each) => each.map((ms) => ms / median(each)));
    return [
      { name: `first ${rig.calls} calls: p50`, value: quantile(times.flat(), 0.5), unit: "ms" },
      { name: "first calls: p99", value: quantile(times.flat(), 0.99), unit: "ms" },
      {
        name: "first calls: slowest beside its median",
        value: Math.max(...beside),
        unit: "×",
        aim: `<= ${SLOW}`,
      },
      ...(rig.provider === "cuda" ? contexts() : []),
    ];
  });
}

/** A context holds about half a gigabyte, and processes share a GPU by turns only. */
function contexts(): Figure[] {
  return Object.entries(processesOnGpus()).flatMap(([gpu, pids]): Figure[] => [
    { name: `processes on ${gpu}: at least one`, value: pids.length, unit: "", aim: ">= 1" },
    { name: `processes on ${gpu}: one at most`, value: pids.length, unit: "", aim: "<= 1" },
  ]);
}
