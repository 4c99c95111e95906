import type { Scope } from "../core/scope.ts";
import type { Vault } from "../crypto/vault.ts";
import { HASH_BYTES, type Template } from "../inference/port.ts";

/** The result row of a template; its encryption is bound to this row and the version. */
interface TemplateRow {
  readonly id: string;
  readonly version: string;
}

/** A number of a vector. */
const FLOAT_BYTES = 4;

/** A template's vector: little-endian 32-bit floats. */
export function templateBytes({ vector }: Pick<Template, "vector">): Uint8Array {
  const bytes = new Uint8Array(vector.length * FLOAT_BYTES);
  const view = new DataView(bytes.buffer);
  vector.forEach((value, i) => {
    view.setFloat32(i * FLOAT_BYTES, value, true);
  });
  return bytes;
}

/**
 * Encrypts a template for its row: its vector, its hashes one after the other, and their number in one byte.
 */
export function encryptTemplate(
  vault: Vault,
  scope: Scope,
  id: string,
  template: Template,
): Promise<Uint8Array> {
  const { hashes } = template;
  const parts = [templateBytes(template), ...hashes, Uint8Array.of(hashes.length)];
  const plain = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    plain.set(part, at);
    at += part.length;
  }
  return vault.encrypt(scope, templateContext({ id, version: template.version }), plain);
}

/**
 * The bytes of an encrypted template's vector and its hashes, in memory only. Throws as `openTemplate` does.
 */
async function openParts(vault: Vault, scope: Scope, row: TemplateRow, encrypted: Uint8Array) {
  const plain = await vault.open(scope, templateContext(row), encrypted);
  const count = plain.at(-1)!;
  const from = plain.length - 1 - count * HASH_BYTES;
  const hashes = Array.from({ length: count }, (_, n) =>
    plain.slice(from + n * HASH_BYTES, from + (n + 1) * HASH_BYTES),
  );
  return { vector: plain.slice(0, from), hashes };
}

/** The vector of an encrypted template as `templateBytes` writes it. Throws as `openTemplate` does. */
export async function openTemplateBytes(
  vault: Vault,
  scope: Scope,
  row: TemplateRow,
  encrypted: Uint8Array,
): Promise<Uint8Array> {
  return (await openParts(vault, scope, row, encrypted)).vector;
}

/** An encrypted template, in memory only. Throws when it was encrypted for another row, version or tenant. */
export async function openTemplate(
  vault: Vault,
  scope: Scope,
  row: TemplateRow,
  encrypted: Uint8Array,
): Promise<Template> {
  const { vector: bytes, hashes } = await openParts(vault, scope, row, encrypted);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = Float32Array.from({ length: bytes.byteLength / FLOAT_BYTES }, (_, i) =>
    view.getFloat32(i * FLOAT_BYTES, true),
  );
  return { vector, version: row.version, hashes };
}

/** The encryption context of a template. */
const templateContext = ({ id, version }: TemplateRow) => `face_template:${id}:${version}`;
