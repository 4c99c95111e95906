import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** One field of a protobuf message; its content follows the tag, without the length. */
export interface Field {
  readonly number: number;
  readonly wire: WireType;
  readonly content: Uint8Array;
}

/** A message with new content in one field; everything else stays byte for byte. */
export function replaced(message: Uint8Array, number: number, change: (content: Uint8Array) => Uint8Array) {
  return composed(
    fieldsOf(message).map((field) =>
      field.number === number ? { ...field, content: change(field.content) } : field,
    ),
  );
}

/** The message of these fields. */
export function composed(fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const field of fields) write(writer, field);
  return writer.finish();
}

export function write(writer: BinaryWriter, { number, wire, content }: Field): void {
  writer.tag(number, wire);
  if (wire === WireType.LengthDelimited) writer.bytes(content);
  else writer.raw(content);
}

export function fieldsOf(message: Uint8Array): Field[] {
  const reader = new BinaryReader(message);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    if (wire === WireType.LengthDelimited) fields.push({ number, wire, content: reader.bytes() });
    else {
      const from = reader.pos;
      reader.skip(wire, number);
      fields.push({ number, wire, content: message.subarray(from, reader.pos) });
    }
  }
  return fields;
}

/** The contents of a message's fields of this number. */
export const contentsOf = (message: Uint8Array, number: number): Uint8Array[] =>
  fieldsOf(message).flatMap((field) => (field.number === number ? [field.content] : []));

export const textOf = (message: Uint8Array, number: number): string =>
  new TextDecoder().decode(contentsOf(message, number)[0]);

/** The whole numbers in a message's fields of this number: one a field, or all in one (packed). */
export function varintsOf(message: Uint8Array, number: number): number[] {
  const values: number[] = [];
  let [value, shift] = [0, 1];
  for (const byte of contentsOf(message, number).flatMap((content) => [...content])) {
    value += (byte & 0x7f) * shift;
    shift *= 0x80;
    if (byte >= 0x80) continue;
    values.push(value);
    [value, shift] = [0, 1];
  }
  return values;
}
