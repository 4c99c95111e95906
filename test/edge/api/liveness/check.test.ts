import { describe, expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";
import { faceLandmarks } from "#test/harness/edge/face-shape.ts";
import { frame } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";

const edge = await useGenuineEdge();

const ACTIONS = Object.keys(PERFORMED) as Action[];
const check = (parts: Parameters<CheckEdge["upload"]>[2], credential = edge.key) =>
  edge.upload("/v1/liveness/check", credential, parts);
const passive = (credential = edge.key) => check({ mode: "passive", image_1: image() }, credential);
const challenge = async (credential = edge.key, body: object = {}) =>
  (await edge.call("POST", "/v1/liveness/challenges", credential, body)).body;
const performing = (action: Action) => [frame(), frame(PERFORMED[action])];
const burst = (credential = edge.key) =>
  check({ mode: "burst", image_1: image(1), image_2: image(2), image_3: image(3) }, credential);
const swaying = (...pads: (number | null)[]) =>
  pads.map((pad, n) => frame({ pose: { yaw: 7 * n, pitch: n } }, pad));
const answerTo = (challenge_token: string, credential = edge.key) =>
  check({ mode: "challenge", challenge_token, image_1: image(1), image_2: image(2) }, credential);
const counts = async () =>
  Promise.all(
    ["liveness_results", "events", "deliveries"].map(async (table) => (await edge.rows(table)).length),
  );

describe("passive", () => {
  it("answers everything of the contract to a secret key, and reads the same back", async () => {
    const answer = await check({ mode: "passive", image_1: image(), customer_ref: "user 42" });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      is_live: true,
      score: 0.9,
      threshold: 0.5,
      reason: "live",
      mode: "test",
      liveness_mode: "passive",
      retryable: false,
      next_action: null,
      frames: [{ index: 0, score: 0.9, quality: { acceptable: true }, issues: [] }],
      customer_ref: "user 42",
      verification_id: null,
      model_version: "pad-model@1",
    });
    expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
    expect((await edge.call("GET", `/v1/liveness/${answer.body.lc_id}`, edge.key)).body).toEqual(answer.body);
    const events = (await edge.rows("events")).filter((row) => row.subject_id === answer.body.lc_id);
    const { lc_id, request_id } = answer.body;
    expect(events.map(({ body }) => JSON.parse(String(body)))).toMatchObject([
      { type: "liveness.check.completed", data: { lc_id, request_id } },
    ]);
  });

  it("reports no PAD score without a PAD model, and asks for a challenge", async () => {
    edge.answers.frames = [frame()];
    expect((await passive()).body).toMatchObject({
      ...{ is_live: false, score: 0, frames: [{ score: null }], reason: "step_up_required" },
      ...{ next_action: { type: "liveness_challenge" }, model_version: "test-model@1" },
    });
  });

  it("asks a device for a challenge until one passes, if there is no PAD model", async () => {
    const { token, read } = await edge.verification({ steps: ["liveness"] });
    edge.answers.frames = [frame()];
    for (const _ of ["first", "again"]) {
      await passive(token);
      const next_action = { type: "liveness_challenge" };
      expect(await read()).toMatchObject({ status: "in_progress", decision: null, next_action });
    }
    const { challenge_token, action } = await challenge(token);
    edge.answers.frames = performing(action);
    await answerTo(challenge_token, token);
    expect(await read()).toMatchObject({ status: "completed", decision: "approved" });
  });
});

const images = (...numbers: number[]) => Object.fromEntries(numbers.map((n) => [`image_${n}`, image(n)]));

