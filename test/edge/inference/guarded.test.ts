import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { toApiError } from "#edge/inference/failures.ts";
import { guarded } from "#edge/inference/guarded.ts";
import { MalformedAnswerError } from "#edge/inference/numbers.ts";
import type { InferencePort } from "#edge/inference/port.ts";
import { analysis, CALLER, PACK } from "../../harness/edge/inference-results.ts";

const image = { param: "image", content: new Uint8Array([1]) };
const away = () => toApiError(new ConnectError("away", Code.Unavailable), ["image"]);
const overloaded = () => toApiError(new ConnectError("busy", Code.ResourceExhausted), ["image"]);
const galleriesAway = () => toApiError(new ConnectError("away", Code.FailedPrecondition), []);
/** How often a call that is cut off is made at a lone host. */
const TRIES = 2;
const refused = () => new ApiError("image_unreadable", "The image is truncated or corrupt.");

function scripted() {
  let now = 1_790_000_000_000;
  const service = { fails: null as (() => ApiError) | null, calls: 0 };
  const answer = async <T>(value: T): Promise<T> => {
    service.calls++;
    if (service.fails !== null) throw service.fails();
    return value;
  };
  const port: InferencePort = {
    analyzeFace: () => answer(analysis()),
    assessPresentationAttack: () => answer([]),
    readDocument: () => Promise.reject(new Error("not asked for")),
    assessForensics: () => Promise.reject(new Error("not asked for")),
    examineDocument: () => Promise.reject(new Error("not asked for")),
    searchGallery: () => Promise.reject(new Error("not asked for")),
    forget: () => Promise.reject(new Error("not asked for")),
    pack: () => answer(PACK),
  };
  const inference = guarded([port], () => now, 30_000);
  return {
    service,
    inference,
    advance(ms: number) {
      now += ms;
    },
    /** Codes of so many calls in a row. */
    async call(times: number) {
      const codes: string[] = [];
      for (let i = 0; i < times; i++) {
        codes.push(
          await inference.analyzeFace(image, CALLER).then(
            () => "ok",
            (error: ApiError) => error.code,
          ),
        );
      }
      return codes;
    },
  };
}

describe("while inference is away", () => {
  it("refuses at once after five calls, with 503 and how long to wait", async () => {
    const { service, inference, call } = scripted();
    service.fails = away;
    expect(await call(50)).toEqual(Array(50).fill("service_unavailable"));
    expect(service.calls).toBe(5 * TRIES);
    await expect(inference.pack()).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect(service.calls).toBe(5 * TRIES);
  });

  it("lets one of many calls at once try whether it is back", async () => {
    const { service, call, advance } = scripted();
    service.fails = away;
    await call(5);
    advance(1_000);
    await Promise.all(Array.from({ length: 20 }, () => call(1)));
    expect(service.calls).toBe(5 * TRIES + 1);
  });

  it("recovers by itself", async () => {
    const { service, call, advance } = scripted();
    service.fails = away;
    await call(5);
    service.fails = null;
    advance(1_000);
    expect(await call(3)).toEqual(["ok", "ok", "ok"]);
  });
});

/** As the client raises what inference itself has told. */
const told = (code: Code) => () =>
  toApiError(new ConnectError("told", code, new Headers({ "grpc-status": `${code}` })), ["image"]);
const malformed = () => toApiError(new MalformedAnswerError("pose.yaw is not a number"), ["image"]);

it.each([
  ["a refused image", refused],
  ["an overload", overloaded],
  ["a server of galleries that is away", galleriesAway],
  ["a deadline that inference says was missed", told(Code.DeadlineExceeded)],
  ["a failure that inference tells of", told(Code.Internal)],
  ["an answer with a malformed number", malformed],
])("is not opened by %s, however often", async (_, fails) => {
  const { service, call } = scripted();
  service.fails = fails;
  await call(50);
  expect(service.calls).toBe(50);
});

it.each([
  ["says nothing within the deadline", () => toApiError(new ConnectError("", Code.DeadlineExceeded), []), 1],
  ["does not take the token", told(Code.Unauthenticated), 1],
  ["cannot be reached", () => toApiError(new TypeError("fetch failed"), []), TRIES],
])("is opened by five calls where inference %s", async (_, fails, tries) => {
  const { service, call } = scripted();
  service.fails = fails;
  await call(50);
  expect(service.calls).toBe(5 * tries);
});

it("counts failures in a row only", async () => {
  const { service, call } = scripted();
  for (let i = 0; i < 5; i++) {
    service.fails = away;
    await call(4);
    service.fails = null;
    expect(await call(1)).toEqual(["ok"]);
  }
});

