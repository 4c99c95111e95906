import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, describe, expect, it } from "vitest";
import { toApiError } from "#edge/inference/failures.ts";
import { ImageRefusal_Reason, ImageRefusalSchema } from "#proto/gen/selfsame/inference/v1/common_pb.js";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

/** Inference's rejection of the image at this place for its type. */
const unsupported = (imageIndex: number) =>
  new ConnectError("", Code.InvalidArgument, undefined, [
    { desc: ImageRefusalSchema, value: { reason: ImageRefusal_Reason.UNSUPPORTED_TYPE, imageIndex } },
  ]);

describe("a refused form", () => {
  it("asks for the missing file together with the others, and knows other services' names", async () => {
    const { token, id } = await edge.verification();
    const back = await edge.upload(`/v1/verifications/${id}/document`, token, { back: image() });
    expect(back.body.error.message).toBe("front is required: send front and back in one call.");
    const pair = await edge.upload("/v1/face/verify", edge.key, { image_1: image(), image_b: image() });
    expect(pair.body.error.message).toBe(
      "Unknown form field `image_1`. Did you mean `image_a`? (And 1 more, in `errors`.)",
    );
  });

  it("lists all of its faults at once, unknown parts first", async () => {
    const found = async (path: string, parts: Parameters<typeof edge.upload>[2]) => {
      const { body } = await edge.upload(path, edge.key, parts);
      return body.error.errors.map(({ code, param }: { code: string; param: string }) => `${code} ${param}`);
    };
    const [text, empty] = [new TextEncoder().encode("Dear Sir,"), new Uint8Array()];
    const scan = { img: image(), document_type: "x", customer_ref: "", foo: "1" };
    expect(await found("/v1/ocr/scan", scan)).toEqual([
      "unknown_parameter img",
      "unknown_parameter foo",
      "missing_parameter image",
      "unsupported_document_type document_type",
      "invalid_parameter customer_ref",
    ]);
    expect(await found("/v1/face/verify", { image_a: text, image_b: empty })).toEqual([
      "empty_file image_b",
      "unsupported_image_type image_a",
    ]);
    expect(await found("/v1/face/verify", { image_a: text, image_b: text })).toEqual([
      "unsupported_image_type image_a",
      "unsupported_image_type image_b",
    ]);
    expect(await found("/v1/liveness/check", { challenge_token: "" })).toEqual([
      "missing_parameter mode",
      "invalid_parameter challenge_token",
    ]);
  });

  it("asks for all missing files together, of a chip's too", async () => {
    const { body } = await edge.upload("/v1/chip/verify", edge.key, { sod: new Uint8Array([1]) });
    expect(body.error.message).toBe(
      "dg1 is required: send dg1, dg2 and sod in one call. (And 1 more, in `errors`.)",
    );
  });

  it("names the unknown field and the allowed ones, without those that exist only to be refused", async () => {
    const { token, id } = await edge.verification();
    const path = `/v1/verifications/${id}/document`;
    const wrong = await edge.upload(path, token, { image: image() });
    expect(wrong.body.error.message).toBe(
      "Unknown form field `image`. Did you mean `front`? (And 1 more, in `errors`.)",
    );
    const meant = await edge.upload("/v1/liveness/check", token, { photo: image() });
    expect(meant.body.error.message).toBe(
      "Unknown form field `photo`. Did you mean `image_1`? (And 1 more, in `errors`.)",
    );
    const liveness = await edge.upload("/v1/liveness/check", token, { zzz: image() });
    expect(liveness.body.error.message).toMatch(
      /^Unknown form field `zzz`\. Allowed: image_1, .*image_5, mode, /,
    );
    expect(liveness.body.error.message).not.toContain("image_6");
  });

  it.each([
    ["a PDF", "%PDF-1.7\n"],
    ["a HEIC photo", "\0\0\0\x18ftypheic\0\0"],
    ["an AVIF image", "\0\0\0\x18ftypavif"],
    ["a GIF image", "GIF89a"],
    ["an SVG image", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["text, not the bytes of an image. With curl, name a file with @: `-F back=@card.jpg`", "Dear Sir,\n"],
    ["base64 text. Decode it", "/9j/4AAQSkZJRg"],
    ["base64 text. Decode it", "data:image/png;base64,iVBO"],
    ["a URL, which the service does not fetch", "https://cdn.example/card.jpg"],
  ])("says that a file is %s", (kind, start) => {
    const content = Uint8Array.from(start, (sign) => sign.charCodeAt(0));
    const error = toApiError(unsupported(1), [
      { param: "front", content: new Uint8Array() },
      { param: "back", content },
    ]);
    expect(error.message).toContain(`back is ${kind}`);
    expect(error.message).toContain("Send a JPEG, PNG or WebP image");
    expect([error.code, error.param]).toEqual(["unsupported_image_type", "back"]);
  });

  it.each([
    [ImageRefusal_Reason.TOO_SMALL, 1, 1, "front is 1 × 1 pixels: the short side must have at least 200."],
    [ImageRefusal_Reason.TOO_LARGE, 9_000, 12_000, "front is 9000 × 12000 pixels: it must have at most 40"],
    [ImageRefusal_Reason.TOO_LARGE, 5_000, 5_000, "front takes too much memory to decode, with 5000 × 5000"],
  ])("names the size of an image that is rejected for it: %s", (reason, width, height, text) => {
    const value = { reason, imageIndex: 0, width, height };
    const failure = new ConnectError("", Code.InvalidArgument, undefined, [
      { desc: ImageRefusalSchema, value },
    ]);
    const error = toApiError(failure, [{ param: "front", content: new Uint8Array() }]);
    expect(error.message).toContain(text);
  });

  it("says how large a file of an unknown kind is", () => {
    const content = Uint8Array.of(0, 1, 2, 3);
    const error = toApiError(unsupported(0), [{ param: "front", content }]);
    expect(error.message).toBe(
      "front has 4 bytes that do not begin as an image does. Send a JPEG, PNG or WebP image that is not animated.",
    );
  });
});

describe("a wrong number of frames is answered with the number received and the frame at fault", () => {
  it.each([
    ["passive", [], "image_1", "takes 1 frame, not 0."],
    ["passive", [1, 2], "image_2", "takes 1 frame, not 2."],
    ["burst", [1], "image_2", "takes 3 to 5 frames, not 1."],
    ["burst", [1, 2, 4], "image_3", "without a gap: image_3 is missing."],
    ["burst", [1, 2, 3, 4, 5, 6], "image_6", "takes 3 to 5 frames, not 6."],
  ])("%s %j", async (mode, frames, param, text) => {
    const files = Object.fromEntries(frames.map((n) => [`image_${n}`, image(n)]));
    const { status, body } = await edge.upload("/v1/liveness/check", edge.key, { mode, ...files });
    expect([status, body.error.code, body.error.param]).toEqual([400, "frame_count_invalid", param]);
    expect(body.error.message).toContain(text);
  });
});
