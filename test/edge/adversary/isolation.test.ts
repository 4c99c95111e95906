import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { type CheckEdge, liftLimits, openCheckEdge } from "../../harness/edge/check-edge.ts";
import { forensics } from "../../harness/edge/inference-results.ts";
import { type Answered, outcome, type TestTenant } from "../../harness/edge/test-edge.ts";
import type { Call, Row } from "./row.ts";
import { ROWS } from "./rows.ts";
import { type Caller, call, newWorld, ownToken, type World } from "./world.ts";

/**
 * The API's; the dashboard's pages are held apart by sessions, which `test/dashboard/security.test.ts`
 * attacks.
 */
const ROUTES = createApp(() => Promise.reject(new Error("only its routes are asked for")))
  .routes.filter(({ method, path }) => method !== "ALL" && !path.startsWith("/dashboard"))
  .map(({ method, path }) => `${method} ${path.length > 1 ? path.replace(/\/$/, "") : path}`);

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
  liftLimits(edge);
  // Else the second of two calls would find the first one's image among the caller's own.
  Object.defineProperty(edge.answers, "forensics", { get: () => forensics() });
});
afterAll(() => edge.close());

/** The response for another tenant's object; it is the same whether the object exists or not. */
function expected(row: Row, entry: Call, { kind, refusal, credential }: Caller): string {
  const { stranger, strangerLive = stranger, strangerToken } = entry;
  if (refusal !== null) return refusal;
  if (kind === "secret_key") return credential?.includes("_live_") ? strangerLive : stranger;
  return row.admits === "session_token" ? (strangerToken ?? stranger) : "403 token_scope_insufficient";
}

/** All rows of the tenants, without the keys' last use; of one mode if one is given. */
async function rowsOf(tenants: readonly TestTenant[], mode?: string): Promise<string[]> {
  await edge.settled();
  const { rows: tables } = await edge.client.execute(
    "select m.name from sqlite_master m where m.type = 'table' and exists (select 1 from pragma_table_info(m.name) where name = 'tenant_id')",
  );
  const ids = tenants.map(({ id }) => `'${id}'`).join();
  const results = await edge.client.batch(
    tables.map(({ name }) => `select '${name}' as "table", * from ${name} where tenant_id in (${ids})`),
  );
  const rows = results.flatMap((result) => result.rows.map((row) => ({ ...row, last_used_at: 0 })));
  const bytes = (_: string, value: unknown) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString("hex") : value;
  return rows
    .filter((row) => mode === undefined || (row as { mode?: unknown }).mode === mode)
    .map((row) => JSON.stringify(row, bytes));
}

const VOLATILE = ["x-request-id", "ratelimit-remaining", "ratelimit-reset"];

/**
 * A response without the values that differ in every one: an error's request id; new ids, times and
 * secrets.
 */
