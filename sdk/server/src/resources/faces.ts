import type { Caller } from "../../../core/call.ts";
import { Pages } from "../../../core/pages.ts";
import type { CallOptions } from "../../../core/settings.ts";
import {
  deleteFaceMatch,
  type ListRegistrationsQuery,
  listRegistrations,
  type RegisterFaceBody,
  readFaceMatch,
  readRegistrationOf,
  registerFace,
  removeRegistrationOf,
  type SearchDuplicatesBody,
  searchDuplicates,
  type VerifyFacesBody,
  type VerifyRegistrationBody,
  verifyFaces,
  verifyRegistration,
} from "../../../gen/operations.ts";

/** Comparisons of faces, and the gallery of registered ones (contract §4). */
export const face = (call: Caller<"answer">) => ({
  /** Compares two images, 1:1. */
  verify: (body: VerifyFacesBody, options?: CallOptions) => call(verifyFaces, { body }, options),
  /** Any comparison or search by its `fm_` id; `kind` distinguishes them. Counts against the usage cap. */
  retrieve: (id: string, options?: CallOptions) => call(readFaceMatch, { path: { id } }, options),
  /** The comparison is gone for good. */
  delete: (id: string, options?: CallOptions) => call(deleteFaceMatch, { path: { id } }, options),
  /** Searches the gallery for the single best match. */
  dedupe: (body: SearchDuplicatesBody, options?: CallOptions) => call(searchDuplicates, { body }, options),
  registrations: registrations(call),
});

const registrations = (call: Caller<"answer">) => ({
  create: (body: RegisterFaceBody, options?: CallOptions) => call(registerFace, { body }, options),
  /** For one person use `retrieve`, which has no personal data in its address. */
  list: (query: Omit<ListRegistrationsQuery, "customer_ref"> = {}, options?: CallOptions) =>
    new Pages((cursor) => call(listRegistrations, { query: { ...query, cursor } }, options), query.cursor),
  /** Compares an image with the face that is registered for a `customer_ref`. */
  verify: (body: VerifyRegistrationBody, options?: CallOptions) =>
    call(verifyRegistration, { body }, options),
  retrieve: (customer_ref: string, options?: CallOptions) =>
    call(readRegistrationOf, { body: { customer_ref } }, options),
  /** The template is gone for good. */
  delete: (customer_ref: string, options?: CallOptions) =>
    call(removeRegistrationOf, { body: { customer_ref } }, options),
});
