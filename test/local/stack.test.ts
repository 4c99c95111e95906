import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useFolder } from "../harness/folder.ts";
import { adminCommand } from "../harness/stack/admin.ts";
import type { StackFacts } from "../harness/stack/stack.ts";

const START = join(import.meta.dirname, "../../local/start.ts");
const READY_MS = 120_000;
/** Contract §12.1: a process that dies is started again within 30 s. */
const BACK_MS = 30_000;
const PUBLIC_URL = "https://verify.example";

const folder = useFolder();
let stack: ChildProcess;

beforeAll(async () => {
  stack = launch();
  await ready();
});

afterAll(end);

function launch(environment: Record<string, string> = {}): ChildProcess {
  const usual = { PORT: "0", WORKERS: "1", MODELS_PULL: "0", SELFSAME_DATA: folder };
  const env = { ...process.env, ...usual, ...environment };
  return spawn(process.execPath, [START], { env, stdio: ["ignore", "ignore", "pipe"] });
}

const stackFile = async () => JSON.parse(await readFile(join(folder, "stack.json"), "utf8")) as StackFacts;

/** Waits until `check` neither throws nor answers false. */
async function eventually(check: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline || stack.exitCode !== null) throw new Error("it never came about");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const ready = () => eventually(async () => (await stackFile()).api !== "", READY_MS);

async function end(): Promise<number | null> {
  if (stack.exitCode === null) {
    stack.kill("SIGTERM");
    await once(stack, "exit");
  }
  return stack.exitCode;
}

async function call(method: string, path: string, body?: unknown) {
  const { api, keys } = await stackFile();
  const response = await fetch(api + path, {
    method,
    headers: { authorization: `Bearer ${keys.test}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, { id: string }> };
}

const create = () => call("POST", "/v1/verifications", { customer_ref: "user-1" });

/** A command's output and exit code, on this folder's stack. */
const admin = (...words: string[]) => adminCommand([...words, "--json"], { SELFSAME_DATA: folder });

/** A token's claims. */
const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());

async function refusal(environment: Record<string, string> = {}) {
  const second = launch(environment);
  let text = "";
  second.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const [code] = await once(second, "close");
  return { code, text };
}

test("stack.json lists every address, and is readable by its owner only", async () => {
  const { api, public_url, dashboard, grpc, metrics, tenant_id, keys, login, pids } = await stackFile();
  expect(public_url).toBe(api);
  expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(grpc).toMatch(/^127\.0\.0\.1:\d+$/);
  expect((await fetch(metrics)).status).toBe(200);
  expect(tenant_id).toMatch(/^tn_/);
  expect(keys).toEqual({
    test: expect.stringMatching(/^svc_sk_test_/),
    live: expect.stringMatching(/^svc_sk_live_/),
  });
  expect((await fetch(dashboard)).url).toBe(`${dashboard}/sign-in`);
  expect(login).toEqual({
    email: expect.stringMatching(/@/),
    password: expect.stringMatching(/^[\w-]{24}$/),
  });
  for (const pid of Object.values(pids)) expect(process.kill(pid, 0)).toBe(true);
  for (const name of ["stack.json", "secrets.json", "first-tenant.json", "selfsame.db"]) {
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  }
});

test("a second start on the same folder is rejected, and so is one on a port in use", async () => {
  const onSameFolder = await refusal();
  expect(onSameFolder.code).toBe(1);
  expect(onSameFolder.text).toMatch(/^stack_running: .*already runs/m);
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" ? `${address?.port}` : "";
  const onTakenPort = await refusal({ PORT: port, SELFSAME_DATA: join(folder, "elsewhere") });
  taken.close();
  expect(onTakenPort).toMatchObject({
    code: 1,
    text: expect.stringContaining(`port_in_use: port ${port} is in use`),
  });
});

test.each(["database", "inference", "edge"] as const)(
  "%s comes back after kill -9, at its address",
  async (name) => {
    const before = await stackFile();
    const { body } = await create();
    process.kill(before.pids[name], "SIGKILL");
    await eventually(async () => (await stackFile()).pids[name] !== before.pids[name], BACK_MS);
    expect({ ...(await stackFile()), pids: {} }).toEqual({ ...before, pids: {} });
    const read = await call("GET", `/v1/verifications/${body.verification?.id}`);
    expect(read.status).toBe(200);
  },
);

let before: StackFacts;
let created: string;

test("SIGTERM stops all of it with exit 0, and the operator's commands find its data all the same", async () => {
  before = await stackFile();
  created = (await create()).body.verification!.id;
  expect(await end()).toBe(0);
  for (const pid of Object.values(before.pids)) expect(() => process.kill(pid, 0)).toThrow();
  await expect(stackFile()).rejects.toThrow();
  const { answer } = await admin("tenants", "list");
  expect(answer.data.map(({ id }: { id: string }) => id)).toEqual([before.tenant_id]);
});

test(
  "a start whose edge does not get ready stops with exit 1, and says so",
  async () => {
    const deaf = await refusal({ DATABASE_READ_TIMEOUT: "0.0001" });
    expect(deaf).toMatchObject({ code: 1, text: expect.stringContaining("the edge is not ready") });
  },
  READY_MS,
);

test(
  "a new start finds the same data, tenant and keys; with another public URL its tokens name that issuer",
  async () => {
    stack = launch({ PUBLIC_URL, SIGN_UP: "closed", CLIENT_ADDRESS_HEADER: "none" });
    await ready();
    const after = await stackFile();
    expect([after.tenant_id, after.keys, after.login]).toEqual([before.tenant_id, before.keys, before.login]);
    const read = await call("GET", `/v1/verifications/${created}`);
    expect(read.status).toBe(200);
    const session = await call("POST", "/v1/sessions", { verification_id: created });
    expect(claimsOf(session.body.token)).toMatchObject({ iss: PUBLIC_URL });
  },
  READY_MS,
);

test("a caller that uses the edge as a proxy is disconnected, without an error in the edge's log", async () => {
  const { hostname, port } = new URL((await stackFile()).api);
  const caller = connect(Number(port), hostname);
  caller.write("CONNECT example.com:80 HTTP/1.1\r\nHost: example.com:80\r\n\r\n");
  let answer = "";
  for await (const chunk of caller.setEncoding("utf8")) answer += chunk;
  expect(answer).not.toContain("500");
  expect((await create()).status).toBe(201);
});

test("the operator's commands act on the running stack", async () => {
  const { tenant_id: tenant } = await stackFile();
  const { answer } = await admin("keys", "create", "--tenant", tenant, "--mode", "test");
  const { api } = await stackFile();
  const withNewKey = () =>
    fetch(`${api}/v1/verifications/vf_0`, { headers: { authorization: `Bearer ${answer.key}` } });
  expect((await withNewKey()).status).toBe(404);
  expect((await admin("keys", "revoke", "--tenant", tenant, "--id", answer.id)).code).toBe(0);
  expect((await withNewKey()).status).toBe(401);
});
