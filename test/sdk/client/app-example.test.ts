import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { image } from "../../harness/edge/check-edge.ts";
import { useCheckEdge } from "../../harness/edge/use.ts";
import { edgeFetch } from "../edge-fetch.ts";

vi.mock("@selfsame/client", () => import("#sdk/client/src/index.ts"));
// By a variable: the compiler has no built `@selfsame/client` here. `device.test.ts` compiles it against one.
const EXAMPLE = join(import.meta.dirname, "../../../examples/react-native/verify.ts");
const { verify } = await import(/* @vite-ignore */ EXAMPLE);

const BASE = "http://127.0.0.1:8787";

const edge = await useCheckEdge();
afterEach(() => vi.unstubAllGlobals());

/** Runs the example with screens that record its requests, and end after the fifth image. */
async function run(policy: object, service: (ours: typeof fetch) => typeof fetch = (ours) => ours) {
  const [theirs, ours] = [fetch, service(edgeFetch(edge))];
  // The edge of this process queries its database by `fetch`, too.
  vi.stubGlobal("fetch", ((url, init) =>
    String(url).startsWith(BASE) ? ours(url, init) : theirs(url, init)) satisfies typeof fetch);
  const { id, token } = await edge.verification(policy, "test_approve");
  const requests: string[] = [];
  const show = (what: string) => {
    requests.push(what);
    if (requests.length > 5) throw new Error("the person gives up");
    return image(requests.length);
  };
  const screens = {
    photographDocument: async () => show("document"),
    photographFace: async () => show("face"),
    filmAction: async () => [show("action"), image(20), image(30)],
    progress() {},
    waiting: async () => undefined,
  };
  const ended = await verify(BASE, id, screens, async () => token).catch(String);
  return { requests, ended };
}

it.each(["passive", "burst", "challenge"])(
  "an app that follows the example completes if the policy requires %s",
  async (liveness_mode) => {
    const { requests, ended } = await run({ steps: ["liveness"], liveness_mode });
    expect(ended).toBe("done");
    expect(requests).toEqual([liveness_mode === "passive" ? "face" : "action"]);
  },
);

it.each([402, 404, 429, 500])(
  "does not ask for another image after %s, which no image corrects",
  async (status) => {
    const fields = { message: "…", request_id: "req_1", doc_url: "…" };
    const error = { type: "usage_error", code: "usage_cap_reached", ...fields };
    const refusing =
      (ours: typeof fetch): typeof fetch =>
      async (url, init) =>
        String(url).endsWith("/liveness/check") ? Response.json({ error }, { status }) : ours(url, init);
    const { requests, ended } = await run({ steps: ["liveness"], liveness_mode: "passive" }, refusing);
    expect(requests).toEqual(["face"]);
    expect(ended).toMatch(/^SelfsameError/);
  },
);
