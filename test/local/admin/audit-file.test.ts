import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type AuditEntry, chain, EMPTY_CHAIN } from "#edge/store/audit/chain.ts";
import { auditLine } from "#edge/store/audit/line.ts";
import { verifyFile } from "#local/admin/audit-file.ts";
import { Flags } from "#local/admin/command.ts";
import { useFolder } from "../../harness/folder.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

const folder = useFolder();
let lines: string[];
let heads: string[];
beforeAll(async () => {
  const entries = await chain(
    Array.from({ length: 6 }, (_, i) => entry(`key_${i + 1}`)),
    EMPTY_CHAIN,
  );
  lines = entries.map((each) => JSON.stringify(auditLine(each)));
  heads = entries.map(({ n, hash }) => `${n}:${hash}`);
});

const entry = (target: string, tenantId = "tn_1"): AuditEntry => ({
  ...{
    tenantId,
    mode: "test",
    at: 1_700_000_000_123,
    actor: { kind: "staff", userId: "usr_1", address: "192.0.2.1" },
  },
  ...{ action: "key.revoke", target, before: { z: 1, a: [{ d: 1.5, c: "é\u2028" }] }, after: null },
});

/** The command's output for a file with these lines. */
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

  it("shows that lines are missing: one within, and by a noted head those at its end", async () => {
    expect(await verdict(lines.toSpliced(2, 1))).toBe("entry 3 is missing; 2 before it hold");
    expect(await verdict(lines.slice(0, 4))).toMatchObject({ entries: 4, head: heads[3] });
    expect(await verdict(lines.slice(0, 4), { head: heads[5]! })).toBe(
      "entry 5 is truncated; 4 before it hold",
    );
    expect(await verdict([])).toBe("entry 1 is missing; 0 before it hold");
  });

  it.each([
    ["a value", '"target":"key_3"', '"target":"key_9"'],
    ["a fact", '"d":1.5', '"d":2.5'],
    ["a number's spelling", '"d":1.5', '"d":1.50'],
    ["a key that stands twice", '"n":3,', '"n":9,"n":3,'],
    ["an added key", '"n":3,', '"n":3,"note":"",'],
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

  it("is of one tenant: the named one, if there is one", async () => {
    expect(await verdict(lines, { tenant: "tn_2" })).toBe("entry 1 is unlinked; 0 before it hold");
    const [joined] = await chain([entry("key_7", "tn_2")], { n: 6, hash: heads[5]!.slice(2) });
    expect(await verdict([...lines, JSON.stringify(auditLine(joined!))])).toBe(
      "entry 7 is unlinked; 6 before it hold",
    );
  });

  it("is verified by the command if there is no stack, which names a file that it cannot read", async () => {
    const run = (file: string) =>
      adminCommand(["audit", "verify", file, "--json"], { SELFSAME_DATA: join(folder, "no stack") });
    const file = join(folder, "whole.jsonl");
    await writeFile(file, `${lines.join("\n")}\n`);
    expect((await run(file)).answer).toMatchObject({ file, entries: 6, head: heads[5] });
    expect((await run(join(folder, "away"))).err).toMatch(/^file_unreadable: .*ENOENT/);
    expect((await run(folder)).err).toMatch(/^file_unreadable: .*EISDIR/);
  });
});
