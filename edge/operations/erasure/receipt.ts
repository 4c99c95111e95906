import type { InferencePort } from "../../inference/port.ts";
import { clearRemains } from "../../store/erasure/erasures.ts";
import type { RegistrationRow } from "../../store/results/face-templates.ts";
import type { OperationServices, ScopeContext, Services } from "../commit/context.ts";
import { galleryKey } from "../commit/inference-use.ts";

/** The places where no copy of the erased rows is left. */
interface Cleared {
  /** The database overwrites deleted rows, and its log was emptied. */
  readonly database: boolean;
  /** Inference has confirmed that it forgot. */
  readonly inference: boolean;
  /** What inference forgot was also on a gallery server, whose files are purged later. */
  readonly galleryServer: boolean;
}

/** The context of an erasure. Of inference it only needs the call to forget. */
export interface ErasingContext<Name extends keyof OperationServices = never> extends ScopeContext<Name> {
  readonly services: Services<Name> & { readonly inference: Pick<InferencePort, "forget"> };
}

type Registration = Pick<RegistrationRow, "registrationId" | "templateVersion">;

/**
 * Clears copies of what an erasure's commit deleted: in the database's log, and in inference's memory the
 * faces of these registrations. Never throws, since the rows are gone: a place that is not reached clears
 * itself, the log within a minute, faces at their gallery's next search or within an hour, a gallery server's
 * files within a week.
 */
export async function clearCopies(
  ctx: ErasingContext,
  registrations: readonly Registration[],
): Promise<Cleared> {
  const [database, inference] = await Promise.all([
    clearRemains(ctx.services.db),
    forget(ctx, registrations).catch(() => null),
  ]);
  return {
    database,
    inference: inference !== null,
    galleryServer: inference?.onGalleryServer ?? false,
  };
}

async function forget({ services, scope }: ErasingContext, registrations: readonly Registration[]) {
  const faces = registrations.map(({ registrationId, templateVersion }) => ({
    gallery: galleryKey(scope, templateVersion),
    registrationId,
  }));
  return services.inference.forget(faces);
}

/** A place where data of an erased person may still be. */
interface NotReached {
  readonly place: string;
  readonly why: string;
}

/** Places that no erasure reaches. */
const NEVER_REACHED: readonly NotReached[] = [
  { place: "backups", why: "Copies that were made before stay until their keeper deletes them." },
  {
    place: "provider_history",
    why: "Providers of databases and object stores may keep earlier states, snapshots or versions for a time.",
  },
  { place: "storage_device", why: "A disk may keep blocks that were deleted or overwritten." },
  {
    place: "process_memory",
    why: "Freed memory of running processes may hold parts of it until it is used again or they restart.",
  },
  {
    place: "proxy_logs",
    why: "Whatever stands before the service may have logged addresses. A person is in one only where a call named the person in its path or query, and not in its body.",
  },
  { place: "deliveries", why: "Webhook receivers keep what they were sent." },
];

const DATABASE: NotReached = {
  place: "database_file",
  why: "This database does not say that it overwrites deleted rows and has emptied its log.",
};

const INFERENCE: NotReached = {
  place: "inference_memory",
  why: "Inference was not reached; it drops faces within an hour; faces on a gallery server at their gallery's next search, or within a week.",
};

const GALLERY_SERVER: NotReached = {
  place: "gallery_server",
  why: "Faces lay on a gallery server, too. No search finds them there; its files, and its log of what it was sent, lose them later.",
};

/** The places that a receipt must list: data of the person may still be there. */
const notReached = ({ database, inference, galleryServer }: Cleared): readonly NotReached[] => [
  ...(database ? [] : [DATABASE]),
  ...(inference ? [] : [INFERENCE]),
  ...(galleryServer ? [GALLERY_SERVER] : []),
  ...NEVER_REACHED,
];

/** The content of every erasure receipt. */
export interface ErasureFacts {
  readonly receipt_id: string;
  /** SHA-256 of the person's reference, in hexadecimal. */
  readonly customer_ref_sha256: string;
  /** Number of erased things, by kind. */
  readonly erased: Readonly<Record<string, number>>;
}

/** A receipt with its signature over all the rest. */
export type Receipt<Facts extends ErasureFacts> = Facts & {
  readonly mode: string;
  readonly erased_at: string;
  /** Places where the person's data may still be. */
  readonly not_reached: ReturnType<typeof notReached>;
  readonly signature: string;
};

/** Signs what was erased, after the copies were cleared: it lists the places that were not reached. */
export async function signReceipt<Facts extends ErasureFacts>(
  { services, scope, now }: ScopeContext<"receipts">,
  facts: Facts,
  cleared: Cleared,
): Promise<Receipt<Facts>> {
  const receipt = {
    ...facts,
    mode: scope.mode,
    erased_at: new Date(now).toISOString(),
    not_reached: notReached(cleared),
  };
  return { ...receipt, signature: await services.receipts.sign(receipt) };
}
