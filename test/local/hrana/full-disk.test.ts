import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openDatabase } from "#edge/store/database.ts";
import { useFolder } from "../../harness/folder.ts";

const SERVER = join(import.meta.dirname, "../../../local/hrana/main.ts");

const folder = useFolder();

/** A limit on the size of one file simulates a full disk; only Linux has `prlimit`. */
const limitFiles = (pid: number, bytes: number | "unlimited") =>
  execFileSync("prlimit", ["--pid", `${pid}`, `--fsize=${bytes}:`]);

it.skipIf(process.platform !== "linux")(
  "a full disk is 503 and goes by itself, with all that was acknowledged",
  async () => {
    const server = fork(SERVER, [], {
      env: { ...process.env, DATABASE_FILE: join(folder, "selfsame.db") },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    const [ready] = (await once(server.stdout!, "data")) as [Buffer];
    const db = openDatabase(JSON.parse(ready.toString()).url);
    await db.run(sql`create table kept (n integer, filler blob)`);
    let acknowledged = 0;
    const write = async () => {
      await db.batch([db.run(sql`insert into kept values (${acknowledged}, zeroblob(20000))`)]);
      acknowledged++;
    };
    const count = async () => (await db.all<{ n: number }>(sql`select count(*) as n from kept`))[0]!.n;

    limitFiles(server.pid!, 300_000);
    const fill = async () => {
      for (let i = 0; i < 100; i++) await write();
    };
    await expect(fill()).rejects.toMatchObject({ code: "service_unavailable" });
    expect(acknowledged).toBeGreaterThan(0);
    expect(await count()).toBe(acknowledged);
    limitFiles(server.pid!, "unlimited");
    await write();
    expect(await count()).toBe(acknowledged);
    server.kill();
    await once(server, "exit");
  },
);