it.each([
  ["missing_parameter", { image_1: image() }],
  ["invalid_parameter", { mode: "video", ...images(1) }],
  ["frame_count_invalid", { mode: "burst", ...images(1, 2) }],
  ["frame_count_invalid", { mode: "burst", ...images(1, 2, 3, 4, 5, 6) }],
  ["frame_count_invalid", { mode: "passive" }],
  ["frame_count_invalid", { mode: "passive", ...images(2) }],
  ["frame_count_invalid", { mode: "passive", ...images(1, 2) }],
  ["frame_count_invalid", { mode: "challenge", ...images(1) }],
  ["frame_count_invalid", { mode: "challenge", ...images(1, 2, 3, 4, 5, 6) }],
  ["frame_count_invalid", { mode: "challenge", ...images(1, 3) }],
  ["challenge_required", { mode: "challenge", ...images(1, 2) }],
  ["challenge_invalid", { mode: "challenge", ...images(1, 2), challenge_token: "chl_tok_AAAA" }],
  ["challenge_invalid", { mode: "challenge", ...images(1, 2), challenge_token: "nonsense" }],
  ["invalid_parameter", { mode: "passive", ...images(1), customer_ref: "a\u0007b" }],
  ["unknown_parameter", { mode: "passive", ...images(1), selfie: image() }],
] as const)("rejects with %s before anything is computed", async (code, parts) => {
  const [calls, before] = [edge.calls.length, await counts()];
  expect(outcome(await check(parts))).toBe(`400 ${code}`);
  expect([edge.calls.length, await counts()]).toEqual([calls, before]);
});

describe("burst", () => {
  it("answers for every frame, and is live when all pass and the head moves", async () => {
    edge.answers.frames = swaying(0.9, 0.7, 0.8);
    const { status, body } = await burst();
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_live: true, reason: "live", liveness_mode: "burst", next_action: null });
    expect(body.frames).toMatchObject([
      { index: 0, score: 0.9 },
      { index: 1, score: 0.7, issues: [], quality: { pose: { yaw: 7 } } },
      { index: 2, score: 0.8 },
    ]);
    expect((await edge.call("GET", `/v1/liveness/${body.lc_id}`, edge.key)).body).toEqual(body);
  });

  it.each([
    ["step_up_required", [null, null, null]],
    ["step_up_required", [0.9, 0.3, 0.9]],
    ["low_score", [0.9, 0.1, 0.9]],
  ] as const)("answers %s to PAD scores of %o, and asks for a challenge", async (reason, pads) => {
    edge.answers.frames = swaying(...pads);
    const next_action = { type: "liveness_challenge" };
    expect((await burst()).body).toMatchObject({ is_live: false, reason, next_action });
  });

  it("answers a policy that asks for it, as does the stronger challenge", async () => {
    const first = await edge.verification({ liveness_mode: "burst", steps: ["liveness"] });
    expect((await first.read()).next_action).toEqual({ type: "liveness_check" });
    edge.answers.frames = swaying(0.9, 0.9, 0.9);
    expect((await burst(first.token)).body.is_live).toBe(true);
    expect(await first.read()).toMatchObject({ status: "completed", decision: "approved" });
    const second = await edge.verification({ liveness_mode: "burst", steps: ["liveness"] });
    const { challenge_token, action } = await challenge(second.token);
    edge.answers.frames = performing(action);
    expect((await answerTo(challenge_token, second.token)).body.is_live).toBe(true);
    expect(await second.read()).toMatchObject({ status: "completed", decision: "approved" });
  });

  it("asks for a challenge in the verification after an inconclusive frame, and costs no attempt", async () => {
    const { token, read } = await edge.verification({ liveness_mode: "burst", steps: ["liveness"] });
    edge.answers.frames = swaying(0.9, 0.3, 0.9);
    await burst(token);
    expect(await read()).toMatchObject({
      status: "in_progress",
      next_action: { type: "liveness_challenge" },
      steps: [{ attempts: 0, status: "retry_required", reason: "step_up_required" }],
    });
  });

  it("takes no print that is swung about, and lets the person try again", async () => {
    const { token, read } = await edge.verification({ liveness_mode: "burst", steps: ["liveness"] });
    edge.answers.frames = [0, 40, -20].map((yaw) =>
      frame({ landmarks: faceLandmarks({ yaw, pitch: 0, roll: 0 }, { flat: true }) }, 0.9),
    );
    const { body } = await burst(token);
    expect(body).toMatchObject({ is_live: false, reason: "not_accepted", retryable: true });
    expect((await edge.call("GET", `/v1/liveness/${body.lc_id}`, edge.key)).body.reason).toBe(
      "frames_static",
    );
    expect(await read()).toMatchObject({
      status: "in_progress",
      steps: [{ attempts: 1, status: "retry_required", reason: "frames_static" }],
    });
  });
});

