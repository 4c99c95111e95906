import { Code, ConnectError } from "@connectrpc/connect";
import { RetryInfoSchema } from "../../../proto/gen/google/rpc/error_details_pb.js";
import { clientsOver, TRANSPORTS } from "../../../test/harness/inference/serving.ts";
import type { Service } from "./services.ts";

/** How a call ended. Times are milliseconds. */
export interface Ending {
  readonly how: "good" | "refused" | "late" | "failed";
  readonly took: number;
  readonly endedAt: number;
  /** Of what is refused; null where the refusal says nothing. */
  readonly retryAfter: number | null;
}

/** Sends one call of a tenant, which waits for `patience` milliseconds. */
export type Call = (tenant: string, patience: number) => Promise<Ending>;

/** Calls of one service, as the edge makes them. */
export function callerOf(service: Pick<Service, "addresses" | "next">): Call {
  const { face } = clientsOver(TRANSPORTS["gRPC-Web"](service));
  return async (tenant, patience) => {
    const since = performance.now();
    const ended = (how: Ending["how"], retryAfter: number | null = null): Ending => {
      const now = performance.now();
      return { how, took: now - since, endedAt: now, retryAfter };
    };
    const headers = { "x-selfsame-tenant": tenant };
    const options = { headers, timeoutMs: patience };
    return face.analyzeFace({ image: { content: service.next() } }, options).then(
      () => ended("good"),
      (error) => ended(...outcomeOf(ConnectError.from(error))),
    );
  };
}

function outcomeOf(error: ConnectError): [how: Ending["how"], retryAfter: number | null] {
  if (error.code === Code.DeadlineExceeded) return ["late", null];
  if (error.code !== Code.ResourceExhausted) return ["failed", null];
  const [{ retryDelay } = {}] = error.findDetails(RetryInfoSchema);
  return [
    "refused",
    retryDelay === undefined ? null : Number(retryDelay.seconds) * 1_000 + retryDelay.nanos / 1e6,
  ];
}
