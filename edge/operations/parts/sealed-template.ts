import type { Vault } from "../../crypto/vault.ts";
import type { Template } from "../../inference/port.ts";
import type { Scope } from "../../scope.ts";

/** The result row of a template; the sealing is bound to this row and the version. */
interface TemplateRow {
  readonly id: string;
  readonly version: string;
}

/** A template's vector in the form that is sealed: little-endian 32-bit floats. */
export function templateBytes({ vector }: Template): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  vector.forEach((value, i) => {
    view.setFloat32(i * 4, value, true);
  });
  return bytes;
}

/** Seals a template for its row. */
export function sealTemplate(
  vault: Vault,
  scope: Scope,
  id: string,
  template: Template,
): Promise<Uint8Array> {
  return vault.seal(scope, templateContext({ id, version: template.version }), templateBytes(template));
}

/**
 * The bytes of a sealed template, in memory only. Throws when they were sealed for another row, version or
 * tenant.
 */
export function openTemplateBytes(
  vault: Vault,
  scope: Scope,
  row: TemplateRow,
  sealed: Uint8Array,
): Promise<Uint8Array> {
  return vault.open(scope, templateContext(row), sealed);
}

/** The template of a sealed row, opened as by `openTemplateBytes`. */
export async function openTemplate(
  vault: Vault,
  scope: Scope,
  row: TemplateRow,
  sealed: Uint8Array,
): Promise<Template> {
  const bytes = await openTemplateBytes(vault, scope, row, sealed);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
  return { vector, version: row.version };
}

/** What the seal of a template is bound to. */
export const templateContext = ({ id, version }: TemplateRow) => `face_template:${id}:${version}`;
