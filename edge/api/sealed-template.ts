import type { Template } from "../inference/port.ts";
import type { Scope } from "../scope.ts";
import type { Vault } from "../vault.ts";

/** Which result row a template belongs to; bound into its sealing with the version. */
export interface TemplateRow {
  readonly id: string;
  readonly version: string;
}

/** Seals a template for its row: little-endian 32-bit floats. */
export function sealTemplate(
  vault: Vault,
  scope: Scope,
  id: string,
  template: Template,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(template.vector.length * 4);
  const view = new DataView(bytes.buffer);
  template.vector.forEach((value, i) => {
    view.setFloat32(i * 4, value, true);
  });
  return vault.seal(scope, contextOf({ id, version: template.version }), bytes);
}

/** Opens it, in memory only. Throws when it was sealed for another row, version or tenant. */
export async function openTemplate(
  vault: Vault,
  scope: Scope,
  row: TemplateRow,
  sealed: Uint8Array,
): Promise<Template> {
  const bytes = await vault.open(scope, contextOf(row), sealed);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
  return { vector, version: row.version };
}

const contextOf = ({ id, version }: TemplateRow) => `face_template:${id}:${version}`;