describe("with several hosts", () => {
  /** Hosts that answer with their own name, and what each was asked. */
  function fleet(count: number) {
    let now = 1_790_000_000_000;
    const fails: ((() => unknown) | null)[] = Array(count).fill(null);
    const asked: number[] = [];
    const ports = fails.map((_, host): InferencePort => {
      const answer = async <T>(value: T): Promise<T> => {
        asked.push(host);
        const failure = fails[host];
        if (failure) throw failure();
        return value;
      };
      const unasked = () => Promise.reject(new Error("not asked for"));
      return {
        ...{ analyzeFace: () => answer(analysis()), forget: () => answer({ onGalleryServer: host === 1 }) },
        pack: () => answer({ ...PACK, name: `host ${host}` }),
        ...{ assessPresentationAttack: unasked, readDocument: unasked, assessForensics: unasked },
        ...{ examineDocument: unasked, searchGallery: unasked },
      };
    });
    const inference = guarded(ports, () => now, 30_000);
    const analyze = () =>
      inference.analyzeFace(image, CALLER).then(
        () => "ok",
        (error: ApiError) => error.code,
      );
    const pass = (ms: number) => (now += ms);
    return { inference, fails, asked, analyze, pass };
  }

  it("asks the nearest, and the next one once more where there was no answer", async () => {
    const { fails, asked, analyze } = fleet(3);
    expect(await analyze()).toBe("ok");
    fails[0] = away;
    expect(await analyze()).toBe("ok");
    expect(asked).toEqual([0, 0, 1]);
    fails[1] = away;
    expect(await analyze()).toBe("service_unavailable");
    expect(asked.slice(3)).toEqual([0, 1]);
  });

  it.each([
    ["a refused image", refused, "image_unreadable"],
    ["an overload", overloaded, "service_unavailable"],
    ["a server of galleries that is away", galleriesAway, "service_unavailable"],
    ["a failure that inference tells of", told(Code.Internal), "service_unavailable"],
  ])("takes %s for the answer", async (_, failure, code) => {
    const { fails, asked, analyze } = fleet(2);
    fails[0] = failure;
    expect(await analyze()).toBe(code);
    expect(asked).toEqual([0]);
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

  it.each([
    ["was cut off", away],
    ["lost its connection", () => toApiError(new TypeError("Network connection lost."), [])],
  ])("asks the same one again where there is no other and the call %s", async (_, failure) => {
    const { inference, fails, asked } = fleet(1);
    fails[0] = () => {
      fails[0] = null;
      return failure();
    };
    await expect(inference.analyzeFace(image, CALLER)).resolves.toEqual(analysis());
    expect(asked).toEqual([0, 0]);
    fails[0] = failure;
    await expect(inference.analyzeFace(image, CALLER)).rejects.toThrow();
    expect(asked.slice(2)).toEqual([0, 0]);
  });

  it.each([
    ["refuses the token", told(Code.Unauthenticated)],
    ["says nothing within the deadline", () => toApiError(new ConnectError("", Code.DeadlineExceeded), [])],
  ])("does not ask the same one again where it %s", async (_, failure) => {
    const { fails, asked, analyze } = fleet(1);
    fails[0] = failure;
    expect(await analyze()).toBe("service_unavailable");
    expect(asked).toEqual([0]);
  });

  it("answers many calls that are cut off at once, and keeps the circuit closed", async () => {
    const { inference, fails, asked } = fleet(1);
    fails[0] = away;
    const calls = Array.from({ length: 20 }, () => inference.analyzeFace(image, CALLER));
    fails[0] = null;
    await expect(Promise.all(calls)).resolves.toHaveLength(20);
    expect(asked).toHaveLength(40);
  });

  it("asks the same one again where the other one is known to be away", async () => {
    const { fails, asked, analyze } = fleet(2);
    fails[1] = away;
    for (let i = 0; i < 5; i++) {
      fails[0] = away;
      await analyze();
      fails[0] = null;
      await analyze();
    }
    asked.length = 0;
    fails[0] = () => {
      fails[0] = null;
      return away();
    };
    expect(await analyze()).toBe("ok");
    expect(asked).toEqual([0, 0]);
  });

  it("leaves out a host whose circuit is open, until it is back", async () => {
    const { fails, asked, analyze, pass } = fleet(2);
    fails[0] = away;
    for (let i = 0; i < 6; i++) expect(await analyze()).toBe("ok");
    expect(asked.filter((host) => host === 0)).toHaveLength(5);
    fails[0] = null;
    pass(1_000);
    await analyze();
    await analyze();
    expect(asked.slice(-2)).toEqual([0, 0]);
  });

  it("refuses at once while all are away, and says when the first one is tried again", async () => {
    const { inference, fails, asked, analyze } = fleet(2);
    fails.fill(away);
    for (let i = 0; i < 5; i++) await analyze();
    const calls = asked.length;
    await expect(inference.pack()).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 1 });
    expect(asked).toHaveLength(calls);
  });

  it("lets every host forget, and has not forgotten where one of them does not answer", async () => {
    const { inference, fails, asked } = fleet(3);
    await inference.forget([]);
    expect(asked).toEqual([0, 1, 2]);
    fails[1] = away;
    await expect(inference.forget([])).rejects.toThrow();
    expect(asked.slice(3)).toEqual([0, 1, 2, 1]);
  });
});
