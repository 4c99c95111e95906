import { afterAll, beforeAll, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { decideOverdue } from "#edge/operations/own-checks/answer-check.ts";
import { measurementsOf } from "#edge/store/verifications/measurements.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import { compareDecision } from "#edge/verdicts/replay/replay.ts";
import { type Policy, policySchema } from "#edge/verification/policy.ts";
import { isAgeOnly } from "#edge/verification/purpose.ts";
import { comparesRegistered } from "#edge/verification/returning.ts";
import { pick, type Random, seededRandom } from "#lab/material/random.ts";
import { type CheckEdge, image, liftLimits, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, templateAt } from "#test/harness/edge/inference-results.ts";
import { REGISTRATION_ORIGINS } from "#vocabulary/faces.ts";
import { CHECK_OUTCOMES } from "#vocabulary/own-checks.ts";
import { type Call, type Command, drawSequence, type Sequence } from "../model/commands.ts";
import { HONEST } from "../model/sequences.ts";
import { changedIn, FIELDS, MEASURED_ON_REQUEST, WITHOUT_EFFECT } from "./changed-policy.ts";
import { REGISTERED } from "./faces.ts";
import { RegisteredFace } from "./registered.ts";
import { Script } from "./script.ts";
import { type Opened, Uploads } from "./uploads.ts";

/** A sample of each field: `REPLAY_RUNS=… SEED=…` plays others. */
const RUNS = Number(process.env.REPLAY_RUNS ?? 8);
const SEED = Number(process.env.SEED ?? 7);
const PATIENCE_MS = 60_000 + 6_000 * RUNS;
const SEEN: Call = {
  ...({ kind: "document", document: "A", details: "expected" } as const),
  looks: { ocr: "passed", fraud: "passed" },
};
const BLOCKED = "X1234567";
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
  // Another person has shown one of the documents, and another one is blocked.
  const policy = policySchema.parse({ steps: ["document"] });
  const other = (await open({ policy, expected: undefined, customer: "somebody-else" }))!;
  await (await new Uploads(edge, script, other, policy).of(SEEN)).send();
  const item = { kind: "document", issuing_country: "UTO", document_number: BLOCKED };
  expect((await edge.call("POST", "/v1/lists/block/items", edge.key, item)).status).toBe(201);
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

interface Opening {
  readonly policy: Policy;
  readonly expected: object | undefined;
  readonly customer: string;
}

/** Null without the registration that the policy compares. */
async function open({ policy, expected, customer }: Opening): Promise<Opened | null> {
  const body = { customer_ref: customer, policy, ...(expected !== undefined && { expected }) };
  const { status, body: created } = await edge.call("POST", "/v1/verifications", edge.key, body);
  if (status === 404) return null;
  const { id } = created.verification;
  const read = async () => (await edge.call("GET", `/v1/verifications/${id}`, edge.key)).body;
  return { id, token: created.session_token.token, read };
}

const commandsOf = ({ commands, ending }: Sequence): readonly Command[] => [
  ...commands.slice(0, LONGEST),
  ...(ending === "honest" ? HONEST : []),
];

/**
 * Sends calls to a verification, and those that it accepts to another one of the same person under another
 * policy; and the tenant's answers to both.
 */
async function playBoth(random: Random, sequence: Sequence, other: Policy) {
  const { policy } = sequence;
  const face = new RegisteredFace(edge, comparesRegistered(policy) ? policy : other);
  await face.set({ ...sequence.registered, origin: originFor(random, policy) });
  const expected = pick(random, EXPECTED);
  // An age check compares no details, and a policy without a document has none to compare.
  const compares = !isAgeOnly(other) && [policy, other].every(({ steps }) => steps.includes("document"));
  const about = { expected: compares ? expected : undefined, customer: face.customer };
  const one = (await open({ ...about, policy }))!;
  const two = await open({ ...about, policy: other });
  const [first, second] = [one, two].map((opened) => opened && new Uploads(edge, script, opened, policy));
  for (const command of commandsOf(sequence)) {
    if (command.kind === "register") await face.set(command.face);
    const [call] = command.kind === "calls" ? command.calls : [];
    if (call === undefined) continue;
    const { status } = await (await first!.of(call)).send();
    if (status === 200) await (await second?.of(call))?.send();
    edge.advance(Math.floor(random() * MOST_MINUTES) * 60_000);
  }
  // An age check has no external ones, and would be overdue after their deadlines.
  if (!isAgeOnly(other)) await answerChecks(random, two === null ? [one] : [one, two]);
  return { one, made: await one.read(), real: two && (await two.read()) };
}

const originFor = (random: Random, { match_registered: rule }: Policy) =>
  rule === "require" ? pick(random, REGISTRATION_ORIGINS) : "approval";

/** The tenant's server answers some external checks at the same time; the sweep runs after each answer. */
async function answerChecks(random: Random, opened: readonly Opened[]): Promise<void> {
  for (const name of pick(random, [
    ["a", "b"],
    ["b", "a"],
  ])) {
    const outcome = pick(random, [...CHECK_OUTCOMES, null]);
    for (const { id } of outcome === null ? [] : opened) {
      await edge.call("POST", `/v1/verifications/${id}/checks/${name}`, edge.key, { outcome });
    }
    edge.advance(pick(random, [10, 90, 900]) * 1000);
    await decideOverdue(systemContext(edge.services, edge.services.clock()));
  }
  edge.advance(900_000);
  await decideOverdue(systemContext(edge.services, edge.services.clock()));
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
      const drawn = drawSequence(random);
      // Of an age check nothing is recorded for a replay.
      if (isAgeOnly(drawn.policy)) continue;
      const begun = MEASURED_ON_REQUEST.includes(field) ? changedIn(field, drawn.policy, random) : null;
      const sequence = { ...drawn, policy: begun ?? drawn.policy };
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
      if (real === null) throw new Error(`A replay without a real verification: ${why}`);
      const end = outcomeOf(real);
      // An open age check can become overdue after its last call.
      const mayBeOpen = end === "expired" && isAgeOnly(other);
      expect(mayBeOpen ? ["open", end] : [end], why).toContain(replayed.to);
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
