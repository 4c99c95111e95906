import type { RegistrationRow } from "../../store/gallery/face-templates.ts";
import type { ScopeContext } from "../commit/context.ts";
import { galleryKey } from "./gallery-key.ts";
import { tenantKey } from "./tenant-key.ts";

/**
 * Tells inference to forget these registrations and the tenant's last readings, and returns whether it
 * answered. Only a hint: what inference is not told, it drops at the gallery's next search, or within an hour
 * (faces) and a minute (readings).
 */
export async function forgetInInference(
  { services, scope }: ScopeContext<"inference">,
  registrations: readonly Pick<RegistrationRow, "registrationId" | "templateVersion">[],
): Promise<boolean> {
  const faces = registrations.map(({ registrationId, templateVersion }) => ({
    gallery: galleryKey(scope, templateVersion),
    registrationId,
  }));
  try {
    await services.inference.forget(faces, await tenantKey(scope));
    return true;
  } catch {
    return false;
  }
}
