import { expect, it } from "vitest";
import { pick, seededRandom } from "#lab/material/random.ts";
import { image, liftLimits } from "#test/harness/edge/check-edge.ts";
import { useFolder } from "#test/harness/folder.ts";
import { CHIP, openChipRig } from "./chip-rig.ts";

/** `SEED=… RUNS=…` makes other sequences. */
const RUNS = Number(process.env.RUNS ?? 1_000);
const SEED = Number(process.env.SEED ?? 12);

const folder = useFolder();

it(
  `11: ${RUNS} sequences by HTTP approve no chip's data without a live challenge of the holder`,
  async () => {
    const chips = await openChipRig(folder);
    liftLimits(chips.rig);
    const random = seededRandom(SEED);
    const chip = await chips.passport();
    const copied = await chips.passport({ activeAuthentication: null });
    const ends = new Map<string, number>();
    for (let run = 0; run < RUNS; run++) {
      const evidence = pick(random, [["chip"], ["picture", "chip"]]);
      const visit = await chips.open({ ...CHIP, document_evidence: evidence }, `customer-${run}`);
      let isHere = false;
      const acts = {
        data: () => chips.presentsData(visit, chip),
        copy: () => chips.presentsData(visit, copied),
        weaker: () =>
          chips.rig.upload("/v1/liveness/check", visit.token, { mode: "passive", image_1: image(1) }),
        photo: () => chips.photograph(visit),
        holder: async () => {
          const { body } = await chips.showFace(visit);
          isHere ||= body.is_live === true;
        },
        stranger: () => chips.showFace(visit, 120),
      };
      for (let n = 0; n < 4; n++) await acts[pick(random, Object.keys(acts) as (keyof typeof acts)[])]();
      const { decision, status } = await visit.read();
      if (decision === "approved") expect([run, isHere]).toEqual([run, true]);
      const end = decision ?? status;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    console.log(`RUNS=${RUNS} SEED=${SEED}: ${[...ends].map(([end, n]) => `${end} ${n}`).join(", ")}`);
    // Otherwise the sequences prove nothing.
    for (const end of ["approved", "declined", "in_progress"]) expect(ends.get(end) ?? 0).toBeGreaterThan(0);
    await chips.rig.close();
  },
  60_000 + 5_000 * RUNS,
);
