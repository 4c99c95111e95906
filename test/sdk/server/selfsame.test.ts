import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Selfsame, type SelfsameOptions } from "#sdk/server/src/index.ts";

const KEY = `svc_sk_test_${"a".repeat(38)}`;
const BASE = "https://id.example.com";
const open = (changes: Partial<SelfsameOptions>) => new Selfsame({ apiKey: KEY, baseUrl: BASE, ...changes });

afterEach(() => vi.unstubAllGlobals());

describe("the secret key", () => {
  it.each([
    ["a session token", "svc_tok_test_abc"],
    ["a key with its line's end", `${KEY}\n`],
    ["a key that was cut off", KEY.slice(0, -1)],
    ["nothing", undefined as unknown as string],
  ])("is rejected when it is %s, and is not repeated in the error", (_, apiKey) => {
    expect(() => open({ apiKey })).toThrow(/^apiKey must be a secret key/);
    expect(() => open({ apiKey })).not.toThrow(/aaa|svc_tok_test/);
  });

  it("is shown by nothing that prints the client", () => {
    const selfsame = open({});
    expect(inspect(selfsame, { depth: 9, showHidden: true })).not.toContain(KEY);
    expect(JSON.stringify(selfsame)).not.toContain(KEY);
  });

  it("is rejected in a page", () => {
    vi.stubGlobal("document", {});
    expect(() => open({})).toThrow("must not be in a page");
  });
});

describe("the address of the service", () => {
  it.each([
    "http://id.example.com",
    "http://10.0.0.1",
    "http://localhost.example.com",
    "http://127.0.0.1.nip.io",
  ])("is rejected if the key would travel in the clear: %s", (baseUrl) => {
    expect(() => open({ baseUrl })).toThrow("must be https");
    expect(() => open({ baseUrl, allowHttp: true })).not.toThrow();
  });

  it.each([
    "id.example.com",
    "",
    "ftp://id.example.com",
    `https://${KEY}@id.example.com`,
    `${BASE}?a=b`,
    `${BASE}#a`,
  ])("is rejected if it is malformed: %s", (baseUrl) => {
    expect(() => open({ baseUrl, allowHttp: true })).toThrow(TypeError);
    expect(() => open({ baseUrl, allowHttp: true })).not.toThrow(KEY);
  });

  it("may be http on this machine, and may have a path", async () => {
    const requests: string[] = [];
    const fetch = async (url: string) => {
      requests.push(url);
      return Response.json({ ready: true });
    };
    for (const baseUrl of ["http://localhost:8787", "http://127.0.0.1:1/", "http://[::1]:2", `${BASE}/id/`]) {
      await open({ baseUrl, fetch }).service.health();
    }
    expect(requests).toEqual([
      "http://localhost:8787/health",
      "http://127.0.0.1:1/health",
      "http://[::1]:2/health",
      `${BASE}/id/health`,
    ]);
  });
});

it.each([
  { timeoutMs: 0 },
  { timeoutMs: Number.POSITIVE_INFINITY },
  { attemptTimeoutMs: Number.NaN },
  { maxRetries: -1 },
  { maxRetries: 11 },
])("a setting that cannot be right is rejected: %j", (changes) => {
  expect(() => open(changes)).toThrow(TypeError);
});

