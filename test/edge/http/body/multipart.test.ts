import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiError } from "#edge/core/errors.ts";
import { readUpload, UPLOAD_LIMITS } from "#edge/http/body/multipart.ts";
import { together } from "#edge/http/faults.ts";
import { UploadBudget } from "#edge/limits/upload-budget.ts";

const SPEC = { files: ["image_a", "image_b"], fields: ["customer_ref"] };
const LIMITS = { ...UPLOAD_LIMITS, fileBytes: 1000, requestBytes: 3000, fieldBytes: 50, headerBytes: 1000 };
const TYPE = "multipart/form-data; boundary=XX";

const part = (disposition: string, content: string, more = "") =>
  `--XX\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const file = (name: string, content = "bytes") => part(`name="${name}"; filename="f.jpg"`, content);
const form = (...parts: string[]) => `${parts.join("")}--XX--\r\n`;

const request = (body: string | ReadableStream<Uint8Array>, type = TYPE) =>
  new Request("http://edge/", {
    method: "POST",
    headers: { "content-type": type },
    body,
    duplex: "half",
  } as RequestInit);
const read = async (sent: Request, limits = LIMITS) => {
  const place = new UploadBudget(Date.now).enter({ tenant: "tn_1", caller: "key_1" });
  const { upload } = await readUpload(sent, SPEC, place, limits);
  if (upload.faults.length > 0) throw together(upload.faults);
  return upload;
};
const refusal = async (body: string | Request) => {
  const sent = typeof body === "string" ? request(body) : body;
  return read(sent).then(
    () => "none",
    ({ code, param }: ApiError) => (param === undefined ? code : `${code} ${param}`),
  );
};
const chunked = (text: string, cuts: readonly number[]) => {
  const bytes = new TextEncoder().encode(text);
  const ends = [...new Set([...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b);
  let from = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const end = ends.find((end) => end > from);
      if (end !== undefined) controller.enqueue(bytes.slice(from, end));
      else controller.close();
      if (end === undefined) controller.byobRequest?.respond(0);
      from = end ?? from;
    },
  });
};

/** The file of this body has this content, however the body is cut into pieces. */
const readsAnyCut = (body: string, content: string, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
      const upload = await read(request(chunked(body, cuts)));
      expect(new TextDecoder().decode(upload.files.get("image_a"))).toBe(content);
    }),
    { numRuns },
  );

describe("an upload", () => {
  it("is read into files and fields", async () => {
    const body = form(file("image_a", "one"), part('name="customer_ref"', "Zoë"), file("image_b", "two"));
    const upload = await read(request(body));
    expect([...upload.files].map(([name, content]) => [name, new TextDecoder().decode(content)])).toEqual([
      ["image_a", "one"],
      ["image_b", "two"],
    ]);
    expect([...upload.fields]).toEqual([["customer_ref", "Zoë"]]);
  });

  it("is read as FormData sends it", async () => {
    const data = new FormData();
    data.set("image_a", new Blob([new Uint8Array([0, 255, 13, 10, 45, 45])]), "ü.jpg");
    const upload = await read(new Request("http://edge/", { method: "POST", body: data }), UPLOAD_LIMITS);
    expect(upload.files.get("image_a")).toEqual(new Uint8Array([0, 255, 13, 10, 45, 45]));
  });

  it("is the same wherever the network cuts it, also after its end", () =>
    readsAnyCut(`${form(file("image_a", "--X\r\n--XY"))}epilogue`, "--X\r\n--XY", 200));
});

// RFC 2046 §5.1.1; remix-run/remix#11746, nodejs/undici#4671, node-formidable/formidable#120.
describe("what stands before the first boundary", () => {
  it.each(["\r\n", "\r\n\r\n", "This is a message in MIME format.\r\n", "--X\r\n--\r\n", "XX\r\n"])(
    "means nothing: %j",
    (preamble) => readsAnyCut(`${preamble}${form(file("image_a", "one"))}`, "one", 30),
  );

  it("may fill the first 4 KiB but for the boundary, and no more", async () => {
    const long = { ...LIMITS, requestBytes: 10_000 };
    const sent = (length: number) => request(`${"x".repeat(length)}\r\n${form(file("image_a"))}`);
    expect((await read(sent(4090), long)).files.has("image_a")).toBe(true);
    await expect(read(sent(4091), long)).rejects.toMatchObject({
      code: "invalid_multipart",
      message: expect.stringContaining("The form has no first boundary within its first 4 KiB."),
    });
  });
});

// RFC 7578 §4.2: a file's part should have a filename. oven-sh/bun#22762, curl's -F "image=<file".
it.each(["", "Content-Type: image/jpeg\r\n"])(
  "a part that the operation knows as a file is one without a filename, with the headers %j",
  async (headers) => {
    const upload = await read(request(form(part('name="image_a"', "bytes", headers))));
    expect(new TextDecoder().decode(upload.files.get("image_a"))).toBe("bytes");
    const refused = form(part('name="image_a"', "x".repeat(1001), headers));
    expect(await refusal(refused)).toBe("file_too_large image_a");
  },
);

describe("an upload is rejected", () => {
  it.each([
    ["application/json", "unsupported_media_type Content-Type"],
    ["multipart/form-data", "unsupported_media_type Content-Type"],
    [`multipart/form-data; boundary=${"x".repeat(71)}`, "unsupported_media_type Content-Type"],
    ['multipart/form-data; charset=utf-8; boundary="XX"', "none"],
  ])("by its content type: %s → %s", async (type, expected) => {
    expect(await refusal(request(form(file("image_a")), type))).toBe(expected);
  });

  const ref = (content: string, more = "") => part('name="customer_ref"', content, more);
  const named = (length: number) => part(`name="image_a"; filename="${"x".repeat(length)}"`, "x");

  it.each<[string, string, string]>([
    ["a file over its limit", form(file("image_b", "x".repeat(1001))), "file_too_large image_b"],
    ["an empty file", form(file("image_a", "")), "empty_file image_a"],
    ["an unknown file", form(file("image_c")), "unknown_parameter image_c"],
    ["an unknown field", form(part('name="colour"', "blue")), "unknown_parameter colour"],
    ["a duplicate file", form(file("image_a"), file("image_a")), "invalid_multipart image_a"],
    ["a duplicate field", form(ref("a"), ref("b")), "invalid_multipart customer_ref"],
    ["a boundary amid a line", `preamble${form(file("image_a"))}`, "invalid_multipart"],
    ["a file where text belongs", form(file("customer_ref")), "invalid_multipart customer_ref"],
    ["a part without a name", form(part('filename="x"', "text")), "invalid_multipart"],
    ["a field over its limit", form(ref("x".repeat(51))), "invalid_parameter customer_ref"],
    ["a long file name", form(named(256)), "invalid_multipart image_a"],
    ["a part's header over its limit", form(named(1500)), "invalid_multipart"],
    [
      "an encoded part",
      form(ref("eA==", "Content-Transfer-Encoding: base64\r\n")),
      "invalid_multipart customer_ref",
    ],
    ["a missing end", file("image_a"), "invalid_multipart"],
    ["nothing at all", "", "invalid_multipart"],
  ])("for %s", async (_, body, expected) => {
    expect(await refusal(body)).toBe(expected);
  });

  it("by the faults found, if it breaks off after them: what is missing is not known then", async () => {
    expect(await refusal(file("image_c") + file("image_a"))).toBe("unknown_parameter image_c");
  });

  it("for a field that is not UTF-8", async () => {
    const [head, tail] = form(part('name="customer_ref"', "\u0000")).split("\u0000");
    const body = new Blob([head!, new Uint8Array([0xff]), tail!]);
    expect(await refusal(request(body.stream()))).toBe("invalid_parameter customer_ref");
  });

  it("by its announced length, before anything is read", async () => {
    const sent = request(form(file("image_a")));
    const announced = new Request(sent, { headers: { "content-type": TYPE, "content-length": "3001" } });
    expect(await refusal(announced)).toBe("request_too_large");
    expect(announced.bodyUsed).toBe(false);
  });

  it("by what it really sends, as soon as that is too much", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      type: "bytes",
      pull(controller) {
        controller.enqueue(
          new TextEncoder().encode(sent === 0 ? file("image_a").slice(0, -2) : "x".repeat(500)),
        );
        sent++;
      },
    });
    expect(await refusal(request(endless))).toBe("request_too_large");
    expect(sent).toBeLessThan(10);
  });

  it("when the client goes away", async () => {
    const broken = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new TextEncoder().encode(file("image_a"))),
      pull: (controller) => controller.error(new Error("reset")),
    });
    expect(await refusal(request(broken))).toBe("invalid_multipart");
  });
});
