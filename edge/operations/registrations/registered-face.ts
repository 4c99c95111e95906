import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import type { Vault } from "../../crypto/vault.ts";
import type { Template } from "../../inference/port.ts";
import type { RegistrationRow } from "../../store/results/face-templates.ts";
import { encryptTemplate, openTemplate } from "../encrypted-template.ts";

/** A registered face, with the hashes of its photos. */
export interface RegisteredFace extends Template {
  /** Of the document's portrait that the face was approved with; null without a document. */
  readonly portraitHash: Uint8Array | null;
}

type EncryptedFace = Pick<
  RegistrationRow,
  "registrationId" | "template" | "templateVersion" | "portraitHash"
>;

/** The face of an active registration, decrypted in memory only. */
export async function openRegistered(
  vault: Vault,
  scope: Scope,
  { registrationId: id, template, templateVersion: version, portraitHash: hash }: EncryptedFace,
): Promise<RegisteredFace> {
  if (template === null) throw new Error("An active registration has no template.");
  const [opened, portraitHash] = await Promise.all([
    openTemplate(vault, scope, { id, version }, template),
    hash === null ? null : vault.open(scope, portraitContext(id), hash),
  ]);
  return { ...opened, portraitHash };
}

/** The encrypted columns of a face that is registered under this id. */
export async function encryptRegistered(
  vault: Vault,
  scope: Scope,
  registrationId: string,
  { portraitHash: hash, ...face }: RegisteredFace,
): Promise<Omit<EncryptedFace, "registrationId">> {
  const [template, portraitHash] = await Promise.all([
    encryptTemplate(vault, scope, registrationId, face),
    hash === null ? null : vault.encrypt(scope, portraitContext(registrationId), hash),
  ]);
  return { template, templateVersion: face.version, portraitHash };
}

/** The encryption context of a portrait's hash. */
const portraitContext = (registrationId: string) => `portrait_hash:${registrationId}`;

export const registrationNotFound = () =>
  new ApiError(
    "registration_not_found",
    "No face is registered for this customer_ref in this mode. POST /v1/face/registrations registers one.",
  );
