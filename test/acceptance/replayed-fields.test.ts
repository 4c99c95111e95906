import { expect, it } from "vitest";
import { CHANGES, type Change } from "#test/harness/edge/policy-changes.ts";
import { openPolicies } from "./policy-calls.ts";

const { create, decide, replay } = await openPolicies();

it.each(Object.entries(CHANGES) as [string, Change][])(
  "a replay with another %s gives what a real verification with it gives",
  async (field, {
    from,
    to,
    beside = {},
    expected,
    uploads,
    decisions,
    added = [],
    removed = [],
    ...around
  }) => {
    const { id } = await create({ ...beside, [field]: from });
    const more = expected === undefined ? {} : { expected };
    const made = await (await decide({ policy_id: id, ...more }, uploads, around)).read();
    expect(made.decision).toBe(decisions[0]);
    const draft = { ...beside, [field]: to };
    const real = await (await decide({ policy: draft, ...more }, uploads, around)).read();
    expect(real.decision ?? (real.status === "expired" ? "expired" : "open")).toBe(decisions[1]);

    expect(await replay(id)).toMatchObject({ examined: 1, unchanged: 1, changes: [], left_out: [] });
    const report = await replay(id, { policy: draft });
    expect(report).toMatchObject({ policy_version: null, examined: 1, replayed: 1, left_out: [] });
    const [change] = report.changes;
    if (decisions[0] === decisions[1]) {
      expect(report.unchanged).toBe(1);
      return;
    }
    expect(change).toEqual({ from: decisions[0], to: decisions[1], count: 1 });
    const codes = (effect: string) =>
      report.by_reason
        .filter((each: { effect: string }) => each.effect === effect)
        .map(({ code }: { code: string }) => code);
    expect([codes("added"), codes("removed")]).toEqual([added, removed]);
    expect(report.by_issuing_state).toEqual([{ issuing_state: "UTO", ...change }]);
  },
);
