import { createWriteStream } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { extract, Header, type HeaderData, Pack, ReadEntry } from "tar";
import { beforeAll, describe, expect, it } from "vitest";
import { layout } from "#local/stack/files.ts";
import { loadSecrets, ringOf } from "#local/stack/secrets.ts";
import { useFolder } from "../harness/folder.ts";
import { adminCommand } from "../harness/stack/admin.ts";
import { keepImage } from "../harness/stack/stopped.ts";

const root = useFolder();
const folder = join(root, "stack");
const backup = join(root, "one.backup");

beforeAll(async () => {
  await loadSecrets(layout(folder).secrets);
  await admin(folder, "tenants", "create", "--name", "Acme");
  await keepImage(folder, "anna");
  await admin(folder, "backup", "create", backup);
});

/** Runs a command line on the stack of a folder. */
const admin = (dataFolder: string, ...words: string[]) =>
  adminCommand([...words, "--json"], { SELFSAME_DATA: dataFolder });

describe("a backup that does not hold", () => {
  const damaged = async (change: (bytes: Buffer) => Buffer) => {
    const file = join(root, "damaged");
    await writeFile(file, change(await readFile(backup)));
    return (await admin(folder, "backup", "verify", file)).err;
  };

  it("is rejected when it was cut, at any length", async () => {
    for (const part of [0.1, 0.5, 0.9]) {
      expect(await damaged((bytes) => bytes.subarray(0, bytes.length * part))).toMatch(/^backup_damaged: /);
    }
  });

  it("is rejected when a byte of the database, an image or the manifest was changed", async () => {
    const flip = (find: string, after: number) => (bytes: Buffer) => {
      const at = bytes.indexOf(find) + after;
      bytes[at] = bytes[at]! ^ 1;
      return bytes;
    };
    expect(await damaged(flip("selfsame.db", 40_000))).toMatch(/^backup_damaged: selfsame.db /);
    expect(await damaged(flip("media/tn_1/md_anna", 512 + 20))).toMatch(
      /^backup_damaged: media\/tn_1\/md_anna /,
    );
    // The second digit: the manifest stays JSON.
    expect(await damaged(flip('"migrations": ', 15))).toMatch(/^backup_altered: /);
  });

  it.each<[string, HeaderData, RegExp]>([
    ["a path out of the folder", { path: "media/../../escaped", type: "File" }, /contains '\.\.'/],
    ["an absolute path", { path: "/tmp/selfsame-escaped", type: "File" }, /-escaped does not belong/],
    ["a symbolic link", { path: "media/link", type: "SymbolicLink", linkpath: "/tmp" }, /link does not/],
    ["a hard link", { path: "media/link", type: "Link", linkpath: "selfsame.db" }, /link does not/],
    ["a foreign file", { path: "secrets.json", type: "File" }, /secrets.json does not belong/],
    ["an image more", { path: "media/tn_1/md_c", type: "File" }, /md_c is not in the manifest/],
  ])("is rejected with %s in it, and writes nothing", async (_, stranger, message) => {
    const fresh = await mkdtemp(join(root, "new-"));
    await copyFile(layout(folder).secrets, layout(fresh).secrets);
    const original = await mkdtemp(join(root, "original-"));
    await extract({ file: backup, cwd: original });
    const entries = await readdir(original, { recursive: true, withFileTypes: true });
    const pack = new Pack({ cwd: original });
    for (const entry of entries) {
      if (entry.isFile()) pack.add(relative(original, join(entry.parentPath, entry.name)));
    }
    const added = new ReadEntry(new Header({ size: 0, ...stranger }));
    pack.end(added);
    added.end();
    const file = join(root, "foreign");
    await pipeline(pack, createWriteStream(file));
    const { err } = await admin(fresh, "backup", "restore", file);
    expect(err).toContain("backup_damaged: ");
    expect(err).toMatch(message);
    expect((await readdir(fresh)).toSorted()).toEqual(["running.lock", "secrets.json"]);
  });

  it("is rejected when compressed, since it may then fill the disk", async () => {
    const file = join(root, "compressed");
    await writeFile(file, gzipSync(await readFile(backup)));
    expect((await admin(folder, "backup", "verify", file)).err).toMatch(/^backup_damaged: /);
  });

  it("is rejected by a stack that lacks a data key, which is named, and by one without secrets", async () => {
    const other = join(root, "other");
    await loadSecrets(layout(other).secrets);
    const { newest } = await ringOf(await loadSecrets(layout(folder).secrets));
    const { err } = await admin(other, "backup", "restore", backup);
    expect(err).toMatch(/^checking the backup\ndata_key_missing: /);
    expect(err).toContain(newest.id);
    expect((await readdir(other)).toSorted()).toEqual(["running.lock", "secrets.json"]);
    const bare = await mkdtemp(join(root, "bare-"));
    expect((await admin(bare, "backup", "restore", backup)).err).toMatch(/^secrets_missing: /);
  });
});