function comparable({ status, headers, text }: Answered, sentId: string) {
  const kept = [...headers].filter(([name]) => !VOLATILE.includes(name));
  const named = text.replaceAll(headers.get("x-request-id") ?? "", "<request>");
  if (status >= 400) return { status, kept, text: named };
  const body = named
    .replaceAll(sentId, "<sent>")
    .replaceAll(/(svc_tok_|svc_link_|svc_hand_|chl_tok_)[\w.-]+/g, "$1<secret>")
    .replaceAll(/"(customer_ref_sha256|signature)":"[^"]+"/g, '"$1":"<made of the id>"')
    .replaceAll(/expires=\d+&signature=\w+/g, "<signed>")
    .replaceAll(/_[0-9A-HJKMNP-TV-Z]{26}/g, "_<ulid>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  return { status, kept, text: body };
}

/**
 * The victim's identifiers: none may be in a response to another caller, except the id that the caller
 * sent.
 */
function traces({ ids, victim }: World, sentId: string, { who }: Caller): string[] {
  const tenant = who.startsWith("another tenant") ? [victim.id] : [];
  return [...Object.values(ids), ...tenant].filter((trace) => trace !== sentId);
}

async function attack(route: string, row: Row, entry: Call, caller: Caller, world: World): Promise<void> {
  const method = route.split(" ")[0]!;
  const { victim, stranger, ids, missing } = world;
  const kind = entry.takes ?? "verification";
  const all = () => rowsOf([victim, stranger]);
  const victims = () => rowsOf([victim], "test");
  const before = { all: await all(), victims: await victims() };
  const about = (id: string) => call(edge, method, entry.send(id), caller.credential);
  const [real, none] = [await about(ids[kind]), await about(missing[kind])];
  const what = `${route} (${entry.takes}) by ${caller.who}`;
  expect.soft(`${what}: ${outcome(real)}`).toBe(`${what}: ${expected(row, entry, caller)}`);
  if (entry.takes !== null) {
    expect.soft(comparable(real, ids[kind]), what).toEqual(comparable(none, missing[kind]));
  }
  const leaked = traces(world, ids[kind], caller).filter((trace) => real.text.includes(trace));
  expect.soft(leaked, what).toEqual([]);
  if (real.status >= 400) return expect.soft(await all(), `${what} changes nothing`).toEqual(before.all);
  const now = await victims();
  if (caller.sharesScope !== true)
    return expect.soft(now, `${what}: not the victim's`).toEqual(before.victims);
  const there = before.victims.map(uncounted);
  expect.soft(now.map(uncounted), `${what}: nothing that was there`).toEqual(expect.arrayContaining(there));
}

/** A row without the count of its own verification's calls, which the caller's call is one of. */
const uncounted = (row: string) => row.replace(/"device_calls":\d+/, "");

it("every route has a row in the matrix, and no row is without its route", () => {
  expect(Object.keys(ROWS).sort()).toEqual([...new Set(ROUTES)].sort());
});

describe("another tenant's object returns the same as a missing one, and is not changed:", () => {
  const guarded = Object.entries(ROWS).filter(([, row]) => row.admits !== "anyone");
  it.each(guarded)("%s", async (route, row) => {
    const world = await newWorld(edge);
    const outsiders = [...world.outsiders, ...(row.admits === undefined ? [ownToken(world)] : [])];
    for (const entry of row.calls) {
      for (const caller of outsiders) await attack(route, row, entry, caller, world);
    }
    for (const entry of row.calls) {
      const sent = entry.send(world.ids[entry.takes ?? "verification"]);
      const answer = await call(edge, route.split(" ")[0]!, sent, world.owner[entry.ownedBy ?? "secret_key"]);
      expect(`${route}: ${outcome(answer)}`).toBe(`${route}: ${entry.owner}`);
    }
  });
});

describe("what needs no credential", () => {
  const open = Object.entries(ROWS).filter(([, row]) => row.admits === "anyone");
  // A wallet's request needs its id, which is the secret (test/acceptance/wallet.test.ts).
  const isWallet = (name: string) => name.includes("/v1/wallet/");
  it.each(open.filter(([name, { calls }]) => calls[0]?.takes === null && !isWallet(name)))(
    "%s reveals no tenant",
    async (_, row) => {
      const world = await newWorld(edge);
      const answer = await edge.browse(row.calls[0]!.send("").path);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect([...Object.values(world.ids), world.victim.id].filter((trace) => text.includes(trace))).toEqual(
        [],
      );
    },
  );

  it("a portrait's link opens its own portrait, unaltered and in time, and nothing else", async () => {
    const [one, other] = [(await newWorld(edge)).ids.portrait, (await newWorld(edge)).ids.portrait];
    expect((await edge.browse(one)).status).toBe(200);
    const [path, query] = one.split("?") as [string, string];
    const [, tenant, ocr] = /^\/media\/(.+)\/(.+)$/.exec(path)!;
    const [, otherTenant, otherOcr] = /^\/media\/(.+)\/(.+)\?/.exec(other)!;
    const expires = Number(new URLSearchParams(query).get("expires"));
    const wrong = [
      path,
      `${path}?${other.split("?")[1]}`,
      `/media/${otherTenant}/${otherOcr}?${query}`,
      `/media/${otherTenant}/${ocr}?${query}`,
      `/media/${tenant}/${otherOcr}?${query}`,
      `${path}?${query.replace(String(expires), String(expires + 1))}`,
      `${path}?${query.replace(String(expires), `${expires}.0`)}`,
      `${path}?${query.replace(String(expires), `${expires}e1`)}`,
      `${path}?expires=&${query.replace(/expires=\d+/, "")}`,
      `${path}?${query.slice(0, -2)}`,
      `${path}?${query.replace(/signature=\w+/, "signature=")}`,
    ];
    const answers = await Promise.all(wrong.map((link) => edge.browse(link)));
    const texts = await Promise.all(
      answers.map(async (answer) => {
        const id = answer.headers.get("x-request-id") ?? "";
        return `${answer.status} ${(await answer.text()).replaceAll(id, "<request>")}`;
      }),
    );
    expect(texts[0]).toContain("404 ");
    expect(new Set(texts).size).toBe(1);
    edge.advance(16 * 60_000);
    expect((await edge.browse(one)).status).toBe(404);
  });
});

describe("an Idempotency-Key", () => {
  // Calls that change nothing more when they are repeated take no key (contract §8.5).
  const keyless = /\/(search|read|delete|erase|archive|replay)$/;
  const posts = Object.entries(ROWS).filter(([route]) => route.startsWith("POST") && !keyless.test(route));
  it.each(posts)("on %s never returns another caller's answer", async (_, row) => {
    const world = await newWorld(edge);
    const entry = row.calls.find(({ owner }) => owner.startsWith("20"));
    if (entry === undefined) return;
    const sent = entry.send(world.ids[entry.takes ?? "verification"]);
    const keyed = { "idempotency-key": "the victim's" };
    const own = () => call(edge, "POST", sent, world.owner[entry.ownedBy ?? "secret_key"], keyed);
    const first = await own();
    const again = await own();
    expect([again.headers.get("idempotent-replayed"), again.text]).toEqual(["true", first.text]);
    for (const { who, credential } of world.outsiders) {
      const answer = await call(edge, "POST", sent, credential, keyed);
      expect.soft(answer.headers.get("idempotent-replayed"), who).toBeNull();
      expect.soft(answer.text, who).not.toBe(first.text);
    }
  });
});
