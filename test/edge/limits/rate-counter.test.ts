import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import type { Counter } from "#edge/limits/sliding-window.ts";
import { Visitor } from "#test/dashboard/visitor.ts";
import { eventually } from "#test/harness/eventually.ts";
import { ADDRESS_HEADER, startWorkerRig } from "#test/harness/stack/worker-rig.ts";

const rig = await startWorkerRig({ LIMIT_KEY_READS: "20" });
afterAll(() => rig.close());

async function read(): Promise<Response> {
  const headers = { authorization: `Bearer ${rig.key}` };
  const response = await fetch(`${rig.url}/v1/verifications`, { headers });
  await response.arrayBuffer();
  return response;
}

/**
 * The calls that the Durable Object has written to its storage, where workerd keeps it: it saves a while
 * after a call.
 */
function savedCalls(): number {
  const objects = join(rig.kept, "do/selfsame-RateCounter");
  const saved = readdirSync(objects).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return saved.reduce((sum, name) => {
    const storage = new DatabaseSync(join(objects, name), { readOnly: true });
    const rows = storage.prepare("SELECT name, hits FROM counters").all();
    storage.close();
    expect(rows.filter(({ name }) => !/^[0-9a-f]{64}$/.test(String(name)))).toEqual([]);
    const counters = rows.map(({ hits }): Counter => JSON.parse(String(hits)));
    const hits = counters.flatMap((counter) => Object.values(counter).flat());
    return hits.reduce((calls, [, count]) => calls + count, sum);
  }, 0);
}

it("counts a credential's calls in one place on workerd, and remembers them when its process starts again", async () => {
  const first = await Promise.all(Array.from({ length: 12 }, read));
  expect(first.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const remaining = first.map(({ headers }) => Number(headers.get("ratelimit-remaining")));
  expect(remaining.sort((a, b) => b - a)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8]);

  await eventually(savedCalls).toBe(12);
  await rig.restart();

  const second = await Promise.all(Array.from({ length: 12 }, read));
  const refused = second.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  for (const { headers } of refused) {
    const wait = Number(headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(headers.get("ratelimit-remaining")).toBe("0");
  }
});

it("attempts are counted in one place on workerd, however many come at once", async () => {
  const open = async (address: string) => {
    const headers = { [ADDRESS_HEADER]: address };
    return (await new Visitor(rig).open("/dashboard/invitation#made-up", headers)).status;
  };
  const addresses = Array.from({ length: 24 }, (_, n) => `203.0.113.${n}`);
  const statuses = await Promise.all(addresses.map(open));
  expect(statuses.toSorted()).toEqual([...Array(20).fill(404), ...Array(4).fill(429)]);
  expect([await open("203.0.113.99"), await open("198.51.100.1")]).toEqual([429, 404]);
});