describe("challenge", () => {
  it("issues a token for an action, for 120 seconds, uncounted", async () => {
    const used = (await edge.rows("usage"))[0]?.used;
    const { status, body } = await edge.call("POST", "/v1/liveness/challenges", edge.key, {});
    expect(status).toBe(201);
    expect(ACTIONS).toContain(body.action);
    expect(body).toMatchObject({
      challenge_id: expect.stringMatching(/^chl_/),
      frames: { min: 2, max: 5, order: "neutral first" },
      expires_in: 120,
      instructions: expect.stringMatching(/^Look straight ahead, then /),
    });
    expect((await edge.rows("usage"))[0]?.used).toBe(used);
  });

  it("draws among all actions for a session token, whatever it hints", async () => {
    const drawn = new Set<string>();
    for (let i = 0; i < 120 && drawn.size < ACTIONS.length; i++) {
      const { token } = await edge.verification();
      drawn.add((await challenge(token, { action_hint: "turn_left" })).action);
    }
    expect([...drawn].sort()).toEqual(ACTIONS.toSorted());
  });

  it("keeps a verification's action, for each of its tokens, until a check has used up an attempt", async () => {
    const policy = { liveness_mode: "challenge", max_attempts: 10 };
    const { id, token } = await edge.verification(policy);
    const asking = { verification_id: id, ttl_seconds: 86_400 };
    const { body } = await edge.call("POST", "/v1/sessions", edge.key, asking);
    const asked = async (credential: string) => (await challenge(credential)).action;
    const first = await asked(token);
    for (let i = 0; i < 6; i++) {
      edge.advance(150_000);
      expect([await asked(token), await asked(body.token)]).toEqual([first, first]);
    }
    const drawn = new Set([first]);
    for (let tries = 0; tries < 9 && drawn.size === 1; tries++) {
      edge.advance(150_000);
      const { challenge_token, action } = await challenge(body.token);
      edge.answers.frames = performing(action === "smile" ? "turn_right" : "smile");
      expect((await answerTo(challenge_token, body.token)).body.is_live).toBe(false);
      drawn.add(await asked(body.token));
    }
    expect(drawn.size).toBeGreaterThan(1);
  });

  it("follows a secret key's hint, each with instructions of its own, and takes no other", async () => {
    const issued = await Promise.all(ACTIONS.map((action_hint) => challenge(edge.key, { action_hint })));
    expect(issued.map(({ action }) => action)).toEqual(ACTIONS);
    expect(new Set(issued.map(({ instructions }) => instructions)).size).toBe(ACTIONS.length);
    expect(ACTIONS).toContain((await challenge(edge.key, { action_hint: "random" })).action);
    expect((await challenge(edge.key, { action_hint: "dance" })).error.code).toBe("invalid_parameter");
  });

  it.each(ACTIONS)("says live when %s is performed, and takes the token once", async (action_hint) => {
    const { challenge_token, action } = await challenge(edge.key, { action_hint });
    edge.answers.frames = performing(action);
    expect(await answerTo(challenge_token)).toMatchObject({
      status: 200,
      body: { is_live: true, reason: "live", liveness_mode: "challenge" },
    });
    const calls = edge.calls.length;
    expect(outcome(await answerTo(challenge_token))).toBe("400 challenge_used");
    expect(edge.calls.length).toBe(calls);
  });

  it("uses the token up also when the action was not performed", async () => {
    const { challenge_token, action } = await challenge();
    edge.answers.frames = performing(action === "smile" ? "turn_right" : "smile");
    expect((await answerTo(challenge_token)).body).toMatchObject({ is_live: false, reason: "wrong_action" });
    expect((await answerTo(challenge_token)).body.error.code).toBe("challenge_used");
  });

  it("is rejected if a token comes with another mode", async () => {
    const sent = await check({ mode: "passive", challenge_token: "chl_tok_x", image_1: image() });
    expect([outcome(sent), sent.body.error.message]).toEqual([
      "400 invalid_parameter",
      "challenge_token is taken only with the mode challenge. Remove it, or send mode=challenge.",
    ]);
  });

  it("leaves the token good when inference fails", async () => {
    const { challenge_token, action } = await challenge();
    edge.answers.frames = new ApiError("service_unavailable", "away");
    expect((await answerTo(challenge_token)).status).toBe(503);
    edge.answers.frames = performing(action);
    expect((await answerTo(challenge_token)).body.is_live).toBe(true);
  });

  it.each(["with a secret key", "within a verification"])(
    "of several checks at once keeps one, %s",
    async (how) => {
      const credential = how.endsWith("key") ? edge.key : (await edge.verification()).token;
      const { challenge_token, action } = await challenge(credential);
      edge.answers.frames = performing(action);
      const before = await counts();
      const answers = await Promise.all([1, 2, 3].map(() => answerTo(challenge_token, credential)));
      const used = "400 challenge_used";
      expect(answers.map(outcome).sort()).toEqual(["200", used, used]);
      expect((await counts()).map((count, i) => count - before[i]!)).toEqual([1, 1, 0]);
    },
  );

  it("expires after 120 seconds", async () => {
    const { challenge_token } = await challenge();
    edge.advance(120_000);
    expect((await answerTo(challenge_token)).body.error.code).toBe("challenge_expired");
  });
});

