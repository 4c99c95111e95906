import { Code, ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInferenceClient } from "#edge/inference/client.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { CALLER } from "../../harness/edge/inference-results.ts";
import {
  clientsOver,
  type Serving,
  serveScripted,
  TOKEN,
  TRANSPORTS,
} from "../../harness/inference/serving.ts";

let service: Serving;
beforeAll(async () => {
  service = await serveScripted({ GALLERY_MEMORY: "2" });
});
afterAll(() => service.stop());

const FACES = crowdOf(2_000, 17, 256);
const bytesOf = (vector: Float32Array) => new Uint8Array(vector.slice().buffer);
const change = (n: number, face = FACES[n]!) => ({ registrationId: `fr_${n}`, template: bytesOf(face) });
const pageOf = (from: number, count: number) => ({
  after: from === 1 ? "" : `${from - 1}`,
  mark: `${from + count - 1}`,
  changes: Array.from({ length: count }, (_, i) => change(from + i)),
});

describe.each(Object.entries(TRANSPORTS))("over %s", (gallery, transport) => {
  const client = () => clientsOver(transport(service)).gallery;

  it("follows pages, and finds added faces and no removed ones", async () => {
    const probe = bytesOf(FACES[7]!);
    const put = await client().searchGallery({ gallery, page: pageOf(1, 300), limit: 1 });
    expect(put).toMatchObject({ mark: "300", faces: 0n, filling: false, candidates: [] });
    const search = await client().searchGallery({ gallery, probe, limit: 1 });
    expect(search).toMatchObject({ mark: "300", faces: 300n, filling: true });
    const [found] = search.candidates;
    expect(found).toMatchObject({ registrationId: "fr_7", comparisonScore: expect.closeTo(1) });
    const page = { after: "300", mark: "301", changes: [{ registrationId: "fr_7" }] };
    const without = await client().searchGallery({ gallery, page, probe, limit: 100 });
    expect(without).toMatchObject({ mark: "301", faces: 299n });
    expect(without.candidates.map(({ registrationId }) => registrationId)).not.toContain("fr_7");
  });

  it.each<[string, Parameters<ReturnType<typeof client>["searchGallery"]>[0]]>([
    ["no gallery", { limit: 1 }],
    ["a name that is too long", { gallery: "g".repeat(257), limit: 1 }],
    ["no limit", { gallery }],
    ["a limit over 100", { gallery, limit: 101 }],
    ["over 1,000 changes", { gallery, limit: 1, page: pageOf(1, 1_001) }],
    ["a mark that is too long", { gallery, limit: 1, page: { mark: "m".repeat(129) } }],
    ["a change of no registration", { gallery, limit: 1, page: { mark: "1", changes: [{}] } }],
    ["no vector at all", { gallery, limit: 1, probe: new Uint8Array() }],
    ["half a number", { gallery, limit: 1, probe: new Uint8Array(5) }],
    ["4,097 dimensions", { gallery, limit: 1, probe: new Uint8Array(4 * 4_097) }],
    ["no unit vector", { gallery, limit: 1, probe: new Uint8Array(1_024) }],
    ["NaN", { gallery, limit: 1, probe: bytesOf(new Float32Array(256).fill(Number.NaN)) }],
    ["infinity", { gallery, limit: 1, page: { changes: [change(9, new Float32Array(256).fill(Infinity))] } }],
  ])("rejects %s, without the value in the error", async (_, request) => {
    const error = await client().searchGallery(request).catch(ConnectError.from);
    expect(error).toMatchObject({ code: Code.InvalidArgument });
    expect((error as ConnectError).rawMessage).toMatch(/^[a-z_]+: [a-z0-9 ,^'-]+$/);
  });

  it("has no room for a gallery that is larger than its memory", async () => {
    const big = `${gallery} big`;
    await client().searchGallery({ gallery: big, page: pageOf(1, 700), limit: 1 });
    const more = { gallery: big, page: pageOf(701, 999), limit: 1 };
    expect(await client().searchGallery(more).catch(ConnectError.from)).toMatchObject({
      code: Code.ResourceExhausted,
    });
  });
});

it("exports its size as metrics", async () => {
  const { gallery } = clientsOver(TRANSPORTS["gRPC-Web"](service));
  const probe = bytesOf(FACES[1]!);
  const request = { gallery: "counted", page: pageOf(1, 5), probe, limit: 1 };
  const { faces } = await gallery.searchGallery(request);
  const text = await (await fetch(`${service.addresses.metrics}/metrics`)).text();
  const held = Number(/^selfsame_inference_gallery_faces (\d+)$/m.exec(text)?.[1]);
  expect(held).toBeGreaterThanOrEqual(Number(faces));
  expect(text).toMatch(/^selfsame_inference_galleries \d+$/m);
  expect(text).toMatch(/^selfsame_inference_gallery_bytes \d+$/m);
});

it("is an outage for the edge if vectors differ in length, never a score", async () => {
  const edge = createInferenceClient({
    baseUrl: service.addresses.grpcWeb,
    token: TOKEN,
    deadlineMs: 10_000,
    clock: Date.now,
  });
  const request = { gallery: "lengths", page: null, probe: bytesOf(FACES[1]!), limit: 1 };
  const page = { after: "", mark: "1", changes: [change(1)] };
  expect(await edge.searchGallery({ ...request, page }, CALLER)).toMatchObject({
    mark: "1",
    faces: 1,
    candidates: [{ registrationId: "fr_1", score: expect.closeTo(1) }],
  });
  const shorter = edge.searchGallery({ ...request, probe: bytesOf(crowdOf(1, 1, 128)[0]!) }, CALLER);
  await expect(shorter).rejects.toMatchObject({ code: "service_unavailable" });
});
