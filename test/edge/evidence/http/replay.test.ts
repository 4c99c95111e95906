import { afterAll, beforeAll, expect, it } from "vitest";
import { measurementsOf } from "#edge/store/verifications/measurements.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import { compareDecision } from "#edge/verdicts/replay/replay.ts";
import type { Policy } from "#edge/verification/policy.ts";
import { pick, type Random, seededRandom } from "#lab/material/random.ts";
import { type CheckEdge, image, liftLimits, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, templateAt } from "#test/harness/edge/inference-results.ts";
import { type Call, drawSequence, type Sequence } from "../model/commands.ts";
import { HONEST } from "../model/sequences.ts";
import { changedIn, FIELDS, WITHOUT_EFFECT } from "./changed-policy.ts";
import { REGISTERED } from "./faces.ts";
import { Script } from "./script.ts";
import { type Opened, Uploads } from "./uploads.ts";

/** A sample of each field: `REPLAY_RUNS=… SEED=…` plays others. */
const RUNS = Number(process.env.REPLAY_RUNS ?? 8);
const SEED = Number(process.env.SEED ?? 7);
const PATIENCE_MS = 60_000 + 6_000 * RUNS;
/** A session token lives 30 minutes. */
const LONGEST = 6;
const MOST_MINUTES = 4;

const script = new Script();
let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
  script.attach(edge);
  liftLimits(edge);
  edge.answers.faces.image = analysis({ template: templateAt(REGISTERED) });
  await edge.upload("/v1/face/registrations", edge.key, { image: image(), customer_ref: "somebody-else" });
});
afterAll(() => edge.close());

/** What a tenant may expect of the person on the document. */
const EXPECTED = [
  undefined,
  { last_name: "Eriksson" },
  { full_name: "Anna Eriksson" },
  { last_name: "Svensson" },
  { date_of_birth: "1974-08-13" },
];

async function open(policy: Policy, expected: object | undefined): Promise<Opened> {
  const body = { customer_ref: "customer-1", policy, ...(expected !== undefined && { expected }) };
  const created = (await edge.call("POST", "/v1/verifications", edge.key, body)).body;
  const { id } = created.verification;
  const read = async () => (await edge.call("GET", `/v1/verifications/${id}`, edge.key)).body;
  return { id, token: created.session_token.token, read };
}

const callsOf = ({ commands, ending }: Sequence): readonly Call[] =>
  [...commands.slice(0, LONGEST), ...(ending === "honest" ? HONEST : [])].flatMap((command) =>
    command.kind === "calls" ? command.calls.slice(0, 1) : [],
  );

/** Sends calls to a verification, and those that it accepts to another one under another policy. */
async function playBoth(random: Random, sequence: Sequence, other: Policy) {
  const expected = pick(random, EXPECTED);
  const [one, two] = [await open(sequence.policy, expected), await open(other, expected)];
  const [first, second] = [one, two].map((opened) => new Uploads(edge, script, opened, sequence.policy));
  for (const call of callsOf(sequence)) {
    const { status } = await (await first!.of(call)).send();
    if (status === 200) await (await second!.of(call)).send();
    edge.advance(Math.floor(random() * MOST_MINUTES) * 60_000);
  }
  return { one, made: await one.read(), real: await two.read() };
}

const codesOf = ({ decision_reasons }: { decision_reasons: { code: string }[] }) =>
  [...new Set(decision_reasons.map(({ code }) => code))].sort();

async function compared({ id }: Opened, policy: Policy) {
  const scope = edge.tenant.scope("test");
  const verification = (await loadVerification(edge.db, scope, id))!;
  const measurements = (await measurementsOf(edge.db, scope, [id])).get(id) ?? [];
  return compareDecision({ mode: "test", verification, measurements }, policy);
}

/** Where a verification is: its decision, or that it has none. */
const outcomeOf = ({ status, decision }: { status: string; decision: string | null }) =>
  decision ?? (status === "expired" ? status : "open");

it.each(FIELDS)(
  `a replay with another %s gives what a real verification with it gives, and with the same nothing new: ${RUNS} sequences`,
  async (field) => {
    const random = seededRandom(SEED + FIELDS.indexOf(field));
    const seen = { decided: 0, changed: 0, left: 0 };
    for (let run = 0; seen.decided < RUNS && run < 40 * RUNS; run++) {
      const sequence = drawSequence(random);
      const other = changedIn(field, sequence.policy, random) ?? sequence.policy;
      const { one, made, real } = await playBoth(random, sequence, other);
      if (made.decision === null) continue;
      seen.decided++;
      const why = JSON.stringify({ SEED, field, run, sequence, other, made: codesOf(made), real }, null, 1);
      expect(await compared(one, made.policy), why).toMatchObject({
        ...{ from: made.decision, to: made.decision, added: [], removed: [] },
      });
      const replayed = await compared(one, other);
      if (typeof replayed === "string") {
        expect(replayed, why).toBe("not_measured");
        seen.left++;
        continue;
      }
      expect(replayed.to, why).toBe(outcomeOf(real));
      const before = codesOf(made);
      const kept = before.filter((code) => !replayed.removed.includes(code));
      expect([...kept, ...replayed.added].sort(), why).toEqual(codesOf(real));
      if (replayed.to !== replayed.from) seen.changed++;
    }
    console.log(`${field}: ${JSON.stringify(seen)}`);
    expect(seen.decided).toBe(RUNS);
    // Without changed decisions the comparison would prove nothing.
    if (WITHOUT_EFFECT.includes(field)) expect(seen.changed).toBe(0);
  },
  PATIENCE_MS,
);