describe("within a verification", () => {
  it("keeps a live frame's template, encrypted, and none of one that is not live", async () => {
    const { token } = await edge.verification();
    const templateOf = async ({ body }: Awaited<ReturnType<typeof passive>>) =>
      (await edge.rows("liveness_results")).find(({ id }) => id === body.lc_id)?.frame_template;
    const encrypted = (await templateOf(await passive(token))) as ArrayBuffer;
    expect(encrypted.byteLength).toBe(1 + 12 + 2 * 4 + 1 + 16);
    edge.answers.frames = [frame({}, 0.3)];
    expect(await templateOf(await passive(token))).toBeNull();
  });

  it("rejects a mode that is weaker than the policy's", async () => {
    for (const liveness_mode of ["challenge", "burst"]) {
      const { token } = await edge.verification({ liveness_mode });
      expect(outcome(await passive(token))).toBe("400 liveness_mode_too_weak");
    }
  });

  it("rejects another customer's reference, and takes its own", async () => {
    const { token } = await edge.verification();
    const named = (customer_ref: string) => check({ mode: "passive", image_1: image(), customer_ref }, token);
    expect(outcome(await named("customer-2"))).toBe("403 verification_mismatch");
    expect(outcome(await named("customer-1"))).toBe("200");
  });

  it("rejects an upload once it is no longer open, before the call to inference", async () => {
    const { token, id } = await edge.verification();
    await edge.call("POST", `/v1/verifications/${id}/cancel`, edge.key);
    const calls = edge.calls.length;
    const drawn = await edge.call("POST", "/v1/liveness/challenges", token, {});
    for (const answer of [await passive(token), drawn])
      expect(outcome(answer)).toBe("409 verification_not_open");
    expect(edge.calls.length).toBe(calls);
  });
});
