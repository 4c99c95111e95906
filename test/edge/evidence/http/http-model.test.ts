import { afterAll, beforeAll, expect, it } from "vitest";
import { seededRandom } from "#lab/material/random.ts";
import { type CheckEdge, image, liftLimits, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, templateAt } from "#test/harness/edge/inference-results.ts";
import { trustSigner } from "#test/harness/trust/trust-signer.ts";
import { drawSequence, type Sequence } from "../model/commands.ts";
import { HONEST } from "../model/sequences.ts";
import { SEAL_SIGNER } from "./documents.ts";
import { REGISTERED } from "./faces.ts";
import { HttpPlay } from "./http-play.ts";
import { RegisteredFace } from "./registered.ts";
import { Script } from "./script.ts";

/** A sample; `npm run lab -- evidence` plays 1,000. `HTTP_RUNS=… SEED=…` replays a failed run. */
const RUNS = Number(process.env.HTTP_RUNS ?? 100);
const SEED = Number(process.env.SEED ?? 11);
const PATIENCE_MS = 60_000 + 3_000 * RUNS;
/** Later commands seldom have an effect. */
const LONGEST = 8;

const script = new Script();
let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
  script.attach(edge);
  liftLimits(edge);
  edge.answers.faces.image = analysis({ template: templateAt(REGISTERED) });
  await trustSigner(edge, SEAL_SIGNER);
  const somebody = { image: image(), customer_ref: "somebody-else" };
  await edge.upload("/v1/face/registrations", edge.key, somebody);
});
afterAll(() => edge.close());

async function faultOf(sequence: Sequence, ends: Map<string, number>): Promise<string | null> {
  const face = new RegisteredFace(edge, sequence.policy);
  await face.set(sequence.registered);
  const fault = await played(sequence, face, ends);
  await face.set(null);
  return fault;
}

async function played(
  { policy, commands, ending }: Sequence,
  face: RegisteredFace,
  ends: Map<string, number>,
): Promise<string | null> {
  const opened = await edge.verification(policy, face.customer);
  const play = new HttpPlay(edge, script, opened, { policy, face });
  const then = ending === "honest" ? HONEST : [];
  for (const command of [...commands.slice(0, LONGEST), ...then]) {
    const fault = await play.command(command);
    if (fault !== null) return fault;
    if (!play.judge.isOpen) break;
  }
  const end = play.judge.end ?? "open";
  ends.set(end, (ends.get(end) ?? 0) + 1);
  return null;
}

it(
  `${RUNS} sequences of seed ${SEED}, through HTTP, go and end as their history says`,
  async () => {
    const random = seededRandom(SEED);
    const ends = new Map<string, number>();
    for (let run = 0; run < RUNS; run++) {
      const sequence = drawSequence(random);
      const fault = await faultOf(sequence, ends);
      expect(fault, fault === null ? "" : JSON.stringify({ SEED, run, fault, sequence }, null, 1)).toBeNull();
    }
    console.log(
      `HTTP_RUNS=${RUNS} SEED=${SEED}: ${[...ends].map(([end, count]) => `${end} ${count}`).join(", ")}`,
    );
    for (const end of ["approved", "review", "declined", "open"]) {
      expect(ends.get(end) ?? 0, end).toBeGreaterThan(RUNS / 100);
    }
  },
  PATIENCE_MS,
);
