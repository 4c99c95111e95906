import type { Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { toConnectError } from "./failures.ts";
import type { Dependencies, Rpc } from "./rpc.ts";
import { readChip, readPortrait } from "./rpcs/chips.ts";
import { examineDocument, readDocument } from "./rpcs/documents.ts";
import { forget, getModelBundle } from "./rpcs/fleet.ts";
import { analyzeFace, assessForensics, assessPresentationAttack } from "./rpcs/images.ts";
import { searchGallery } from "./rpcs/search-gallery.ts";
import { findIssuer, verifySeals } from "./rpcs/signatures.ts";

/** Every RPC that the service answers, over each transport. */
export const RPCS: readonly Rpc[] = [
  analyzeFace,
  assessPresentationAttack,
  readDocument,
  assessForensics,
  examineDocument,
  readChip,
  readPortrait,
  verifySeals,
  findIssuer,
  searchGallery,
  forget,
  getModelBundle,
];

/** One answered call, for the metrics and the log. */
export interface AnsweredCall {
  readonly method: string;
  /** Seconds from arrival to answer. */
  readonly seconds: number;
  /**
   * Seconds from arrival until a worker took the request, or one side of its document; absent if none did.
   */
  readonly queueSeconds?: number;
  /** Absent when the answer is a result. */
  readonly error?: ConnectError;
}

const serviceNames = (rpcs: readonly Rpc[]) => new Set(rpcs.map(({ method }) => method.parent.typeName));
const onWorkers = serviceNames([analyzeFace, readDocument, readChip]);

/** The names of the services whose calls a worker answers, and of the others. */
export const SERVICES = {
  onWorkers: [...onWorkers],
  others: [...serviceNames(RPCS)].filter((name) => !onWorkers.has(name)),
} as const;

/** The header in which a caller may name its tenant by an opaque key, for fair shares of the workers. */
const TENANT_HEADER = "x-selfsame-tenant";
/** The header with which a caller marks a background call. Any other value is ignored. */
const PRIORITY_HEADER = "x-selfsame-priority";
const BACKGROUND = "background";
/** Characters of a tenant's key. */
const MAX_TENANT = 128;

/** The caller as a transport knows it. */
export interface Caller {
  /** The time that is left. */
  readonly timeoutMs: number | undefined;
  /** Fires when the caller leaves. */
  readonly signal: AbortSignal;
  /** The value of a header. */
  header(name: string): string | undefined;
}

/** Answers an RPC by its response. Throws only `ConnectError`, for the caller to see. */
export type Backend = (rpc: Rpc, request: Message, caller: Caller) => Promise<Message>;

/**
 * The one implementation behind the transports. No call may take longer than `requestTimeout` milliseconds.
 */
export function createBackend(
  dependencies: Dependencies,
  requestTimeout: number,
  observe: (answered: AnsweredCall) => void,
): Backend {
  return async (rpc, request, { timeoutMs, signal, header }) => {
    const started = performance.now();
    const method = `${rpc.method.parent.typeName}/${rpc.method.name}`;
    const seconds = () => (performance.now() - started) / 1_000;
    const deadline = performance.now() + Math.min(timeoutMs ?? requestTimeout, requestTimeout);
    let queueSeconds: number | undefined;
    const onTaken = () => {
      queueSeconds ??= seconds();
    };
    const answered = () => ({
      method,
      seconds: seconds(),
      ...(queueSeconds !== undefined && { queueSeconds }),
    });
    try {
      const priority = header(PRIORITY_HEADER) === BACKGROUND ? BACKGROUND : "interactive";
      const call = { deadline, signal, priority, tenant: tenantOf(header(TENANT_HEADER)), onTaken } as const;
      const response = await rpc.serve(request, dependencies, call);
      observe(answered());
      return response;
    } catch (thrown) {
      const error = toConnectError(thrown, queueSeconds !== undefined);
      observe({ ...answered(), error });
      throw error;
    }
  };
}

/** Callers that name no tenant share one turn. */
function tenantOf(header = ""): string {
  if (header.length <= MAX_TENANT) return header;
  throw new ConnectError(`${TENANT_HEADER}: at most ${MAX_TENANT} characters`, Code.InvalidArgument);
}
