import sharp from "sharp";
import { type Holder, withChangedBirthDate, withWrongCheckDigit } from "../documents/mrz.ts";
import { inventHolder, type SpecimenOptions } from "../documents/specimen.ts";
import type { DocumentTemplate } from "../documents/templates.ts";
import { pick, type Random, seededRandom } from "../random.ts";
import { setScene } from "./document-cases.ts";

type Print = Partial<Pick<SpecimenOptions, "holder" | "printed" | "alterMrz">>;

/** The sign of each counterfeit, in its text or in its file. */
interface Counterfeiter {
  print?(holder: Holder, template: DocumentTemplate, random: Random): Print;
  save?(photo: Buffer): Promise<Buffer>;
}

const CHECKED = ["document_number", "date_of_birth", "date_of_expiry", "composite"] as const;
/** Its last two digits do not follow from the others. */
const NO_TURKISH_NUMBER = "12345678909";

/** Printed contradictions: the pixels show nothing, but two values of the document disagree. */
const COUNTERFEITERS = {
  "wrong check digit": {
    print(_, { format }, random) {
      const field = pick(random, CHECKED);
      return { alterMrz: (lines) => withWrongCheckDigit(lines, format, field) };
    },
  },
  "birth changed in the MRZ": {
    print: (_, { format }) => ({ alterMrz: (lines) => withChangedBirthDate(lines, format, "040513") }),
  },
  "another surname printed": {
    print: ({ surname }) => ({ printed: { surname: surname === "TANAKA" ? "OKAFOR" : "TANAKA" } }),
  },
  "another number printed": {
    print: ({ documentNumber }) => ({ printed: { documentNumber: backwards(documentNumber) } }),
  },
  "issued after expiry": { print: (holder) => ({ holder: { ...holder, dateOfIssue: "2035-03-09" } }) },
  "no such state": { print: () => ({ alterMrz: (lines) => issuedBy(lines, "XQZ") }) },
  "no national number": {
    print: (holder) => ({
      holder: { ...holder, nationality: "TUR", personalNumber: NO_TURKISH_NUMBER },
      alterMrz: (lines) => issuedBy(lines, "TUR"),
    }),
  },
  "named editing program": {
    save: (photo) =>
      sharp(photo)
        .withExif({ IFD0: { Software: "Adobe Photoshop 25.0 (Windows)" } })
        .jpeg({ quality: 90 })
        .toBuffer(),
  },
} satisfies Record<string, Counterfeiter>;

type Counterfeit = keyof typeof COUNTERFEITERS;
export const COUNTERFEIT_NAMES = Object.keys(COUNTERFEITERS) as Counterfeit[];

/** A phone's image of a counterfeit; equal seeds give equal files. */
export async function makeCounterfeit(
  template: DocumentTemplate,
  name: Counterfeit,
  seed: number,
): Promise<Buffer> {
  const { print, save }: Counterfeiter = COUNTERFEITERS[name];
  const changes = print?.(inventHolder(seed), template, seededRandom(seed)) ?? {};
  const { capture } = await setScene(template, seed, changes);
  return save === undefined ? capture.content : save(capture.content);
}

const backwards = (text: string) => Array.from(text).reverse().join("");

/** No check digit covers the issuing state. */
const issuedBy = ([first, ...others]: readonly string[], state: string) => [
  first!.slice(0, 2) + state + first!.slice(5),
  ...others,
];