describe("an image", () => {
  const sent = async (image: never) => {
    let form = new FormData();
    const fetch = async (_: string, init?: { body?: unknown }) => {
      form = init?.body as FormData;
      return Response.json({});
    };
    await open({ fetch }).ocr.scan({ image });
    return form.get("image") as File;
  };
  const bytes = new Uint8Array([1, 2, 3]);

  it.each([
    ["bytes", bytes],
    ["a part of a buffer", new Uint8Array([0, 1, 2, 3, 0]).subarray(1, 4)],
    ["a Buffer", Buffer.from(bytes)],
    ["an ArrayBuffer", bytes.buffer],
    ["a Blob", new Blob([bytes])],
    ["a File", new File([bytes], "zoe.jpg")],
    ["another runtime's Blob", { size: 3, type: "", arrayBuffer: async () => bytes.buffer }],
  ])("is taken as %s, and its file's name is not sent", async (_, image) => {
    const file = await sent(image as never);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    expect(file.name).toBe("image");
  });

  it.each([
    ["a stream", new Blob([bytes]).stream()],
    ["nothing", null],
    ["an object", {}],
  ])("is rejected as %s, which could not be sent again", async (_, image) => {
    await expect(sent(image as never)).rejects.toThrow(TypeError);
  });

  it("is loaded by a signed link only, and of the service alone", async () => {
    const requests: { url: string; headers: Headers }[] = [];
    const fetch = async (url: string, init?: { headers?: unknown }) => {
      requests.push({ url, headers: new Headers(init?.headers as Record<string, string>) });
      return new Response(bytes);
    };
    const { ocr } = open({ fetch });
    const link = "https://evil.example/media/tn_1/md_1?expires=17&signature=ab%2Bc";
    expect(await ocr.picture(link)).toEqual(bytes);
    expect(requests[0]!.url).toBe(`${BASE}/media/tn_1/md_1?expires=17&signature=ab%2Bc`);
    expect(requests[0]!.headers.has("authorization")).toBe(false);
    for (const other of [
      "",
      "https://id.example.com/v1/events",
      `${BASE}/media/a/b`,
      `${BASE}/media/../v1/x?expires=1`,
    ]) {
      await expect(ocr.picture(other)).rejects.toThrow(TypeError);
    }
  });
});

describe("a list", () => {
  const paged = (pages: number, loops = false) => {
    const requests: string[] = [];
    const fetch = async (url: string) => {
      const { searchParams } = new URL(url);
      requests.push(searchParams.toString());
      const page = Number(searchParams.get("cursor") ?? 0);
      const next = loops ? "1" : String(page + 1);
      const isLast = page + 1 >= pages && !loops;
      const data = [{ id: `${page}a` }, { id: `${page}b` }];
      return Response.json({ data, has_more: !isLast, next_cursor: isLast ? null : next });
    };
    return { requests, verifications: open({ fetch }).verifications };
  };

  it("is its first page when it is awaited", async () => {
    const { requests, verifications } = paged(3);
    expect((await verifications.list({ status: "completed", limit: 2 })).next_cursor).toBe("1");
    expect(requests).toEqual(["status=completed&limit=2"]);
  });

  it("is all its entries in a loop, each page asked for when it is needed", async () => {
    const { requests, verifications } = paged(3);
    const seen: string[] = [];
    for await (const { id } of verifications.list({ created_after: "a&b" })) {
      seen.push(id);
      if (id === "0b") expect(requests).toHaveLength(1);
    }
    expect(seen).toEqual(["0a", "0b", "1a", "1b", "2a", "2b"]);
    expect(requests[2]).toBe("created_after=a%26b&cursor=2");
  });

  it("goes on from a cursor, by pages, or up to a number of entries", async () => {
    const { requests, verifications } = paged(4);
    const numbers: number[] = [];
    for await (const { data } of verifications.list({ cursor: "2" }).pages()) numbers.push(data.length);
    expect(numbers).toEqual([2, 2]);
    expect((await verifications.list().all({ limit: 3 })).map(({ id }) => id)).toEqual(["0a", "0b", "1a"]);
    expect(await verifications.list().all({ limit: 0 })).toEqual([]);
    expect(requests).toHaveLength(4);
  });

  it("ends with an error, not in a loop, if a page leads to itself", async () => {
    const { requests, verifications } = paged(1, true);
    await expect(verifications.list().all({ limit: 100 })).rejects.toMatchObject({
      code: "unexpected_answer",
    });
    expect(requests).toHaveLength(2);
  });
});
