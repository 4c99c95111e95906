import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mode } from "#edge/core/scope.ts";
import type { Barcode } from "#edge/inference/barcode.ts";
import type { PortraitReading } from "#edge/inference/port.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";
import { adminCommand } from "#test/harness/stack/admin.ts";
import type { Identity } from "#test/harness/trust/certificates.ts";
import { symbolOf } from "#test/harness/trust/seals.ts";

/** The edge, and the operator's commands on its database. `folder`: where files for them are written. */
export async function openTrustRig(folder: string) {
  const edge = await openCheckEdge();
  const environment = {
    DATABASE_URL: edge.url,
    DATA_KEYS: edge.bindings.DATA_KEYS,
    SELFSAME_DATA: join(folder, "data"),
  };
  let files = 0;
  const admin = (...words: string[]) => adminCommand([...words, "--json"], environment);
  /** A new file with this content. */
  const file = async (content: Uint8Array | string) => {
    const path = join(folder, `file-${++files}`);
    await writeFile(path, content);
    return path;
  };
  const imported = async (content: Uint8Array | string, flags: Readonly<Record<string, string>> = {}) => {
    const all = { kind: "seal", mode: "test", ...flags };
    const words = Object.entries(all).flatMap(([flag, value]) => [`--${flag}`, value]);
    return admin("trust", "import", await file(content), ...words);
  };
  return {
    ...edge,
    admin,
    file,
    imported,
    /** Makes the identity a trust anchor. */
    trust: (of: Identity, flags?: Readonly<Record<string, string>>) => imported(of.certificate, flags),
    /** The result of a document with these barcodes, checked outside a verification. */
    async detect(barcodes: readonly Barcode[], changes: Partial<PortraitReading> = {}, mode: Mode = "test") {
      edge.answers.forensics = forensics({
        reading: { ...reading({ ...changes, barcodes }), portrait: null },
      });
      const parts = { image: image(), document_type: "passport" };
      return edge.upload("/v1/fraud/detect", edge.tenant.keys[mode], parts);
    },
    /** A verification whose document has these barcodes. */
    async shown(
      barcodes: readonly Barcode[],
      changes: Partial<PortraitReading> = {},
      customer = "customer-1",
    ) {
      edge.answers.images = { front: { ...forensics(), reading: reading({ ...changes, barcodes }) } };
      edge.answers.frames = [frame({}, 0.9)];
      const opened = await edge.verification({}, customer);
      const path = `/v1/verifications/${opened.id}/document`;
      const answer = await edge.upload(path, edge.key, { front: image() });
      return { ...opened, answer };
    },
  };
}

/** The barcodes of an image with one seal. */
export const sealed = (content: Uint8Array): Barcode[] => [symbolOf(content)];

/** The status of a check in a fraud result. */
export const statusOf = (
  body: { deterministic_checks: readonly { name: string; status: string; detail: string | null }[] },
  name: string,
) => {
  const { status, detail } = body.deterministic_checks.find((check) => check.name === name)!;
  return { status, detail };
};
