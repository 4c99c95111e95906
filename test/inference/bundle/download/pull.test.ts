import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pulledFiles, pullFiles, pullModels } from "#inference/bundle/download/pull.ts";
import type { PinnedFile, PulledOrigin } from "#inference/bundle/manifest.ts";

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i) % 251));
const HALF = 150_000;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let dir: string;
let server: Server;
let base: string;
/** Answers in turn; the last one serves all later requests. */
let answers: Answer[];
let ranges: (string | undefined)[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "selfsame-pull-"));
  ranges = [];
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    (answers.length > 1 ? answers.shift()! : answers[0]!)(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true });
});

const whole: Answer = (_, response) => response.end(CONTENT);

const ranged: Answer = ({ headers }, response) => {
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
  if (start === 0) return response.end(CONTENT);
  const range = `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}`;
  response.writeHead(206, { "content-range": range }).end(CONTENT.subarray(start));
};

const unsatisfiable: Answer = (_, response) => response.writeHead(416).end();

/** Half of the content, then the connection is cut. */
const cut: Answer = (_, response) => {
  response.writeHead(200, { "content-length": CONTENT.length });
  response.write(CONTENT.subarray(0, HALF), () => setTimeout(() => response.destroy(), 50));
};

const pinned = (url: string | null): PinnedFile<PulledOrigin> => ({
  origin: { file: "model.onnx", url },
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
  bytes: CONTENT.length,
});

const pull = async (from?: string) => {
  const report = await pullFiles(dir, [pinned(`${base}/model.onnx`)], from === undefined ? {} : { from });
  return report.files[0]!;
};
const put = async (file: string, bytes: string | Uint8Array) => {
  await mkdir(join(dir, "recommended"), { recursive: true });
  await writeFile(join(dir, "recommended", file), bytes);
};
const here = () => readdir(join(dir, "recommended"));
const content = () => readFile(join(dir, "recommended", "model.onnx"));

it("pulls a file whole, and asks for it no second time", async () => {
  answers = [whole];
  expect(await pull()).toEqual({ file: "model.onnx", outcome: "pulled", error: null });
  expect(await content()).toEqual(CONTENT);
  expect(await here()).toEqual(["model.onnx"]);
  expect((await pull()).outcome).toBe("present");
  expect(ranges).toEqual([undefined]);
});

it("resumes an interrupted pull", async () => {
  answers = [cut, ranged];
  const broken = await pull();
  expect(broken).toMatchObject({ outcome: "failed", error: { code: "source_unreachable" } });
  expect(await here()).toEqual(["model.onnx.part"]);
  expect((await pull()).outcome).toBe("pulled");
  expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
  expect(await content()).toEqual(CONTENT);
  expect(await here()).toEqual(["model.onnx"]);
});

it.each<[string, Buffer, readonly Answer[], readonly (string | undefined)[]]>([
  ["the server takes no ranges", CONTENT.subarray(0, HALF), [whole], ["bytes=150000-"]],
  ["the part was of another file", Buffer.from("something else"), [ranged], ["bytes=14-", undefined]],
  [
    "the range cannot be satisfied",
    CONTENT.subarray(0, HALF),
    [unsatisfiable, whole],
    ["bytes=150000-", undefined],
  ],
])("begins again if %s", async (_, part, given, asked) => {
  answers = [...given];
  await put("model.onnx.part", part);
  expect(await pull()).toEqual({ file: "model.onnx", outcome: "pulled", error: null });
  expect(ranges).toEqual(asked);
  expect(await content()).toEqual(CONTENT);
});

const WRONG = Buffer.from(CONTENT).fill(0, 1000, 1001);

it.each<[string, Answer, string, string[]]>([
  ["other bytes", (_, response) => response.end(WRONG), "file_corrupt", []],
  ["more bytes", (_, response) => response.end(Buffer.concat([CONTENT, CONTENT])), "file_corrupt", []],
  [
    "fewer bytes",
    (_, response) => response.end(CONTENT.subarray(1)),
    "source_unreachable",
    ["model.onnx.part"],
  ],
  ["a refusal", (_, response) => response.writeHead(404).end(), "source_refused", []],
  [
    "another range",
    (_, response) => response.writeHead(206, { "content-range": "bytes 5-9/10" }).end("12345"),
    "source_refused",
    [],
  ],
])("names no file a model when the source gives %s", async (_, answer, code, left) => {
  answers = [answer];
  expect(await pull()).toMatchObject({ outcome: "failed", error: { code } });
  expect(await here().catch(() => [])).toEqual(left);
});

it("takes no more than the file's bytes from a source without an end", async () => {
  const endless: Answer = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(CONTENT));
    };
    response.on("drain", more);
    more();
  };
  answers = [endless];
  expect(await pull()).toMatchObject({ outcome: "failed", error: { code: "file_corrupt" } });
});

it("fails with a code if the port has no listener", async () => {
  server.close();
  expect((await pull()).error?.code).toBe("source_unreachable");
});

it("rejects an address with a password, and does not repeat it", async () => {
  const { error } = await pull(`${base.replace("127.0.0.1", "user:hidden@127.0.0.1")}/models`);
  expect(error?.code).toBe("source_refused");
  expect(error?.message).not.toContain("hidden");
});

it.each<[string, Answer, string, Buffer]>([
  ["is replaced", whole, "pulled", CONTENT],
  ["is not trusted while its replacement fails", cut, "failed", Buffer.from("corrupt")],
])("a corrupt file %s", async (_, answer, outcome, left) => {
  answers = [answer];
  await put("model.onnx", "corrupt");
  expect((await pull()).outcome).toBe(outcome);
  expect(await content()).toEqual(left);
});

it("takes the file by its name below an address", async () => {
  answers = [(request, response) => response.end(request.url === "/mirror/model.onnx" ? CONTENT : "")];
  expect((await pull(`${base}/mirror/`)).outcome).toBe("pulled");
});

it("takes the file out of a folder, and trusts it no more than a server", async () => {
  const from = join(dir, "copies");
  await mkdir(from);
  expect(await pull(from)).toMatchObject({ outcome: "failed", error: { code: "source_refused" } });
  await writeFile(join(from, "model.onnx"), WRONG);
  expect(await pull(from)).toMatchObject({ outcome: "failed", error: { code: "file_corrupt" } });
  await writeFile(join(from, "model.onnx"), CONTENT);
  expect((await pull(from)).outcome).toBe("pulled");
  expect(await content()).toEqual(CONTENT);
  expect(ranges).toEqual([]);
});

it("distinguishes a file without an address from one that failed", async () => {
  const report = await pullFiles(dir, [pinned(null)], {});
  expect(report).toEqual({
    complete: false,
    files: [{ file: "model.onnx", outcome: "no_address", error: null }],
  });
});

it("pulling reports the number of bytes received", async () => {
  answers = [whole];
  const progress: number[] = [];
  const onProgress = ({ file, done, total }: { file: string; done: number; total: number }) => {
    expect([file, total]).toEqual(["model.onnx", CONTENT.length]);
    progress.push(done);
  };
  await pullFiles(dir, [pinned(`${base}/model.onnx`)], { onProgress });
  expect(progress.at(-1)).toBe(CONTENT.length);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
});

it("reports every file of the recommended models, as plain JSON, when nothing can be had", async () => {
  const report = await pullModels(dir, { from: join(dir, "nowhere") });
  expect(report.complete).toBe(false);
  expect(report.files.map(({ file }) => file)).toEqual(pulledFiles.map(({ origin }) => origin.file));
  expect(report.files.every(({ error }) => error?.code === "source_refused")).toBe(true);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});
