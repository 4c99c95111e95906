import { ConnectError } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RetryInfoSchema } from "#proto/gen/google/rpc/error_details_pb.js";
import {
  EngineUseSchema,
  ImageRefusal_Reason,
  ImageRefusalSchema,
} from "#proto/gen/selfsame/inference/v1/common_pb.js";
import { eventually } from "../../harness/eventually.ts";
import { closedGate } from "../../harness/inference/gate.ts";
import { queueFor } from "../../harness/inference/room.ts";
import {
  clientsOver,
  command,
  type Serving,
  serveScripted,
  TRANSPORTS,
} from "../../harness/inference/serving.ts";

let serving: Serving;
beforeAll(async () => {
  serving = await serveScripted({ ...queueFor(4) });
});
afterAll(() => serving.stop());

describe.each(Object.entries(TRANSPORTS))("over %s", (name, transport) => {
  const clients = () => clientsOver(transport(serving));

  it("says of a failure whether an engine worked on the call", async () => {
    const { face } = clients();
    const usesOf = async (call: Promise<unknown>) => {
      const error = await call.then(() => expect.unreachable(), ConnectError.from);
      return error.findDetails(EngineUseSchema).length;
    };
    expect(await usesOf(face.analyzeFace({ image: command({ end: "defect" }) }))).toBe(1);
    expect(await usesOf(face.analyzeFace({ image: command({ end: "refuse" }) }))).toBe(1);
    expect(await usesOf(face.analyzeFace({}))).toBe(0);
  });

  it("says why a picture that engines died of is refused", async () => {
    // Other bytes for each transport: the service remembers them.
    const poison = command({ end: "exit" }, 100 + name.length);
    const error = await clients().face.analyzeFace({ image: poison }).catch(ConnectError.from);
    expect((error as ConnectError).findDetails(ImageRefusalSchema)).toMatchObject([
      { reason: ImageRefusal_Reason.NOT_PROCESSABLE },
    ]);
    await eventually(() => serving.pool.fleet.up).toBe(2);
  });

  it("says of an overload when to come back", async () => {
    const { face } = clients();
    const { until, open } = closedGate();
    const calls = Array.from({ length: 7 }, () => face.analyzeFace({ image: command({ until }) }));
    const shed = await Promise.any(
      calls.map((call) => call.then(() => expect.unreachable(), ConnectError.from)),
    );
    expect(shed.findDetails(RetryInfoSchema)).toMatchObject([
      { retryDelay: { seconds: expect.any(BigInt) } },
    ]);
    open();
    await Promise.allSettled(calls);
  });
});
