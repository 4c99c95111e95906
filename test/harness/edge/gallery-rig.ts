import { newId } from "#edge/core/ids.ts";
import type { Scope } from "#edge/core/scope.ts";
import { createInferenceClient } from "#edge/inference/client.ts";
import { encryptTemplate } from "#edge/operations/encrypted-template.ts";
import { commit } from "#edge/store/batch.ts";
import { deleteRegistration, insertRegistration } from "#edge/store/results/face-templates.ts";
import { serveScripted, TOKEN } from "../inference/serving.ts";
import type { CheckEdge } from "./check-edge.ts";
import { TEMPLATE_VERSION } from "./inference-results.ts";

/** The real gallery service, which can be restarted; its workers are scripted and unused. */
export async function startGalleries(environment: Record<string, string> = {}) {
  const start = async () => {
    const service = await serveScripted({ WORKERS: "1", ...environment });
    const { searchGallery, forget } = createInferenceClient({
      baseUrl: service.addresses.grpcWeb,
      token: TOKEN,
      deadlineMs: 10_000,
      clock: Date.now,
    });
    return { stop: service.stop, served: service.served, searchGallery, forget };
  };
  let now = await start();
  return {
    /** The port's method, on whichever service runs at the moment. */
    searchGallery: (...args: Parameters<typeof now.searchGallery>) => now.searchGallery(...args),
    forget: (...args: Parameters<typeof now.forget>) => now.forget(...args),
    /** The calls to galleries since the service started. */
    get served() {
      return now.served;
    },
    async restart() {
      await now.stop();
      now = await start();
    },
    stop: () => now.stop(),
  };
}

/** Rows as registrations write them, without their images. */
export function registrar(
  { services: { db, vault } }: { readonly services: Pick<CheckEdge["services"], "db" | "vault"> },
  scope: Scope,
) {
  const rowOf = async (customerRef: string, vector: Float32Array, version: string) => {
    const registrationId = newId("registration", Date.now());
    const template = await encryptTemplate(vault, scope, registrationId, { vector, version, hashes: [] });
    const row = { registrationId, customerRef, template, quality: null, createdAt: Date.now() };
    return { ...row, templateVersion: version };
  };
  return {
    async put(faces: Readonly<Record<string, Float32Array>>, version = TEMPLATE_VERSION): Promise<void> {
      const statements = [];
      for (const [ref, face] of Object.entries(faces)) {
        statements.push(insertRegistration(db, scope, await rowOf(ref, face, version)));
      }
      await commit(db, statements);
    },
    async remove(...refs: readonly string[]): Promise<void> {
      await commit(
        db,
        refs.flatMap((ref) => deleteRegistration(db, scope, ref, Date.now())),
      );
    },
  };
}
