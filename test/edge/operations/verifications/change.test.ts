import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import type { Statement } from "#edge/store/batch.ts";
import { insertLivenessResult } from "#edge/store/results/liveness-results.ts";
import { loadVerification } from "#edge/store/verifications/verifications.ts";
import type { Outcome, PartName, StepResult, Verification } from "#edge/verification/types.ts";
import { recordStep } from "#test/harness/edge/record-step.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "#test/harness/edge/test-edge.ts";

let edge: TestEdge;
let tenant: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
afterAll(() => edge.close());

const scope = () => tenant.scope("test");
const system = () => systemContext(edge.services, edge.services.clock());
const begin = async (policy = {}) => {
  const { body } = await edge.call("POST", "/v1/verifications", tenant.keys.test, {
    customer_ref: "u",
    policy,
  });
  return (await loadVerification(edge.db, scope(), body.verification.id))!;
};
const read = async (id: string) => (await edge.call("GET", `/v1/verifications/${id}`, tenant.keys.test)).body;

interface Work {
  readonly id: string;
  readonly step: StepResult;
  readonly statements: readonly Statement[];
}

/** A check's row and its result. */
function work(verificationId: string, outcome: Outcome, part: PartName = "check"): Work {
  const id = newId("liveness", Date.now());
  const made = { id, verificationId, customerRef: "u", createdAt: Date.now() };
  const row = { ...made, body: {}, isLive: false, frameHashes: [] };
  const reason = outcome === "passed" ? null : "low_score";
  return {
    id,
    step: { part, outcome, resultIds: [id], capture: "image", reason },
    statements: [insertLivenessResult(edge.db, scope(), row)],
  };
}

const record = (
  verification: Verification,
  { step, statements }: Work,
  onTry?: (changed: Verification) => void,
) => recordStep(edge, scope(), { verification, step, statements, ...(onTry && { onTry }) });

const count = async (table: string, where: string, ...args: string[]) => {
  const { rows } = await edge.client.execute({ sql: `select count(*) n from ${table} where ${where}`, args });
  return Number(rows[0]!.n);
};
const completedEvents = (id: string) =>
  count("events", "type = 'verification.completed' and subject_id = ?", id);

describe("results at the same time", () => {
  it("keep every attempt, although all of them started from the same state", async () => {
    const verification = await begin({ max_attempts: 10 });
    const works = Array.from({ length: 6 }, () => work(verification.id, "retry"));
    await Promise.all(works.map((each) => record(verification, each)));
    const { steps, status } = await read(verification.id);
    expect([status, steps[1].attempts]).toEqual(["in_progress", 6]);
    expect([...steps[1].result_ids].sort()).toEqual(works.map(({ id }) => id).sort());
    expect(await count("liveness_results", "verification_id = ?", verification.id)).toBe(6);
    expect(await count("verification_revisions", "verification_id = ?", verification.id)).toBe(7);
  });

  it("decide once, emit one event, and leave no row of a call that came too late", async () => {
    const verification = await begin({ steps: ["liveness"] });
    const works = Array.from({ length: 5 }, () => work(verification.id, "passed"));
    const outcomes = await Promise.allSettled(works.map((each) => record(verification, each)));
    const late = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(late.map(({ reason }) => reason.code)).toEqual(Array(4).fill("verification_not_open"));
    expect(await completedEvents(verification.id)).toBe(1);
    expect(await count("liveness_results", "verification_id = ?", verification.id)).toBe(1);
    expect((await read(verification.id)).steps[0]).toMatchObject({ attempts: 1, status: "passed" });
  });

  it("make the slower one work again on what the faster one left", async () => {
    const verification = await begin();
    await record(verification, work(verification.id, "passed", "ocr"));
    const seen: number[] = [];
    const fraud = work(verification.id, "passed", "fraud");
    await record(verification, fraud, ({ revision }) => seen.push(revision - verification.revision));
    expect(seen).toEqual([1, 2]);
    expect((await read(verification.id)).steps[0]).toMatchObject({ name: "document", status: "passed" });
  });

  it("of an upload and a cancelation, whichever is first, the other sees it", async () => {
    const verification = await begin({ steps: ["liveness"] });
    const [upload, canceled] = await Promise.allSettled([
      record(verification, work(verification.id, "passed")),
      edge.call("POST", `/v1/verifications/${verification.id}/cancel`, tenant.keys.test),
    ]);
    const { status } = await read(verification.id);
    const wasCanceled = canceled.status === "fulfilled" && canceled.value.status === 200;
    expect(status).toBe(wasCanceled ? "canceled" : "completed");
    expect(upload.status).toBe(wasCanceled ? "rejected" : "fulfilled");
  });
});

describe("a decision", () => {
  it("goes out as verification.completed with its reasons and steps, in the same batch", async () => {
    const verification = await begin({ steps: ["liveness"] });
    const made = work(verification.id, "failed");
    await record(verification, made);
    const { rows } = await edge.client.execute({
      sql: "select body from events where subject_id = ?",
      args: [verification.id],
    });
    const event = JSON.parse(String(rows[0]!.body));
    expect(event).toMatchObject({ type: "verification.completed", mode: "test", tenant_id: tenant.id });
    expect(event.data).toEqual({
      vf_id: verification.id,
      status: "completed",
      decision: "declined",
      final: true,
      decision_reasons: [
        {
          ...{ code: "low_score", step: "liveness", message: expect.any(String), source: "liveness" },
          ...{ action: expect.any(String), docs: "http://127.0.0.1:8787/docs#reason-low_score" },
        },
      ],
      customer_ref: "u",
      steps: (await read(verification.id)).steps,
    });
    expect(event.data.steps[0]).toMatchObject({ status: "failed", attempts: 1, result_ids: [made.id] });
  });

  it("is not made when the batch fails for another reason: nothing is written at all", async () => {
    const verification = await begin({ steps: ["liveness"] });
    const made = work(verification.id, "passed");
    const twice = { ...made, statements: [...made.statements, ...made.statements] };
    await expect(record(verification, twice)).rejects.toThrow();
    expect((await read(verification.id)).status).toBe("created");
    expect(await count("liveness_results", "id = ?", made.id)).toBe(0);
    expect(await completedEvents(verification.id)).toBe(0);
  });
});

describe("time", () => {
  it("expires what is overdue at once for readers, and in the rows at the next sweep", async () => {
    const verification = await begin({ expires_in_seconds: 300 });
    const other = await begin();
    edge.advance(301_000);
    expect(await read(verification.id)).toMatchObject({
      status: "expired",
      decision: null,
      next_action: null,
    });
    const late = record(verification, work(verification.id, "passed"));
    await expect(late).rejects.toMatchObject({ code: "verification_not_open" });
    expect((await loadVerification(edge.db, scope(), verification.id))!.status).toBe("created");
    await Promise.all([expireOverdue(system()), expireOverdue(system())]);
    expect((await loadVerification(edge.db, scope(), verification.id))!.status).toBe("expired");
    expect((await loadVerification(edge.db, scope(), other.id))!.status).toBe("created");
    expect(await completedEvents(verification.id)).toBe(0);
  });
});
