import { median } from "../../../inference/statistics.ts";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { Figure } from "../figure.ts";
import { FORM_TYPE, formOf, padded, timed } from "./calls.ts";
import { plainJpeg, type Rig } from "./rig.ts";

/** Bytes of the images: a small one shows the cost of the code, a large one that of its bytes too. */
const SIZES = { "20 kB": 20_000, "1 MB": 1_000_000 } as const;
const WARM_UP = 30;
const SAMPLES = 150;

/**
 * Extra time of a check compared with a direct call of inference: by the edge, and by a bare Worker that does
 * one read, one batch and the same proxying. One after the other, so that other load affects all alike.
 */
export async function checkBesideBare(rig: Rig): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [size, bytes] of Object.entries(SIZES)) {
    // Without a face inference has the least work, so that its variation hides least of the difference.
    const calls = callsWith(rig, padded(await plainJpeg(), bytes));
    await samples(calls, WARM_UP);
    const { direct, bare, edge } = await samples(calls, SAMPLES);
    const added = (times: readonly number[]) => median(times.map((time, i) => time - direct[i]!));
    figures.push(
      { name: `${size} check, direct gRPC call, p50`, value: median(direct), unit: "ms" },
      { name: `${size} check, a bare Worker adds`, value: added(bare), unit: "ms" },
      { name: `${size} check, the edge adds`, value: added(edge), unit: "ms" },
      {
        name: `${size} check, added beside bare`,
        value: added(edge) / added(bare),
        unit: "×",
        aim: "<= 1.3",
      },
    );
  }
  return figures;
}

type Calls = Readonly<Record<"direct" | "bare" | "edge", () => Promise<number>>>;

function callsWith({ edge, bare, inference, tenantId, key }: Rig, content: Buffer): Calls {
  const body = formOf({ mode: "passive" }, "image_1", content);
  const form = { method: "POST", body } as const;
  const { face } = clientsOver(TRANSPORTS["native gRPC"](inference));
  return {
    async direct() {
      const since = performance.now();
      await face.assessPresentationAttack({ frames: [{ content }] });
      return performance.now() - since;
    },
    bare: () =>
      timed(`${bare.url}/check?id=${tenantId}`, { ...form, headers: { "content-type": FORM_TYPE } }),
    edge: () =>
      timed(`${edge.url}/v1/liveness/check`, {
        ...form,
        headers: { authorization: `Bearer ${key}`, "content-type": FORM_TYPE },
      }),
  };
}

async function samples(calls: Calls, count: number): Promise<Record<keyof Calls, number[]>> {
  const taken: Record<keyof Calls, number[]> = { direct: [], bare: [], edge: [] };
  for (let i = 0; i < count; i++) {
    for (const name of ["direct", "bare", "edge"] as const) taken[name].push(await calls[name]());
  }
  return taken;
}
