import { hashPassword, verifyPassword } from "better-auth/crypto";
import { describe, expect, it } from "vitest";
import { HashQueue, type Lane } from "#edge/accounts/hash-queue.ts";
import { processPasswords } from "#edge/accounts/passwords.ts";

const PASSWORD = "correct horse ﬁ 🐎";

describe("a password's hash", () => {
  it("is better-auth's: each opens what the other has made, and nothing else", async () => {
    const { hash, verify } = processPasswords()("member");
    const [ours, theirs] = [await hash(PASSWORD), await hashPassword(PASSWORD)];
    expect(await verifyPassword({ hash: ours, password: PASSWORD })).toBe(true);
    expect(await verify({ hash: theirs, password: PASSWORD })).toBe(true);
    expect(await verify({ hash: theirs, password: `${PASSWORD} ` })).toBe(false);
  });
});

/** A queue whose hashes end on command, and the passwords in the order in which they were hashed. */
function heldQueue() {
  const turns: string[] = [];
  const ends: (() => void)[] = [];
  const queue = new HashQueue(async (password) => {
    turns.push(password);
    await new Promise<void>((end) => ends.push(end));
    return `key of ${password}`;
  });
  const ask = (lane: Lane, password: string) => queue.derive(lane, password, "salt");
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { turns, ask, endOne };
}

describe("the queue of hashes", () => {
  it("works on one at a time, in order of arrival, and on members' before strangers'", async () => {
    const { turns, ask, endOne } = heldQueue();
    const answers = [ask("anonymous", "a"), ask("anonymous", "b"), ask("member", "c"), ask("member", "d")];
    expect(turns).toEqual(["a"]);
    for (const _ of answers) await endOne();
    expect(turns).toEqual(["a", "c", "d", "b"]);
    expect(await Promise.all(answers)).toContainEqual({ key: "key of b" });
  });

  it("rejects anonymous sign-ins once forty wait, and still accepts members", async () => {
    const { turns, ask, endOne } = heldQueue();
    const strangers = Array.from({ length: 45 }, (_, n) => ask("anonymous", `${n}`));
    const member = ask("member", "owner");
    for (let n = 0; n < 42; n++) await endOne();
    const refused = (await Promise.all(strangers)).filter((answer) => "tooMany" in answer);
    expect(refused).toHaveLength(4);
    expect(await member).toEqual({ key: "key of owner" });
    expect(turns[1]).toBe("owner");
  });

  it("continues after a hash that failed", async () => {
    let calls = 0;
    const queue = new HashQueue(async () => {
      if (++calls === 1) throw new Error("no memory");
      return "key";
    });
    const [failed, next] = [queue.derive("anonymous", "a", "s"), queue.derive("anonymous", "b", "s")];
    await expect(failed).rejects.toThrow("no memory");
    expect(await next).toEqual({ key: "key" });
  });
});
