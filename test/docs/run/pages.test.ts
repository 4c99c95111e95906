import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { type Stack, startStack } from "../../harness/stack/stack.ts";
import { ROOT, textFiles } from "../files.ts";
import { type Block, blocksOf, readings } from "./blocks.ts";
import { NOT_RUN, RUN_BY_THE_RIG, UNRUNNABLE } from "./exceptions.ts";
import { Reader } from "./reader.ts";

const exec = promisify(execFile);

/** Pages on which a reader follows one section of several, and the heading that these are under. */
const CHOICES: Readonly<Record<string, string>> = { "docs/how-to/receive-webhooks.md": "Write the receiver" };

const pages = textFiles("docs/{tutorials,how-to}/*.md")
  .filter(({ path }) => NOT_RUN[path] === undefined)
  .flatMap(({ path, text }) =>
    readings(text, CHOICES[path]).map(({ name, page }) => ({
      title: name === "" ? path : `${path}, ${name}`,
      page,
    })),
  );

let stack: Stack;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "selfsame-docs-"));
  stack = await startStack();
  await exec("npm", ["run", "samples"], { cwd: await repository() });
});

afterAll(async () => {
  await stack?.stop();
  await rm(home, { recursive: true, force: true });
});

/** A folder that replaces the repository: its commands, and `.local` with the stack's facts. */
async function repository(): Promise<string> {
  const folder = join(await mkdtemp(join(home, "reader-")), "selfsame");
  await mkdir(folder);
  const run = (script: string) => `node ${join(ROOT, script)}`;
  const scripts = { admin: run("local/admin.ts"), samples: run("lab/demo/samples.ts") };
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", private: true, scripts }));
  await symlink(stack.dataFolder, join(folder, ".local"));
  await cp(join(ROOT, "examples"), join(folder, "examples"), { recursive: true });
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** A file of `examples/`, which tests of its own run. */
const exampleOf = (path: string) => readFile(join(ROOT, path), "utf8");

const has = (tool: string, ...args: string[]) =>
  exec(tool, args).then(
    () => true,
    () => false,
  );
const answers = (url: string) =>
  fetch(url, { method: "HEAD", signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );

/** Programs that a command needs beside Node and bash, and whether this machine has them. */
const NEEDS: readonly { needs: RegExp; what: string; isHere: () => Promise<boolean> }[] = [
  { needs: /^go /m, what: "Go", isHere: () => has("go", "version") },
  { needs: /^python3 /m, what: "Python", isHere: () => has("python3", "-m", "venv", "--help") },
  { needs: /pip install/, what: "PyPI", isHere: () => answers("https://pypi.org/simple/django/") },
  {
    needs: /npm install (?!http)/,
    what: "the npm registry",
    isHere: () => answers("https://registry.npmjs.org/hono"),
  },
];

async function missing(blocks: readonly Block[]): Promise<string | undefined> {
  const commands = blocks.flatMap(({ language, text }) => (language === "sh" ? [text] : [])).join("\n");
  for (const { needs, what, isHere } of NEEDS) if (needs.test(commands) && !(await isHere())) return what;
  return undefined;
}

it.for(pages)(
  "$title: every block runs, and prints what the page shows",
  { timeout: 240_000 },
  async ({ page }, { skip }) => {
    const blocks = blocksOf(page);
    const lacking = await missing(blocks);
    skip(lacking !== undefined, `no ${lacking} here`);
    const port = await freePort();
    const here = { "3000": String(port), "http://127.0.0.1:8787": stack.facts.api };
    const env = {
      ...process.env,
      NODE_OPTIONS: "",
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      SELFSAME_DATA: stack.dataFolder,
      NEXT_TELEMETRY_DISABLED: "1",
    };
    const reader = new Reader(await repository(), env, here, port);
    try {
      for (const block of blocks) {
        if (
          block.notRun !== undefined ||
          UNRUNNABLE.includes(block.language) ||
          RUN_BY_THE_RIG.includes(block.text)
        )
          continue;
        if (block.title?.startsWith("examples/")) expect(block.text).toBe(await exampleOf(block.title));
        await reader.follow(block).catch((error: Error) => {
          error.message = `line ${block.line}: ${error.message}`;
          throw error;
        });
      }
    } finally {
      reader.close();
    }
  },
);

it("the calls of a liveness step at /docs pass the step of a verification", {
  timeout: 120_000,
}, async () => {
  const { description = "" } = openApiDocument().paths["/v1/liveness/check"]!.post!;
  const [next, challenge, check, ...others] = blocksOf(description);
  expect(others).toEqual([]);
  const sh = (text: string): Block => ({ ...next!, language: "sh", text });
  const shown = (value: object): Block => ({ ...next!, language: "json", text: JSON.stringify(value) });
  const { api, keys } = stack.facts;
  const env = { ...process.env, NODE_OPTIONS: "", SELFSAME_URL: api, SELFSAME_KEY: keys.test };
  const reader = new Reader(await repository(), env, {}, 0);
  try {
    const policy = { steps: ["liveness"], liveness_mode: "challenge" };
    await reader.follow(
      sh(`curl -s "$SELFSAME_URL/v1/verifications" -H "Authorization: Bearer $SELFSAME_KEY" \\
  -H "Content-Type: application/json" -d '${JSON.stringify({ customer_ref: "user-17", policy })}' -o created.json
ID=$(grep -o 'vf_[0-9A-Z]*' created.json | head -n 1)
SESSION_TOKEN=$(grep -o 'svc_tok_[^"]*' created.json)`),
    );
    await reader.follow(next!);
    await reader.follow(shown({ action: { type: "liveness", liveness_mode: "challenge" } }));
    await reader.follow(challenge!);
    await reader.follow(
      sh(`ACTION=$(node -p "JSON.parse(fs.readFileSync('challenge.json')).action")
cp .local/samples/selfie.jpg neutral.jpg
for N in 1 2; do cp .local/samples/$ACTION-$N.jpg moved-$N.jpg; done`),
    );
    await reader.follow(check!);
    await reader.follow(shown({ is_live: true, liveness_mode: "challenge", verification_id: "vf_…" }));
  } finally {
    reader.close();
  }
});

it("finds the pages", () => expect(pages.length).toBeGreaterThan(15));
