import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuditEntry, chain, EMPTY_CHAIN } from "#edge/store/audit/chain.ts";
import { auditLine } from "#edge/store/audit/line.ts";
import { verifyFile } from "#local/admin/audit-file.ts";
import { Flags } from "#local/admin/command.ts";
import { runAdmin } from "#local/admin/run.ts";

let folder: string;
let lines: string[];
let heads: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "selfsame-audit-"));
  const entries = await chain(
    Array.from({ length: 6 }, (_, i) => entry(`key_${i + 1}`)),
    EMPTY_CHAIN,
  );
  lines = entries.map((each) => JSON.stringify(auditLine(each)));
  heads = entries.map(({ n, hash }) => `${n}:${hash}`);
});
afterAll(() => rm(folder, { recursive: true }));

const entry = (target: string, tenantId = "tn_1"): AuditEntry => ({
  ...{
    tenantId,
    mode: "test",
    at: 1_700_000_000_123,
    actor: { kind: "staff", userId: "usr_1", address: "192.0.2.1" },
  },
  ...{ action: "key.revoke", target, before: { z: 1, a: [{ d: 1.5, c: "é\u2028" }] }, after: null },
});

/** What is said of a file with these lines. */
async function verdict(of: readonly string[], given: Record<string, string> = {}, end = "\n") {
  const file = join(folder, "audit.jsonl");
  await writeFile(file, of.map((line) => line + end).join(""));
  return verifyFile(new Flags(given, file)).catch((error: Error) => error.message);
}

describe("an exported audit log", () => {
  it("holds as it was written, with either line ending, and against its head and every earlier one", async () => {
    const whole = { tenant_id: "tn_1", verified: true, entries: 6, head: heads[5] };
    expect(await verdict(lines)).toMatchObject(whole);
    expect(await verdict(lines, { tenant: "tn_1" }, "\r\n")).toMatchObject(whole);
    for (const head of heads) expect(await verdict(lines, { head })).toMatchObject(whole);
  });

  it.each(Array.from({ length: 5 }, (_, i) => i + 1))("shows that line %i was cut out", async (n) => {
    expect(await verdict(lines.toSpliced(n - 1, 1))).toBe(`entry ${n} is missing; ${n - 1} before it hold`);
  });

  it("shows by a noted head that its end was cut off, and not without one", async () => {
    expect(await verdict(lines.slice(0, 4))).toMatchObject({ entries: 4, head: heads[3] });
    expect(await verdict(lines.slice(0, 4), { head: heads[5]! })).toBe(
      "entry 5 is truncated; 4 before it hold",
    );
  });

  it("shows that two lines have changed places, or that one stands twice", async () => {
    const [a, b, c, ...rest] = lines as [string, string, string];
    expect(await verdict([a, c, b, ...rest])).toBe("entry 2 is missing; 1 before it hold");
    expect(await verdict([a, b, b, c, ...rest])).toBe("entry 3 is missing; 2 before it hold");
  });

  it.each([
    ["a value", '"target":"key_3"', '"target":"key_9"'],
    ["a fact", '"d":1.5', '"d":2.5'],
    ["a number's spelling", '"d":1.5', '"d":1.50'],
    ["a key that stands twice", '"n":3,', '"n":9,"n":3,'],
    ["a key that nobody wrote", '"n":3,', '"n":3,"note":"",'],
    ["a white space", '"n":3,', '"n": 3,'],
    ["the time", "20.123Z", "20.124Z"],
    ["half a line", '"target":"key_3"', ""],
  ])("shows that a line was changed: %s", async (_, old, put) => {
    const changed = lines[2]!.replace(old, put);
    expect(changed).not.toBe(lines[2]);
    expect(await verdict(lines.with(2, changed))).toBe("entry 3 is altered; 2 before it hold");
  });

  it("shows that it was rewritten whole, by a head that was noted before", async () => {
    const rewritten = await chain(
      [1, 2, 3, 4, 5, 6].map((i) => entry(`other_${i}`)),
      EMPTY_CHAIN,
    );
    const forged = rewritten.map((each) => JSON.stringify(auditLine(each)));
    expect(await verdict(forged)).toMatchObject({ verified: true });
    expect(await verdict(forged, { head: heads[3]! })).toBe("entry 4 is replaced; 3 before it hold");
  });

  it("is of one tenant: of the one that is named, where one is", async () => {
    expect(await verdict(lines, { tenant: "tn_2" })).toBe("entry 1 is unlinked; 0 before it hold");
    const [joined] = await chain([entry("key_7", "tn_2")], { n: 6, hash: heads[5]!.slice(2) });
    expect(await verdict([...lines, JSON.stringify(auditLine(joined!))])).toBe(
      "entry 7 is unlinked; 6 before it hold",
    );
  });

  it("is none without an entry", async () => {
    expect(await verdict([])).toBe("entry 1 is missing; 0 before it hold");
  });

  it("is verified by the command where there is no stack, which names a file that it cannot read", async () => {
    const run = async (file: string) => {
      let said = "";
      const environment = { SELFSAME_DATA: join(folder, "no stack") };
      const tell = (text: string) => {
        said += text;
      };
      const code = await runAdmin(["audit", "verify", file, "--json"], { environment, out: tell, err: tell });
      return { code, said };
    };
    const file = join(folder, "whole.jsonl");
    await writeFile(file, `${lines.join("\n")}\n`);
    const { code, said } = await run(file);
    expect([code, JSON.parse(said)]).toEqual([
      0,
      expect.objectContaining({ file, entries: 6, head: heads[5] }),
    ]);
    expect(await run(join(folder, "away"))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^file_unreadable: .*ENOENT/),
    });
    expect(await run(folder)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^file_unreadable: .*EISDIR/),
    });
  });
});
