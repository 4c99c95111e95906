import type { InferencePort } from "../../inference/port.ts";
import { clearRemains } from "../../store/erasure/database-remains.ts";
import type { RegistrationRow } from "../../store/gallery/face-templates.ts";
import type { OperationServices, ScopeContext, Services } from "../commit/context.ts";
import { galleryKey } from "../commit/tenant-key.ts";

/** Where no copy of the erased rows is left. */
export interface Cleared {
  /** The database overwrites deleted rows, and its log was emptied. */
  readonly database: boolean;
  /** Inference has answered that it forgot. */
  readonly inference: boolean;
  /** What inference forgot was also on a gallery server, whose files lose it later. */
  readonly galleryServer: boolean;
}

/** The context of an erasure. Of inference it needs the call to forget alone. */
export interface ErasingContext<Name extends keyof OperationServices = never> extends ScopeContext<Name> {
  readonly services: Services<Name> & { readonly inference: Pick<InferencePort, "forget"> };
}

type Registration = Pick<RegistrationRow, "registrationId" | "templateVersion">;

/**
 * Clears what the commit of an erasure leaves elsewhere: in the database's log, and in inference's memory the
 * faces of these registrations. Never throws, since the rows are gone: what is not reached here ends by
 * itself, the log within a minute, faces at their gallery's next search or within an hour, on a gallery
 * server within a week.
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
