import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { toApiError } from "#edge/inference/failures.ts";
import { guarded } from "#edge/inference/guarded.ts";
import { MalformedAnswerError } from "#edge/inference/numbers.ts";
import type { InferencePort } from "#edge/inference/port.ts";
import { analysis, BUNDLE, CALLER } from "../../harness/edge/inference-results.ts";

const image = { param: "image", content: new Uint8Array([1]) };
const raised = (error: unknown) => () => toApiError(error, [{ param: "image", content: new Uint8Array() }]);
/** An error as the client raises it for a response of inference. */
const answered = (code: Code) =>
  raised(new ConnectError("answered", code, new Headers({ "grpc-status": `${code}` })));
const away = raised(new ConnectError("away", Code.Unavailable));
const late = raised(new ConnectError("", Code.DeadlineExceeded));
const refused = () => new ApiError("image_unreadable", "The image is truncated or corrupt.");
/** How often a call that is cut off is repeated with a single host. */
const TRIES = 2;

/** A host's own errors, and the callers' errors. */
const ANSWERS = [
  ["a refused image", refused, "image_unreadable"],
  ["an overload", raised(new ConnectError("busy", Code.ResourceExhausted)), "service_unavailable"],
  [
    "a server of galleries that is away",
    raised(new ConnectError("away", Code.FailedPrecondition)),
    "service_unavailable",
  ],
  ["a deadline that inference says was missed", answered(Code.DeadlineExceeded), "service_unavailable"],
  ["a failure that inference reports", answered(Code.Internal), "service_unavailable"],
  ["a malformed number", raised(new MalformedAnswerError("pose.yaw")), "service_unavailable"],
] as const;

/** Hosts that return their own name or fail, and the called ones. */
function fleet(count = 1) {
  let now = 1_790_000_000_000;
  const fails: ((() => unknown) | null)[] = Array(count).fill(null);
  const asked: number[] = [];
  const unasked = () => Promise.reject(new Error("not asked for"));
  const ports = fails.map((_, host): InferencePort => {
    const answer = async <T>(value: T): Promise<T> => {
      asked.push(host);
      const failure = fails[host];
      if (failure) throw failure();
      return value;
    };
    return {
      ...{ analyzeFace: () => answer(analysis()), forget: () => answer({ onGalleryServer: host === 1 }) },
      bundle: () => answer({ ...BUNDLE, name: `host ${host}` }),
      ...{ assessPresentationAttack: unasked, readDocument: unasked, assessForensics: unasked },
      ...{ examineDocument: unasked, verifySeals: unasked, searchGallery: unasked },
      ...{ readChip: unasked, readPortrait: unasked, findIssuer: unasked },
    };
  });
  const inference = guarded(ports, () => now, 30_000);
  const analyze = () =>
    inference.analyzeFace(image, CALLER).then(
      () => "ok",
      (error: ApiError) => error.code,
    );
  return {
    ...{ inference, fails, asked, analyze },
    pass: (ms: number) => (now += ms),
    /** Codes of so many calls in a row. */
    async call(times: number) {
      const codes: string[] = [];
      for (let i = 0; i < times; i++) codes.push(await analyze());
      return codes;
    },
    /** Makes a host fail once. */
    failOnce(host: number, failure: () => unknown) {
      fails[host] = () => {
        fails[host] = null;
        return failure();
      };
    },
  };
}

describe("while inference is away", () => {
  it("rejects at once after five calls, with 503 and how long to wait, and recovers by itself", async () => {
    const { inference, fails, asked, call, pass } = fleet();
    fails[0] = away;
    expect(await call(50)).toEqual(Array(50).fill("service_unavailable"));
    await expect(inference.bundle()).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect(asked).toHaveLength(5 * TRIES);
    fails[0] = null;
    pass(1_000);
    expect(await call(3)).toEqual(["ok", "ok", "ok"]);
  });

  it("lets one of many calls at once try whether it is back", async () => {
    const { fails, asked, call, pass } = fleet();
    fails[0] = away;
    await call(5);
    pass(1_000);
    await Promise.all(Array.from({ length: 20 }, () => call(1)));
    expect(asked).toHaveLength(5 * TRIES + 1);
  });

  it.each([
    ["says nothing within the deadline", late, 1],
    ["does not take the token", answered(Code.Unauthenticated), 1],
    ["cannot be reached", raised(new TypeError("fetch failed")), TRIES],
  ])("is opened by five calls if inference %s", async (_, failure, tries) => {
    const { fails, asked, call } = fleet();
    fails[0] = failure;
    await call(50);
    expect(asked).toHaveLength(5 * tries);
  });

  it("counts failures in a row only", async () => {
    const { fails, call } = fleet();
    for (let i = 0; i < 5; i++) {
      fails[0] = away;
      await call(4);
      fails[0] = null;
      expect(await call(1)).toEqual(["ok"]);
    }
  });
});

