import type { Examination, Mrz, PortraitReading } from "#edge/inference/port.ts";
import { forensics, line, MRZ, mrzField, reading } from "#test/harness/edge/inference-results.ts";

/** A residence permit of Anna Maria Eriksson: her name is printed on the front, the MRZ on the back. */

const element = (name: string, value: string) => mrzField(name, value);

const BACK_MRZ: Mrz = {
  ...MRZ,
  format: "TD1",
  lines: [
    "IRUTOL898902C36<<<<<<<<<<<<<<<",
    "7408122F3204159UTO<<<<<<<<<<<6",
    "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
  ],
  fields: [
    element("document_code", "IR"),
    ...MRZ.fields.filter(({ name }) => name !== "document_code" && name !== "personal_number"),
  ],
};

interface Printed {
  readonly surname: string;
  readonly number: string;
  readonly born: string;
}

const HERS: Printed = { surname: "Eriksson", number: "L898902C3", born: "12 AUG 1974" };

export function front(printed: Partial<Printed> = {}, changes: Partial<PortraitReading> = {}): Examination {
  const { surname, number, born } = { ...HERS, ...printed };
  return {
    ...forensics(),
    reading: reading({
      mrz: null,
      lines: [
        line("RESIDENCE PERMIT", 40),
        line(`Surname: ${surname}`, 100),
        line("Given names: Anna Maria", 140),
        line(`Document number: ${number}`, 180),
        line(`Date of birth: ${born}`, 220),
        line("Date of expiry: 15 APR 2032", 260),
      ],
      ...changes,
    }),
  };
}

export function back(changes: Partial<PortraitReading> = {}): Examination {
  const rows = BACK_MRZ.lines.map((text, i) => line(text, 640 + 40 * i, 20));
  return {
    ...forensics(),
    reading: reading({
      mrz: BACK_MRZ,
      portrait: null,
      lines: [line("Remarks", 40), line("Category: blue", 80), ...rows],
      ...changes,
    }),
  };
}