it.each(ANSWERS)(
  "returns %s, however often: no circuit opens, and no other host is called",
  async (...row) => {
    const [, failure, code] = row;
    const { fails, asked, call } = fleet(2);
    fails[0] = failure;
    expect(await call(50)).toEqual(Array(50).fill(code));
    expect(asked).toEqual(Array(50).fill(0));
  },
);

describe("with several hosts", () => {
  it("calls the nearest host, and the next one once if there was no response", async () => {
    const { fails, asked, analyze } = fleet(3);
    expect(await analyze()).toBe("ok");
    fails[0] = away;
    expect(await analyze()).toBe("ok");
    expect(asked).toEqual([0, 0, 1]);
    fails[1] = away;
    expect(await analyze()).toBe("service_unavailable");
    expect(asked.slice(3)).toEqual([0, 1]);
  });

  it("does not ask another one for a call that has waited long already", async () => {
    const { fails, asked, analyze, pass } = fleet(2);
    fails[0] = () => {
      pass(30_000);
      return away();
    };
    expect(await analyze()).toBe("service_unavailable");
    expect(asked).toEqual([0]);
  });

  it("calls the same host again if the other one is known to be down", async () => {
    const { fails, failOnce, asked, analyze } = fleet(2);
    fails[1] = away;
    for (let i = 0; i < 5; i++) {
      failOnce(0, away);
      await analyze();
      await analyze();
    }
    asked.length = 0;
    failOnce(0, away);
    expect(await analyze()).toBe("ok");
    expect(asked).toEqual([0, 0]);
  });

  it("leaves out a host whose circuit is open, until it is back", async () => {
    const { fails, asked, call, pass } = fleet(2);
    fails[0] = away;
    expect(await call(6)).toEqual(Array(6).fill("ok"));
    expect(asked.filter((host) => host === 0)).toHaveLength(5);
    fails[0] = null;
    pass(1_000);
    await call(2);
    expect(asked.slice(-2)).toEqual([0, 0]);
  });

  it("rejects at once while all are away, and says when the first one is tried again", async () => {
    const { inference, fails, asked, call } = fleet(2);
    fails.fill(away);
    await call(5);
    const calls = asked.length;
    await expect(inference.bundle()).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect(asked).toHaveLength(calls);
  });

  it("deletes on every host, and fails if one of them does not respond", async () => {
    const { inference, fails, asked } = fleet(3);
    await inference.forget([]);
    expect(asked).toEqual([0, 1, 2]);
    fails[1] = away;
    await expect(inference.forget([])).rejects.toThrow();
    expect(asked.slice(3)).toEqual([0, 1, 2, 1]);
  });
});

describe("with one host", () => {
  it.each([
    ["was cut off", away],
    ["lost its connection", raised(new TypeError("Network connection lost."))],
  ])("calls it again if the call %s", async (_, failure) => {
    const { fails, failOnce, asked, analyze } = fleet();
    failOnce(0, failure);
    expect(await analyze()).toBe("ok");
    fails[0] = failure;
    expect(await analyze()).toBe("service_unavailable");
    expect(asked).toEqual([0, 0, 0, 0]);
  });

  it("answers many calls that are cut off at once, and keeps the circuit closed", async () => {
    const { fails, asked, analyze } = fleet();
    fails[0] = away;
    const calls = Array.from({ length: 20 }, analyze);
    fails[0] = null;
    expect(await Promise.all(calls)).toEqual(Array(20).fill("ok"));
    expect(asked).toHaveLength(40);
  });
});
